package io.hmscache.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Stream;

/**
 * A PostgreSQL server for one test that can be stopped, started again on the same port, and put
 * back to an earlier state. For one thread.
 */
public final class OwnPostgres implements AutoCloseable {

  private static final String USER = "postgres";

  private final Path folder = Folders.create("own-postgres");
  private final int port = Ports.free();
  private final TestDatabase database;
  private EmbeddedPostgres server;
  private boolean running;

  private OwnPostgres() {
    server = startServer();
    running = true;
    database =
        new TestDatabase(
            DatabaseKind.POSTGRES,
            "postgres",
            "org.postgresql.Driver",
            url(),
            USER,
            USER,
            () -> {});
  }

  /** Starts a server with the metastore's schema. */
  public static OwnPostgres start() {
    OwnPostgres started = new OwnPostgres();
    try (Connection c = DriverManager.getConnection(started.url(), USER, USER)) {
      SqlScript.installSchema(c, "postgres");
      return started;
    } catch (SQLException e) {
      started.close();
      throw new IllegalStateException("cannot create the metastore's schema", e);
    }
  }

  /** The database; at the same place after every restart. */
  public TestDatabase database() {
    return database;
  }

  /** Port of the server. */
  public int port() {
    return port;
  }

  /** The URL of the database through another port of this machine, such as a proxy's. */
  public String urlThrough(int otherPort) {
    return "jdbc:postgresql://127.0.0.1:" + otherPort + "/" + USER;
  }

  private String url() {
    return urlThrough(port);
  }

  /** Stops the server; its connections break. */
  public void stop() {
    if (running) {
      running = false;
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot stop PostgreSQL", e);
      }
    }
  }

  /** Starts the server on its data again. */
  public void restart() {
    if (!running) {
      server = startServer();
      running = true;
    }
  }

  /** Copies the data of the stopped server. */
  public void backUp() {
    copy(data(), backup());
  }

  /** Puts the stopped server's data back to the last {@link #backUp}. */
  public void restore() {
    copy(backup(), data());
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Path backup() {
    return folder.resolve("backup");
  }

  private void copy(Path from, Path to) {
    if (running) {
      throw new IllegalStateException("the server runs");
    }
    Folders.delete(to);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from, e);
    }
  }

  private EmbeddedPostgres startServer() {
    try {
      return EmbeddedPostgres.builder()
          .setDataDirectory(data())
          .setCleanDataDirectory(false)
          .setPort(port)
          // A test never needs to survive a crash of the machine.
          .setServerConfig("fsync", "off")
          .setServerConfig("full_page_writes", "off")
          .setServerConfig("max_connections", "100")
          .start();
    } catch (IOException e) {
      throw new IllegalStateException("cannot start PostgreSQL on port " + port, e);
    }
  }

  @Override
  public void close() {
    stop();
    HiveStatics.reset();
    Folders.delete(folder);
  }
}
