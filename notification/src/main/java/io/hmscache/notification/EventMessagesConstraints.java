package io.hmscache.notification;

import static io.hmscache.notification.EventMessages.catalogOr;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;
import org.apache.hadoop.hive.metastore.events.DropConstraintEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;

/**
 * Rows for constraints. Each method returns null for an empty list: Hive's listener logs nothing
 * then. The columns of ADD_FOREIGNKEY name the <em>parent</em> table, as Hive's do. Thread-safe.
 */
final class EventMessagesConstraints {

  private final MessageBuilder builder = MessageBuilder.getInstance();

  @Nullable
  NotificationRow primaryKey(List<SQLPrimaryKey> columns) {
    if (columns.isEmpty()) {
      return null;
    }
    SQLPrimaryKey first = columns.get(0);
    return new NotificationRow(
        EventType.ADD_PRIMARYKEY,
        builder.buildAddPrimaryKeyMessage(columns),
        catalogOr(first.getCatName()),
        first.getTable_db(),
        first.getTable_name());
  }

  @Nullable
  NotificationRow foreignKey(List<SQLForeignKey> columns) {
    if (columns.isEmpty()) {
      return null;
    }
    SQLForeignKey first = columns.get(0);
    return new NotificationRow(
        EventType.ADD_FOREIGNKEY,
        builder.buildAddForeignKeyMessage(columns),
        catalogOr(first.getCatName()),
        first.getPktable_db(),
        first.getPktable_name());
  }

  @Nullable
  NotificationRow unique(List<SQLUniqueConstraint> columns) {
    if (columns.isEmpty()) {
      return null;
    }
    SQLUniqueConstraint first = columns.get(0);
    return new NotificationRow(
        EventType.ADD_UNIQUECONSTRAINT,
        builder.buildAddUniqueConstraintMessage(columns),
        catalogOr(first.getCatName()),
        first.getTable_db(),
        first.getTable_name());
  }

  @Nullable
  NotificationRow notNull(List<SQLNotNullConstraint> columns) {
    if (columns.isEmpty()) {
      return null;
    }
    SQLNotNullConstraint first = columns.get(0);
    return new NotificationRow(
        EventType.ADD_NOTNULLCONSTRAINT,
        builder.buildAddNotNullConstraintMessage(columns),
        catalogOr(first.getCatName()),
        first.getTable_db(),
        first.getTable_name());
  }

  @Nullable
  NotificationRow defaultValue(List<SQLDefaultConstraint> columns) {
    if (columns.isEmpty()) {
      return null;
    }
    SQLDefaultConstraint first = columns.get(0);
    return new NotificationRow(
        EventType.ADD_DEFAULTCONSTRAINT,
        builder.buildAddDefaultConstraintMessage(columns),
        catalogOr(first.getCatName()),
        first.getTable_db(),
        first.getTable_name());
  }

  @Nullable
  NotificationRow check(List<SQLCheckConstraint> columns) {
    if (columns.isEmpty()) {
      return null;
    }
    SQLCheckConstraint first = columns.get(0);
    return new NotificationRow(
        EventType.ADD_CHECKCONSTRAINT,
        builder.buildAddCheckConstraintMessage(columns),
        catalogOr(first.getCatName()),
        first.getTable_db(),
        first.getTable_name());
  }

  NotificationRow drop(DropConstraintEvent event) {
    return new NotificationRow(
        EventType.DROP_CONSTRAINT,
        builder.buildDropConstraintMessage(
            event.getDbName(), event.getTableName(), event.getConstraintName()),
        catalogOr(event.getCatName()),
        event.getDbName(),
        event.getTableName());
  }
}
