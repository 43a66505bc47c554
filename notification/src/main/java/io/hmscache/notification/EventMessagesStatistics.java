package io.hmscache.notification;

import static io.hmscache.notification.EventMessages.catalogOr;

import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.events.DeletePartitionColumnStatEvent;
import org.apache.hadoop.hive.metastore.events.DeleteTableColumnStatEvent;
import org.apache.hadoop.hive.metastore.events.UpdatePartitionColumnStatEvent;
import org.apache.hadoop.hive.metastore.events.UpdateTableColumnStatEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;

/** Rows for column statistics. Thread-safe. */
final class EventMessagesStatistics {

  private final MessageBuilder builder = MessageBuilder.getInstance();

  NotificationRow updateTable(UpdateTableColumnStatEvent event) {
    ColumnStatisticsDesc of = event.getColStats().getStatsDesc();
    return new NotificationRow(
        EventType.UPDATE_TABLE_COLUMN_STAT,
        builder.buildUpdateTableColumnStatMessage(
            event.getColStats(),
            event.getTableObj(),
            event.getTableParameters(),
            event.getWriteId()),
        catalogOr(of.getCatName()),
        of.getDbName(),
        of.getTableName());
  }

  NotificationRow deleteTable(DeleteTableColumnStatEvent event) {
    return new NotificationRow(
        EventType.DELETE_TABLE_COLUMN_STAT,
        builder.buildDeleteTableColumnStatMessage(event.getDBName(), event.getColName()),
        catalogOr(event.getCatName()),
        event.getDBName(),
        event.getTableName());
  }

  NotificationRow updatePartition(UpdatePartitionColumnStatEvent event) {
    ColumnStatisticsDesc of = event.getPartColStats().getStatsDesc();
    return new NotificationRow(
        EventType.UPDATE_PARTITION_COLUMN_STAT,
        builder.buildUpdatePartitionColumnStatMessage(
            event.getPartColStats(),
            event.getPartVals(),
            event.getPartParameters(),
            event.getTableObj(),
            event.getWriteId()),
        catalogOr(of.getCatName()),
        of.getDbName(),
        of.getTableName());
  }

  NotificationRow deletePartition(DeletePartitionColumnStatEvent event) {
    return new NotificationRow(
        EventType.DELETE_PARTITION_COLUMN_STAT,
        builder.buildDeletePartitionColumnStatMessage(
            event.getDBName(), event.getColName(), event.getPartName(), event.getPartVals()),
        catalogOr(event.getCatName()),
        event.getDBName(),
        event.getTableName());
  }
}
