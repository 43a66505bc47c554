package io.hmscache.peer;

import io.hmscache.testkit.SqlScript;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Leaves a Derby database with the official schema in a folder, for {@code createFrom}.
 *
 * <p>With the tables that DataNucleus makes on demand there is no row in NOTIFICATION_SEQUENCE.
 * Then {@code ObjectStore.addNotificationEvent}, called by every listener that writes the log,
 * locks that table and asks for a key on a second connection, which waits for the first until
 * Derby's lock time-out of a minute has passed. No installed metastore is like that.
 */
final class SchemaTemplate {

  private SchemaTemplate() {}

  /** Takes the folder that shall hold the folder {@code template}. */
  public static void main(String[] arguments) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:derby:memory:template;create=true", "APP", "mine")) {
      SqlScript.installSchema(connection, "derby");
      try (Statement statement = connection.createStatement()) {
        statement.execute("CALL SYSCS_UTIL.SYSCS_BACKUP_DATABASE('" + arguments[0] + "')");
      }
    }
  }
}
