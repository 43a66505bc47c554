package io.hmscache.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.concurrent.GuardedBy;

/**
 * A PostgreSQL server of this JVM. The schema script runs once; every database is a copy of that
 * template.
 */
final class PostgresServer {

  private static final String USER = "postgres";
  private static final String TEMPLATE = "hms_template";

  private final EmbeddedPostgres server;
  private final AtomicInteger counter = new AtomicInteger();

  @GuardedBy("this")
  private boolean hasTemplate;

  /** Made on first use; ends with the JVM by a hook of the library. */
  private static final class Holder {
    static final PostgresServer SERVER = new PostgresServer();
  }

  static PostgresServer shared() {
    return Holder.SERVER;
  }

  private PostgresServer() {
    Path folder = Folders.create("postgres");
    try {
      server =
          EmbeddedPostgres.builder()
              .setDataDirectory(folder)
              .setCleanDataDirectory(true)
              // A test never needs to survive a crash of the machine.
              .setServerConfig("fsync", "off")
              .setServerConfig("full_page_writes", "off")
              .setServerConfig("max_connections", "300")
              .start();
    } catch (IOException e) {
      throw new IllegalStateException("cannot start PostgreSQL", e);
    }
  }

  TestDatabase create() throws SQLException {
    makeTemplate();
    return create(" TEMPLATE " + TEMPLATE);
  }

  TestDatabase createEmpty() throws SQLException {
    return create("");
  }

  private synchronized void makeTemplate() throws SQLException {
    if (hasTemplate) {
      return;
    }
    execute("CREATE DATABASE " + TEMPLATE);
    try (Connection c = DriverManager.getConnection(url(TEMPLATE), USER, USER)) {
      SqlScript.installSchema(c, "postgres");
    }
    hasTemplate = true;
  }

  private TestDatabase create(String from) throws SQLException {
    String name = "metastore" + counter.incrementAndGet();
    execute("CREATE DATABASE " + name + from);
    return new TestDatabase(
        DatabaseKind.POSTGRES,
        "postgres",
        "org.postgresql.Driver",
        url(name),
        USER,
        USER,
        () -> execute("DROP DATABASE " + name + " WITH (FORCE)"));
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database;
  }

  private void execute(String sql) throws SQLException {
    try (Connection c = DriverManager.getConnection(url(USER), USER, USER);
        Statement statement = c.createStatement()) {
      statement.execute(sql);
    }
  }
}
