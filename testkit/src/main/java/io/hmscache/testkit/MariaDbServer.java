package io.hmscache.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A MariaDB server of this JVM, started from {@link MariaDbPrograms}. */
final class MariaDbServer {

  private static final String USER = "hive";
  private static final String PASSWORD = "hive";

  /**
   * From 11 on MariaDB says its own version to clients; MySQL's driver, which Hive uses, then asks
   * for a table that only MySQL 8 has. This is the form in which older releases said it.
   */
  private static final String VERSION_FOR_DRIVER = "5.5.5-10.11.0-MariaDB";

  private final int port = Ports.free();
  private final AtomicInteger counter = new AtomicInteger();

  /** Made on first use; ends with the JVM. */
  private static final class Holder {
    static final MariaDbServer SERVER = new MariaDbServer();
  }

  static MariaDbServer shared() {
    return Holder.SERVER;
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
      MariaDbPrograms programs = MariaDbPrograms.find(folder.resolve("programs"));
      List<String> install = new ArrayList<>(programs.install());
      install.addAll(List.of("--user=" + owner, "--datadir=" + data, "--skip-test-db"));
      run(log, install);
      Process server =
          new ProcessBuilder(
                  programs.server(),
                  "--no-defaults",
                  "--user=" + owner,
                  "--datadir=" + data,
                  "--bind-address=127.0.0.1",
                  "--port=" + port,
                  "--socket=" + folder.resolve("s"),
                  "--skip-name-resolve",
                  "--version=" + VERSION_FOR_DRIVER,
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
