package io.hmscache.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A MariaDB server of this JVM, started from the operating system's package. */
final class MariaDbServer {

  private static final String USER = "hive";
  private static final String PASSWORD = "hive";

  private final int port = Ports.free();
  private final AtomicInteger counter = new AtomicInteger();

  /** Made on first use; ends with the JVM. */
  private static final class Holder {
    static final MariaDbServer SERVER = new MariaDbServer();
  }

  static MariaDbServer shared() {
    return Holder.SERVER;
  }

  /** Whether all programs that a server needs are there. */
  static boolean installed() {
    return Stream.of("mariadbd", "mariadb-install-db", "my_print_defaults")
        .allMatch(name -> executable(name).isPresent());
  }

  /** Where a program of MariaDB is; empty if it is not installed. */
  static Optional<Path> executable(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private MariaDbServer() {
    Path folder = Folders.create("mariadb");
    String owner = System.getProperty("user.name");
    Path log = folder.resolve("server.log");
    try {
      Path data = Files.createDirectory(folder.resolve("data"));
      Path initFile = folder.resolve("init.sql");
      Files.writeString(
          initFile,
          "CREATE USER '%s'@'127.0.0.1' IDENTIFIED BY '%s';%n".formatted(USER, PASSWORD)
              + "GRANT ALL ON *.* TO '%s'@'127.0.0.1';%n".formatted(USER));
      run(
          log,
          List.of(
              require("mariadb-install-db"),
              "--no-defaults",
              "--user=" + owner,
              "--datadir=" + data,
              "--skip-test-db"));
      Process server =
          new ProcessBuilder(
                  require("mariadbd"),
                  "--no-defaults",
                  "--user=" + owner,
                  "--datadir=" + data,
                  "--bind-address=127.0.0.1",
                  "--port=" + port,
                  "--socket=" + folder.resolve("s"),
                  "--pid-file=" + folder.resolve("pid"),
                  "--init-file=" + initFile,
                  "--innodb-flush-log-at-trx-commit=0",
                  "--innodb-doublewrite=0",
                  "--sync-frm=0",
                  "--max-connections=300")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    Processes.stop(server);
                    Folders.delete(folder);
                  }));
      Waiting.until("MariaDB, log " + log, 60_000, () -> server.isAlive() && connects());
    } catch (IOException e) {
      throw new IllegalStateException("cannot start MariaDB, log " + log, e);
    }
  }

  TestDatabase create() throws SQLException {
    String name = "metastore" + counter.incrementAndGet();
    execute("CREATE DATABASE " + name + " CHARACTER SET latin1");
    try (Connection c = DriverManager.getConnection(url(name), USER, PASSWORD)) {
      SqlScript.installSchema(c, "mysql");
    }
    return new TestDatabase(
        DatabaseKind.MARIADB,
        "mysql",
        "com.mysql.cj.jdbc.Driver",
        url(name),
        USER,
        PASSWORD,
        () -> execute("DROP DATABASE " + name));
  }

  private String url(String database) {
    return "jdbc:mysql://127.0.0.1:" + port + "/" + database;
  }

  private boolean connects() {
    try {
      DriverManager.getConnection(url("mysql"), USER, PASSWORD).close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection c = DriverManager.getConnection(url("mysql"), USER, PASSWORD);
        Statement statement = c.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String require(String name) {
    return executable(name)
        .map(Path::toString)
        .orElseThrow(() -> new IllegalStateException(name + " is not installed"));
  }

  private static void run(Path log, List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(command.get(0) + " failed, see " + log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
