package io.hmscache.notification;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;

/**
 * Appends rows to NOTIFICATION_LOG on a connection that somebody else opened and will commit: the
 * connection of a transaction of TxnHandler, or that of a JDO transaction while direct SQL holds
 * it. Thread-safe (no state); a connection is used by the calling thread only.
 *
 * <p>Ids come from the row of NOTIFICATION_SEQUENCE, which stays locked until that transaction
 * ends, so that the order of ids is the order of commits. The lock is taken by the UPDATE that
 * advances the row, before anything is read: this excludes ObjectStore's {@code SELECT … FOR
 * UPDATE} as well as its LOCK TABLE on Derby (where FOR UPDATE locks nothing), needs no statement
 * that differs between databases, and reads no value that another writer could still change.
 *
 * <p>Locks are always taken in the order NOTIFICATION_SEQUENCE, SEQUENCE_TABLE, as DataNucleus does
 * when ObjectStore writes a row.
 */
final class NotificationRowSql {

  /** DataNucleus' name for the generator of NOTIFICATION_LOG.NL_ID. */
  private static final String KEY_GENERATOR =
      "org.apache.hadoop.hive.metastore.model.MNotificationLog";

  private final int batchSize;

  /**
   * @param batchSize most rows in one JDBC batch (a row holds a whole message); at least 1
   */
  NotificationRowSql(int batchSize) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batchSize " + batchSize);
    }
    this.batchSize = batchSize;
  }

  /**
   * Gives the events consecutive ids, in list order, sets these on them and inserts them.
   *
   * @throws MetaException if a sequence has no row
   */
  void append(Connection connection, SQLGenerator sql, List<NotificationEvent> events)
      throws SQLException, MetaException {
    if (events.isEmpty()) {
      return;
    }
    char quote = quote(sql);
    long eventId = takeEventIds(connection, quote, events.size());
    long key = takeKeys(connection, quote, KEY_GENERATOR, events.size());
    String insert =
        quoted(
            "INSERT INTO ~NOTIFICATION_LOG~ (~NL_ID~, ~EVENT_ID~, ~EVENT_TIME~, ~EVENT_TYPE~,"
                + " ~CAT_NAME~, ~DB_NAME~, ~TBL_NAME~, ~MESSAGE~, ~MESSAGE_FORMAT~)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            quote);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      int pending = 0;
      for (NotificationEvent event : events) {
        event.setEventId(eventId++);
        statement.setLong(1, key++);
        statement.setLong(2, event.getEventId());
        statement.setInt(3, event.getEventTime());
        statement.setString(4, event.getEventType());
        setText(statement, 5, event.getCatName());
        setText(statement, 6, event.getDbName());
        setText(statement, 7, event.getTableName());
        statement.setString(8, event.getMessage());
        statement.setString(9, event.getMessageFormat());
        statement.addBatch();
        if (++pending == batchSize) {
          statement.executeBatch();
          pending = 0;
        }
      }
      if (pending > 0) {
        statement.executeBatch();
      }
    }
  }

  /** Locks the log until the connection's transaction ends, without taking an id. */
  void lock(Connection connection, SQLGenerator sql) throws SQLException, MetaException {
    advance(connection, quote(sql), 0);
  }

  /** The first of {@code count} new event ids; the sequence row is locked from here on. */
  private static long takeEventIds(Connection connection, char quote, int count)
      throws SQLException, MetaException {
    advance(connection, quote, count);
    String select = quoted("SELECT ~NEXT_EVENT_ID~ FROM ~NOTIFICATION_SEQUENCE~", quote);
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      return readLong(statement) - count;
    }
  }

  private static void advance(Connection connection, char quote, int count)
      throws SQLException, MetaException {
    String update =
        quoted("UPDATE ~NOTIFICATION_SEQUENCE~ SET ~NEXT_EVENT_ID~ = ~NEXT_EVENT_ID~ + ?", quote);
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setLong(1, count);
      checkOneRow(statement.executeUpdate(), "NOTIFICATION_SEQUENCE");
    }
  }

  /** The first of {@code count} new surrogate keys of one of DataNucleus' generators. */
  static long takeKeys(Connection connection, char quote, String generator, int count)
      throws SQLException, MetaException {
    String update =
        quoted(
            "UPDATE ~SEQUENCE_TABLE~ SET ~NEXT_VAL~ = ~NEXT_VAL~ + ? WHERE ~SEQUENCE_NAME~ = ?",
            quote);
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setLong(1, count);
      statement.setString(2, generator);
      checkOneRow(statement.executeUpdate(), "SEQUENCE_TABLE for " + generator);
    }
    String select =
        quoted("SELECT ~NEXT_VAL~ FROM ~SEQUENCE_TABLE~ WHERE ~SEQUENCE_NAME~ = ?", quote);
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, generator);
      return readLong(statement) - count;
    }
  }

  /**
   * The identifier quote of the database. MySQL understands the back-tick in every SQL mode; the
   * double quote would need a change of the session's mode first.
   */
  static char quote(SQLGenerator sql) {
    return sql.getDbProduct().isMYSQL() ? '`' : '"';
  }

  /** A statement written with {@code ~} around identifiers, in the quotes of the database. */
  static String quoted(String statement, char quote) {
    return statement.replace('~', quote);
  }

  private static void checkOneRow(int rows, String where) throws MetaException {
    if (rows != 1) {
      throw new MetaException(
          "The metastore schema is incomplete: "
              + rows
              + " rows instead of one in "
              + where
              + "; no notification can be logged");
    }
  }

  private static long readLong(PreparedStatement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      if (!result.next()) {
        throw new SQLException("A row that this transaction has just updated is gone");
      }
      return result.getLong(1);
    }
  }

  static void setText(PreparedStatement statement, int index, @Nullable String value)
      throws SQLException {
    if (value == null) {
      statement.setNull(index, Types.VARCHAR);
    } else {
      statement.setString(index, value);
    }
  }
}
