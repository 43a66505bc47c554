package io.hmscache.notification;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.metastore.ReplChangeManager;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.messaging.AcidWriteMessage;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;

/**
 * Rows of TXN_WRITE_NOTIFICATION_LOG: which files a transaction wrote to a table or partition.
 * Consumers of the log fetch them by transaction id when they meet its COMMIT_TXN; ACID_WRITE has
 * no row in NOTIFICATION_LOG, as writes of open transactions are not news yet.
 *
 * <p>One row per (transaction, database, table, partition); a second write of the same transaction
 * adds its files. Adding a file twice changes nothing, so that a client may repeat the call.
 * Thread-safe (no state).
 */
final class NotificationRowAcidWrites {

  private static final String KEY_GENERATOR =
      "org.apache.hadoop.hive.metastore.model.MTxnWriteNotificationLog";

  private static final String KEY =
      " WHERE ~WNL_TXNID~ = ? AND ~WNL_DATABASE~ = ? AND ~WNL_TABLE~ = ? AND ~WNL_PARTITION~ = ?";

  /** Adds or extends the rows for some writes, on the connection handed in. */
  void write(Connection connection, SQLGenerator sql, List<? extends AcidWriteMessage> writes)
      throws SQLException, MetaException {
    char quote = NotificationRowSql.quote(sql);
    List<AcidWriteMessage> missing = new ArrayList<>();
    for (AcidWriteMessage write : writes) {
      if (!extend(connection, quote, write)) {
        missing.add(write);
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    long key = NotificationRowSql.takeKeys(connection, quote, KEY_GENERATOR, missing.size());
    for (AcidWriteMessage write : missing) {
      // The same partition may stand in a batch twice: the first one has made the row.
      if (!extend(connection, quote, write)) {
        insert(connection, quote, key++, write);
      }
    }
  }

  /**
   * Updates the row if there is one. The first UPDATE locks it, so that a concurrent writer of the
   * same transaction cannot add files between our reading and writing of the list.
   */
  private static boolean extend(Connection connection, char quote, AcidWriteMessage write)
      throws SQLException {
    String update =
        NotificationRowSql.quoted(
            "UPDATE ~TXN_WRITE_NOTIFICATION_LOG~ SET ~WNL_TABLE_OBJ~ = ?, ~WNL_PARTITION_OBJ~ = ?,"
                + " ~WNL_EVENT_TIME~ = ?"
                + KEY,
            quote);
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setString(1, write.getTableObjStr());
      NotificationRowSql.setText(statement, 2, write.getPartitionObjStr());
      statement.setInt(3, eventTime(write));
      setKey(statement, 4, write);
      if (statement.executeUpdate() == 0) {
        return false;
      }
    }
    Set<String> files = new LinkedHashSet<>();
    String select =
        NotificationRowSql.quoted(
            "SELECT ~WNL_FILES~ FROM ~TXN_WRITE_NOTIFICATION_LOG~" + KEY, quote);
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      setKey(statement, 1, write);
      try (ResultSet result = statement.executeQuery()) {
        String known = result.next() ? result.getString(1) : null;
        if (known != null && !known.isEmpty()) {
          files.addAll(Arrays.asList(ReplChangeManager.getListFromSeparatedString(known)));
        }
      }
    }
    boolean changed = false;
    for (String file : write.getFiles()) {
      changed |= files.add(file);
    }
    if (changed) {
      String append =
          NotificationRowSql.quoted(
              "UPDATE ~TXN_WRITE_NOTIFICATION_LOG~ SET ~WNL_FILES~ = ?" + KEY, quote);
      try (PreparedStatement statement = connection.prepareStatement(append)) {
        statement.setString(1, ReplChangeManager.joinWithSeparator(files));
        setKey(statement, 2, write);
        statement.executeUpdate();
      }
    }
    return true;
  }

  private static void insert(Connection connection, char quote, long key, AcidWriteMessage write)
      throws SQLException {
    String insert =
        NotificationRowSql.quoted(
            "INSERT INTO ~TXN_WRITE_NOTIFICATION_LOG~ (~WNL_ID~, ~WNL_TXNID~, ~WNL_DATABASE~,"
                + " ~WNL_TABLE~, ~WNL_PARTITION~, ~WNL_WRITEID~, ~WNL_TABLE_OBJ~,"
                + " ~WNL_PARTITION_OBJ~, ~WNL_FILES~, ~WNL_EVENT_TIME~)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            quote);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setLong(1, key);
      setKey(statement, 2, write);
      statement.setLong(6, write.getWriteId());
      statement.setString(7, write.getTableObjStr());
      NotificationRowSql.setText(statement, 8, write.getPartitionObjStr());
      statement.setString(9, ReplChangeManager.joinWithSeparator(write.getFiles()));
      statement.setInt(10, eventTime(write));
      statement.executeUpdate();
    }
  }

  private static void setKey(PreparedStatement statement, int first, AcidWriteMessage write)
      throws SQLException {
    statement.setLong(first, write.getTxnId());
    statement.setString(first + 1, write.getDB());
    statement.setString(first + 2, write.getTable());
    // Empty for a table without partitions: Hive's reader relies on it, and the column is a key.
    statement.setString(first + 3, write.getPartition());
  }

  private static int eventTime(AcidWriteMessage write) {
    return (int) Math.min(Integer.MAX_VALUE, write.getTimestamp());
  }
}
