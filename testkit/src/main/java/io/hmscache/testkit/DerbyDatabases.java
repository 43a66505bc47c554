package io.hmscache.testkit;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.derby.drda.NetworkServerControl;

/**
 * Derby databases in the memory of this JVM, optionally behind a network server. The schema script
 * runs once per JVM; every database is created from a copy of its result.
 */
final class DerbyDatabases {

  static final String CLIENT_DRIVER = "org.apache.derby.jdbc.ClientDriver";
  private static final String EMBEDDED_DRIVER = "org.apache.derby.jdbc.EmbeddedDriver";
  private static final String USER = "APP";
  private static final String PASSWORD = "mine";
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private DerbyDatabases() {}

  /** Made on first use. */
  private static final class Template {
    static final Path FOLDER = make();

    private static Path make() {
      Path folder = Folders.create("derby-template");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
      try (Connection c =
          DriverManager.getConnection("jdbc:derby:memory:template;create=true", USER, PASSWORD)) {
        SqlScript.installSchema(c, "derby");
        try (Statement statement = c.createStatement()) {
          statement.execute("CALL SYSCS_UTIL.SYSCS_BACKUP_DATABASE('" + folder + "')");
        }
      } catch (SQLException e) {
        throw new IllegalStateException("cannot make the Derby template", e);
      }
      dropQuietly("template");
      return folder.resolve("template");
    }
  }

  /** Made on first use; ends with the JVM. */
  private static final class Server {
    static final int PORT = start();

    private static int start() {
      int port = Ports.free();
      try {
        NetworkServerControl server =
            new NetworkServerControl(InetAddress.getByName("127.0.0.1"), port);
        PrintWriter silent =
            new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        server.start(silent);
        Waiting.until("Derby's network server on port " + port, 30_000, () -> Ports.answers(port));
        return port;
      } catch (Exception e) {
        throw new IllegalStateException("cannot start Derby's network server", e);
      }
    }
  }

  static TestDatabase createEmbedded() throws SQLException {
    String name = newDatabase();
    return new TestDatabase(
        DatabaseKind.DERBY_MEMORY,
        "derby",
        EMBEDDED_DRIVER,
        "jdbc:derby:memory:" + name,
        USER,
        PASSWORD,
        () -> dropQuietly(name));
  }

  static TestDatabase createOnServer() throws SQLException {
    return onServer(newDatabase());
  }

  static TestDatabase createEmptyOnServer() throws SQLException {
    String name = "metastore" + COUNTER.incrementAndGet();
    DriverManager.getConnection("jdbc:derby:memory:" + name + ";create=true", USER, PASSWORD)
        .close();
    return onServer(name);
  }

  private static TestDatabase onServer(String name) {
    return new TestDatabase(
        DatabaseKind.DERBY_SERVER,
        "derby",
        CLIENT_DRIVER,
        "jdbc:derby://127.0.0.1:" + Server.PORT + "/memory:" + name,
        USER,
        PASSWORD,
        () -> dropQuietly(name));
  }

  private static String newDatabase() throws SQLException {
    String name = "metastore" + COUNTER.incrementAndGet();
    String url = "jdbc:derby:memory:" + name + ";createFrom=" + Template.FOLDER;
    DriverManager.getConnection(url, USER, PASSWORD).close();
    return name;
  }

  private static void dropQuietly(String name) {
    try {
      DriverManager.getConnection("jdbc:derby:memory:" + name + ";drop=true", USER, PASSWORD)
          .close();
      throw new IllegalStateException("Derby did not confirm that it dropped " + name);
    } catch (SQLException e) {
      // Derby reports success by this exception.
      if (!"08006".equals(e.getSQLState())) {
        throw new IllegalStateException("cannot drop Derby database " + name, e);
      }
    }
  }
}
