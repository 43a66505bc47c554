package io.hmscache.notification;

import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/**
 * Writes rows of the log by hand: with the lock, as every writer of Hive does, or without it. One
 * thread.
 */
final class LogWriter implements AutoCloseable {

  private final Connection connection;
  private final LogDatabase.Product product;
  private final boolean derby;

  LogWriter(TestDatabase db) throws SQLException {
    connection = db.connect();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    product = LogDatabase.Product.of(connection);
    derby = db.schemaType().equals("derby");
  }

  /** Runs a statement and commits. */
  void execute(String template) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(product.sql(template));
    }
    connection.commit();
  }

  /** One event in a transaction of its own. */
  long append(NotificationEvent event) throws SQLException {
    long id = begin(event);
    connection.commit();
    return id;
  }

  /** Takes the lock and an id and inserts the row; the transaction stays open. */
  long begin(NotificationEvent event) throws SQLException {
    long id = lockAndTakeId();
    insert(id, event);
    return id;
  }

  /** Takes an id and gives the lock back: what no writer may do. */
  long takeId() throws SQLException {
    long id = lockAndTakeId();
    connection.commit();
    return id;
  }

  private long lockAndTakeId() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (derby) {
        statement.execute("LOCK TABLE NOTIFICATION_SEQUENCE IN EXCLUSIVE MODE");
      }
      long id =
          next(
              statement,
              "SELECT [NEXT_EVENT_ID] FROM [NOTIFICATION_SEQUENCE]" + (derby ? "" : " FOR UPDATE"));
      statement.executeUpdate(
          product.sql("UPDATE [NOTIFICATION_SEQUENCE] SET [NEXT_EVENT_ID] = " + (id + 1)));
      return id;
    }
  }

  private long next(Statement statement, String template) throws SQLException {
    try (ResultSet row = statement.executeQuery(product.sql(template))) {
      if (!row.next()) {
        throw new SQLException("no sequence");
      }
      return row.getLong(1);
    }
  }

  /** Inserts a row under an id; the transaction stays open. */
  void insert(long id, NotificationEvent event) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            product.sql(
                "INSERT INTO [NOTIFICATION_LOG] ([NL_ID], [EVENT_ID], [EVENT_TIME], [EVENT_TYPE],"
                    + " [CAT_NAME], [DB_NAME], [TBL_NAME], [MESSAGE_FORMAT], [MESSAGE])"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"))) {
      insert.setLong(1, 1_000_000 + id);
      insert.setLong(2, id);
      insert.setInt(3, event.getEventTime());
      insert.setString(4, event.getEventType());
      insert.setString(5, event.getCatName());
      insert.setString(6, event.getDbName());
      insert.setString(7, event.getTableName());
      insert.setString(8, event.getMessageFormat());
      insert.setString(9, event.getMessage());
      insert.executeUpdate();
    }
  }

  void commit() throws SQLException {
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    connection.rollback();
    connection.close();
  }
}
