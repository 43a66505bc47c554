package io.hmscache.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The official schema scripts, which are on the class path, and how to run them over JDBC. */
public final class SqlScript {

  private SqlScript() {}

  /**
   * Creates the metastore's tables in an empty database.
   *
   * @param connection the database
   * @param schemaType {@code derby}, {@code postgres} or {@code mysql}
   */
  public static void installSchema(Connection connection, String schemaType) throws SQLException {
    String name = "schema/" + schemaType + "/hive-schema-4.0.0." + schemaType + ".sql";
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements(read(name))) {
        try {
          statement.execute(sql);
        } catch (SQLException e) {
          throw new SQLException(name + ": " + e.getMessage() + " in: " + sql, e);
        }
      }
      connection.commit();
    } finally {
      connection.setAutoCommit(autoCommit);
    }
  }

  private static String read(String name) {
    try (InputStream in = SqlScript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no schema script " + name + " on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The statements of a script, without their semicolons and without line comments. Semicolons and
   * dashes inside quotes belong to the statement.
   */
  static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < script.length(); i++) {
      char c = script.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
        current.append(c);
      } else if (script.startsWith("--", i)) {
        int end = script.indexOf('\n', i);
        i = end < 0 ? script.length() : end;
        current.append('\n');
      } else if (c == ';') {
        add(statements, current);
      } else {
        quote = c == '\'' || c == '"' || c == '`' ? c : 0;
        current.append(c);
      }
    }
    add(statements, current);
    return statements;
  }

  private static void add(List<String> statements, StringBuilder current) {
    String sql = current.toString().strip();
    if (!sql.isEmpty()) {
      statements.add(sql);
    }
    current.setLength(0);
  }
}
