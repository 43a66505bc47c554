package io.hmscache.notification;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes an in-memory Derby database with the distribution's own schema. */
final class DerbySchema {

  private DerbySchema() {}

  /** Creates the database and returns its JDBC URL. */
  static String create(String name) {
    String url = "jdbc:derby:memory:" + name;
    try (Connection connection = DriverManager.getConnection(url + ";create=true", "APP", "mine");
        Statement statement = connection.createStatement()) {
      for (String sql : statements()) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create the schema", e);
    }
    return url;
  }

  private static List<String> statements() {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : script()) {
      String text = line.strip();
      if (text.startsWith("--")) {
        continue;
      }
      if (text.endsWith(";")) {
        statements.add(statement + text.substring(0, text.length() - 1));
        statement.setLength(0);
      } else {
        statement.append(text).append('\n');
      }
    }
    return statements;
  }

  private static List<String> script() {
    try (Stream<Path> files = Files.walk(Path.of("target", "hive-scripts"))) {
      Path script =
          files
              .filter(file -> file.endsWith("hive-schema-4.0.0.derby.sql"))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("no Derby script was unpacked"));
      return Files.readAllLines(script, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
