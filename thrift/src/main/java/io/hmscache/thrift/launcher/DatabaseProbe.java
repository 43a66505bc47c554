package io.hmscache.thrift.launcher;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.annotation.Nullable;

/** Looks at the database before a metastore is started on it. */
final class DatabaseProbe {

  /** The schema of Hive 4.0.1; it did not change after 4.0.0. */
  static final String SCHEMA_VERSION = "4.0.0";

  private static final int LOGIN_TIMEOUT_SECONDS = 15;
  private static final String DERBY_STOPPED = "XJ015";

  private final LauncherOptions options;

  DatabaseProbe(LauncherOptions options) {
    this.options = options;
  }

  /**
   * Whether the database has the metastore's tables.
   *
   * @throws LauncherException if it cannot be reached, if its schema is another version's, or if
   *     there is none and {@code --init-schema} was not given
   */
  boolean hasSchema() throws LauncherException {
    try {
      Class.forName(options.backend().driver());
    } catch (ClassNotFoundException e) {
      throw LauncherException.failure(
          "no JDBC driver " + options.backend().driver() + ": add its jar by --class-path");
    }
    try (Connection connection = connect()) {
      return hasSchema(connection);
    } catch (SQLException e) {
      throw LauncherException.failure(
          "cannot reach the database " + options.url() + ": " + LauncherException.firstLine(e));
    } finally {
      if (options.backend() == Backend.DERBY_EMBEDDED) {
        stopDerby();
      }
    }
  }

  private Connection connect() throws SQLException {
    DriverManager.setLoginTimeout(LOGIN_TIMEOUT_SECONDS);
    String url = options.url();
    if (options.backend().derby() && options.initSchema() && !url.contains("create=true")) {
      url += ";create=true";
    }
    Properties properties = new Properties();
    properties.setProperty("user", options.user());
    properties.setProperty("password", options.password());
    return DriverManager.getConnection(url, properties);
  }

  private boolean hasSchema(Connection connection) throws LauncherException {
    String reason;
    String found = null;
    String sql =
        "SELECT "
            + options.backend().quoted("SCHEMA_VERSION")
            + " FROM "
            + options.backend().quoted("VERSION");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      found = rows.next() ? rows.getString(1) : null;
      reason = "table VERSION is empty";
    } catch (SQLException e) {
      reason = LauncherException.firstLine(e);
    }
    return judge(found, reason);
  }

  private boolean judge(@Nullable String found, String reason) throws LauncherException {
    if (SCHEMA_VERSION.equals(found)) {
      return true;
    }
    if (found != null) {
      throw LauncherException.failure(
          "the database has the metastore schema of version "
              + found
              + ", needed is "
              + SCHEMA_VERSION
              + ": upgrade it with the distribution's bin/schematool");
    }
    if (options.initSchema()) {
      return false;
    }
    throw LauncherException.failure(
        "the database has no metastore schema (" + reason + "): add --init-schema to create it");
  }

  /** Lets go of an embedded database, which one process at a time can open. */
  private static void stopDerby() throws LauncherException {
    try {
      DriverManager.getConnection("jdbc:derby:;shutdown=true").close();
    } catch (SQLException e) {
      if (!DERBY_STOPPED.equals(e.getSQLState())) {
        throw LauncherException.failure(
            "cannot close the Derby database: " + LauncherException.firstLine(e));
      }
    }
  }
}
