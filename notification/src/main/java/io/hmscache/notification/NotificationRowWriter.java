package io.hmscache.notification;

import static org.apache.hadoop.hive.metastore.MetaStoreEventListenerConstants.DB_NOTIFICATION_EVENT_ID_KEY_NAME;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.hadoop.hive.metastore.events.ListenerEvent;
import org.apache.hadoop.hive.metastore.messaging.AcidWriteMessage;
import org.apache.hadoop.hive.metastore.messaging.MessageEncoder;
import org.apache.hadoop.hive.metastore.messaging.MessageFactory;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;
import org.springframework.jdbc.UncategorizedSQLException;

/**
 * Puts rows into the log, in the transaction of the change they tell about: through the RawStore
 * for events of a RawStore transaction, by SQL for events that come with a connection. Thread-safe;
 * holds no connection.
 */
final class NotificationRowWriter {

  private final Configuration conf;
  private final MessageEncoder encoder;
  private final NotificationRowSql sqlWriter;
  private final NotificationRowAcidWrites acidWriter = new NotificationRowAcidWrites();

  NotificationRowWriter(Configuration conf) {
    this.conf = conf;
    this.encoder = MessageFactory.getDefaultInstance(conf);
    this.sqlWriter =
        new NotificationRowSql(
            Math.max(1, MetastoreConf.getIntVar(conf, ConfVars.JDBC_MAX_BATCH_SIZE)));
  }

  /**
   * Adds a row through the RawStore that serves the event's request, and tells the event the row's
   * id (FireEventResponse hands it to clients such as Impala).
   */
  void write(NotificationRow row, ListenerEvent event) throws MetaException {
    NotificationEvent entry = row.encode(encoder);
    storeOf(event.getIHMSHandler()).addNotificationEvent(entry);
    tell(event, entry.getEventId());
  }

  /** Adds a row through a RawStore; within its transaction if one is open. */
  void write(NotificationRow row, RawStore store) throws MetaException {
    store.addNotificationEvent(row.encode(encoder));
  }

  /**
   * Adds rows with consecutive ids on a connection, and tells events the ids.
   *
   * @param events one for each of the first rows; rows beyond have no event
   */
  void write(
      List<NotificationRow> rows,
      List<? extends ListenerEvent> events,
      @Nullable Connection connection,
      @Nullable SQLGenerator sql)
      throws MetaException {
    if (connection == null || sql == null) {
      throw notTransactional();
    }
    List<NotificationEvent> entries = new ArrayList<>(rows.size());
    for (NotificationRow row : rows) {
      entries.add(row.encode(encoder));
    }
    try {
      sqlWriter.append(connection, sql, entries);
    } catch (SQLException e) {
      throw retryable("append to the notification log", e);
    }
    for (int i = 0; i < events.size(); i++) {
      tell(events.get(i), entries.get(i).getEventId());
    }
  }

  /** Makes rows from what a transaction sees. */
  interface ImageReader {
    List<NotificationRow> read(NotificationRowImages images) throws SQLException;
  }

  /** Locks the log for the connection's transaction, then reads what rows to add. */
  List<NotificationRow> readUnderLock(
      @Nullable Connection connection, @Nullable SQLGenerator sql, ImageReader reader)
      throws MetaException {
    if (connection == null || sql == null) {
      throw notTransactional();
    }
    try {
      sqlWriter.lock(connection, sql);
      return reader.read(new NotificationRowImages(connection, sql));
    } catch (SQLException e) {
      throw retryable("read what a commit has changed", e);
    }
  }

  /** Adds writes of open transactions to their own log, on a connection. */
  void writeAcid(
      List<? extends AcidWriteMessage> writes,
      @Nullable Connection connection,
      @Nullable SQLGenerator sql)
      throws MetaException {
    if (connection == null || sql == null) {
      throw notTransactional();
    }
    try {
      acidWriter.write(connection, sql, writes);
    } catch (SQLException e) {
      throw retryable("append to the write notification log", e);
    }
  }

  /**
   * A failure that Hive's retry of transaction calls recognises: it looks for the SQLException
   * behind a DataAccessException to tell deadlocks and lost connections from errors; a
   * MetaException would end the call.
   */
  static RuntimeException retryable(String task, SQLException cause) {
    return new UncategorizedSQLException(task, null, cause);
  }

  private static MetaException notTransactional() {
    return new MetaException(
        NotificationLogListener.class.getName()
            + " was called without a transaction's connection; it belongs in "
            + ConfVars.TRANSACTIONAL_EVENT_LISTENERS.getVarname());
  }

  private RawStore storeOf(@Nullable IHMSHandler handler) throws MetaException {
    return handler == null ? HMSHandler.getMSForConf(conf) : handler.getMS();
  }

  private static void tell(ListenerEvent event, long eventId) {
    // An event's parameter cannot be set twice; another transactional listener may have done so.
    if (!event.getParameters().containsKey(DB_NOTIFICATION_EVENT_ID_KEY_NAME)) {
      event.putParameter(DB_NOTIFICATION_EVENT_ID_KEY_NAME, Long.toString(eventId));
    }
  }
}
