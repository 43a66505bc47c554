package io.hmscache.notification;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageEncoder;

/**
 * One row of NOTIFICATION_LOG before it has an id: the type, the names in the row's own columns and
 * the message, not yet encoded. The names stay as Hive's events carry them; a reader makes them
 * canonical. Immutable as far as the message is.
 */
final class NotificationRow {

  private final EventType type;
  private final EventMessage message;
  @Nullable private final String catalog;
  @Nullable private final String database;
  @Nullable private final String table;

  NotificationRow(
      EventType type,
      EventMessage message,
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table) {
    this.type = type;
    this.message = message;
    this.catalog = catalog;
    this.database = database;
    this.table = table;
  }

  EventType type() {
    return type;
  }

  EventMessage message() {
    return message;
  }

  @Nullable
  String catalog() {
    return catalog;
  }

  @Nullable
  String database() {
    return database;
  }

  @Nullable
  String table() {
    return table;
  }

  /**
   * The row as RawStore takes it, with id 0. EVENT_TYPE holds {@link EventType#toString()}, not the
   * constant's name ({@code ALLOC_WRITE_ID_EVENT} for {@code ALLOC_WRITE_ID}): that is what Hive
   * replication and Impala look for.
   */
  NotificationEvent encode(MessageEncoder encoder) {
    NotificationEvent event =
        new NotificationEvent(
            0L, eventTime(), type.toString(), encoder.getSerializer().serialize(message));
    event.setMessageFormat(encoder.getMessageFormat());
    if (catalog != null) {
      event.setCatName(catalog);
    }
    if (database != null) {
      event.setDbName(database);
    }
    if (table != null) {
      event.setTableName(table);
    }
    return event;
  }

  /** Seconds since the epoch; the column is a 32-bit integer. */
  private int eventTime() {
    return (int) Math.min(Integer.MAX_VALUE, message.getTimestamp());
  }
}
