package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.DeletePartitionColumnStatMessage;
import org.apache.hadoop.hive.metastore.messaging.DeleteTableColumnStatMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.UpdatePartitionColumnStatMessage;
import org.apache.hadoop.hive.metastore.messaging.UpdateTableColumnStatMessage;

/** Events of column statistics. */
class StatisticsEventsTest {

  private static final String DB = "statistics";

  @DatabaseTest
  void tableStatistics(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      createTable(metastore, "t");
      ColumnStatistics stats = statistics("t", null, 7);

      NotificationEvent updated =
          metastore.oneDuring(() -> metastore.handler().update_table_column_statistics(stats));
      assertColumns(updated, EventType.UPDATE_TABLE_COLUMN_STAT, "hive", DB, "t");
      UpdateTableColumnStatMessage message = decode(updated, UpdateTableColumnStatMessage.class);
      assertEquals(stats.getStatsObj(), message.getColumnStatistics().getStatsObj());
      assertEquals("t", message.getTableObject().getTableName());
      assertNotNull(message.getParameters().get("COLUMN_STATS_ACCURATE"));

      NotificationEvent deleted =
          metastore.oneDuring(
              () -> metastore.handler().delete_table_column_statistics(DB, "t", "id", "hive"));
      assertColumns(deleted, EventType.DELETE_TABLE_COLUMN_STAT, "hive", DB, "t");
      assertEquals("id", decode(deleted, DeleteTableColumnStatMessage.class).getColName());
    }
  }

  @DatabaseTest
  void onePartitionsStatistics(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = createTable(metastore, "t", "p");
      metastore.handler().add_partition(Samples.partition(table, "1"));
      ColumnStatistics stats = statistics("t", "p=1", 8);

      NotificationEvent updated =
          metastore.oneDuring(() -> metastore.handler().update_partition_column_statistics(stats));
      assertColumns(updated, EventType.UPDATE_PARTITION_COLUMN_STAT, "hive", DB, "t");
      UpdatePartitionColumnStatMessage message =
          decode(updated, UpdatePartitionColumnStatMessage.class);
      assertEquals(List.of("1"), message.getPartVals());
      assertEquals(stats.getStatsObj(), message.getColumnStatistics().getStatsObj());

      NotificationEvent deleted =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .delete_partition_column_statistics(DB, "t", "p=1", "id", "hive"));
      assertColumns(deleted, EventType.DELETE_PARTITION_COLUMN_STAT, "hive", DB, "t");
      DeletePartitionColumnStatMessage deleteMessage =
          decode(deleted, DeletePartitionColumnStatMessage.class);
      assertEquals("p=1", deleteMessage.getPartName());
      assertEquals(List.of("1"), deleteMessage.getPartValues());
    }
  }

  /** The batch is only ever told with a connection; Hive has no message for it as a whole. */
  @DatabaseTest
  void batchLogsOneRowForEachPartition(TestDatabase database) throws Exception {
    for (Format format : Format.values()) {
      try (LogTestMetastore metastore = LogTestMetastore.open(database, format)) {
        String name = "batch_" + (format == Format.JSON ? "json" : "gzip");
        Table table = createTable(metastore, name, "p");
        List<ColumnStatistics> all = new ArrayList<>();
        for (String value : List.of("1", "2", "3")) {
          metastore.handler().add_partition(Samples.partition(table, value));
          all.add(statistics(name, "p=" + value, Long.parseLong(value)));
        }

        SetPartitionsStatsRequest request = new SetPartitionsStatsRequest(all);
        List<NotificationEvent> rows =
            metastore.during(() -> metastore.handler().set_aggr_stats_for(request));

        String type = EventType.UPDATE_PARTITION_COLUMN_STAT.toString();
        assertEquals(List.of(type, type, type), types(rows));
        List<String> partitions = new ArrayList<>();
        for (NotificationEvent row : rows) {
          assertColumns(row, EventType.UPDATE_PARTITION_COLUMN_STAT, "hive", DB, name);
          UpdatePartitionColumnStatMessage message =
              decode(row, UpdatePartitionColumnStatMessage.class);
          String value = message.getPartVals().get(0);
          partitions.add(value);
          assertEquals(
              statistics(name, "p=" + value, Long.parseLong(value)).getStatsObj(),
              message.getColumnStatistics().getStatsObj());
          assertEquals(name, message.getTableObject().getTableName());
        }
        partitions.sort(null);
        assertEquals(List.of("1", "2", "3"), partitions);
      }
    }
  }

  private static Table createTable(LogTestMetastore metastore, String name, String... keys)
      throws Exception {
    if (!metastore.handler().get_all_databases().contains(DB)) {
      metastore.handler().create_database(Samples.database(DB));
    }
    Table table = Samples.table(DB, name, keys);
    metastore.handler().create_table(table);
    return table;
  }

  private static ColumnStatistics statistics(String table, String partition, long high) {
    return statistics(DB, table, partition, high);
  }

  static ColumnStatistics statistics(String database, String table, String partition, long high) {
    ColumnStatisticsDesc of = new ColumnStatisticsDesc(partition == null, database, table);
    of.setCatName("hive");
    if (partition != null) {
      of.setPartName(partition);
    }
    LongColumnStatsData values = new LongColumnStatsData(0, high);
    values.setLowValue(0);
    values.setHighValue(high);
    ColumnStatisticsObj column =
        new ColumnStatisticsObj("id", "int", ColumnStatisticsData.longStats(values));
    ColumnStatistics statistics = new ColumnStatistics(of, List.of(column));
    statistics.setEngine("hive");
    return statistics;
  }
}
