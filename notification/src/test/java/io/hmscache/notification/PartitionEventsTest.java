package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.FireEventRequest;
import org.apache.hadoop.hive.metastore.api.FireEventRequestData;
import org.apache.hadoop.hive.metastore.api.FireEventResponse;
import org.apache.hadoop.hive.metastore.api.InsertEventRequestData;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TruncateTableRequest;
import org.apache.hadoop.hive.metastore.messaging.AddPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.AlterPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.DropPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.InsertMessage;
import org.apache.hadoop.hive.metastore.messaging.PartitionFiles;

/** Partition and insert events, against what Hive's own deserializer reads. */
class PartitionEventsTest {

  private static final String DB = "partitions";

  @DatabaseTest
  void addAlterRenameDrop(TestDatabase database) throws Exception {
    for (Format format : Format.values()) {
      addAlterRenameDrop(database, format, "t_" + format);
    }
  }

  private static void addAlterRenameDrop(TestDatabase database, Format format, String name)
      throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, format)) {
      Table table = createTable(metastore, name, "p", "q");

      NotificationEvent added =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .add_partitions(
                          List.of(
                              Samples.partition(table, "1", "x y"),
                              Samples.partition(table, "2", "z"))));
      assertColumns(added, EventType.ADD_PARTITION, "hive", DB, table.getTableName());
      AddPartitionMessage addMessage = decode(added, AddPartitionMessage.class);
      assertEquals(
          List.of(Map.of("p", "1", "q", "x y"), Map.of("p", "2", "q", "z")),
          addMessage.getPartitions());
      Partition stored = get(metastore, table, "1", "x y");
      Partition image = addMessage.getPartitionObjs().iterator().next();
      assertEquals(stored.getValues(), image.getValues());
      assertEquals(stored.getSd().getLocation(), image.getSd().getLocation());
      assertEquals(stored.getSd().getCols(), image.getSd().getCols());

      Partition changed = get(metastore, table, "2", "z");
      Partition before = new Partition(changed);
      changed.getParameters().put("new", "value");
      NotificationEvent altered =
          metastore.oneDuring(
              () -> metastore.handler().alter_partition(DB, table.getTableName(), changed));
      assertColumns(altered, EventType.ALTER_PARTITION, "hive", DB, table.getTableName());
      AlterPartitionMessage alterMessage = decode(altered, AlterPartitionMessage.class);
      assertEquals(Map.of("p", "2", "q", "z"), alterMessage.getKeyValues());
      assertEquals(before, alterMessage.getPtnObjBefore());
      assertEquals("value", alterMessage.getPtnObjAfter().getParameters().get("new"));
      assertEquals(table.getTableName(), alterMessage.getTableObj().getTableName());

      Partition renamed = get(metastore, table, "2", "z");
      renamed.setValues(List.of("3", "z"));
      NotificationEvent rename =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .rename_partition(DB, table.getTableName(), List.of("2", "z"), renamed));
      AlterPartitionMessage renameMessage = decode(rename, AlterPartitionMessage.class);
      assertEquals(List.of("2", "z"), renameMessage.getPtnObjBefore().getValues());
      assertEquals(List.of("3", "z"), renameMessage.getPtnObjAfter().getValues());

      NotificationEvent dropped =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .drop_partition(DB, table.getTableName(), List.of("3", "z"), true));
      assertColumns(dropped, EventType.DROP_PARTITION, "hive", DB, table.getTableName());
      assertEquals(
          List.of(Map.of("p", "3", "q", "z")),
          decode(dropped, DropPartitionMessage.class).getPartitions());
    }
  }

  @DatabaseTest
  void addedPartitionsListTheirFiles(TestDatabase database) throws Exception {
    Path location = Files.createTempDirectory("partition");
    Files.writeString(location.resolve("data"), "1,a");
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = createTable(metastore, "files", "p");
      Partition partition = Samples.partition(table, "1");
      partition.getSd().setLocation(location.toUri().toString());

      NotificationEvent row =
          metastore.oneDuring(() -> metastore.handler().add_partition(partition));

      PartitionFiles files =
          decode(row, AddPartitionMessage.class).getPartitionFilesIter().iterator().next();
      assertEquals("p=1", files.getPartitionName());
      assertTrue(files.getFiles().iterator().next().contains("/data#"));
    }
  }

  /** Hive lets a view's partition have no storage. */
  @DatabaseTest
  void partitionsOfViewsHaveNoFiles(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      createTable(metastore, "base");
      Table view = Samples.table(DB, "viewed", "p");
      view.setTableType("VIRTUAL_VIEW");
      view.setViewOriginalText("select 1");
      view.setViewExpandedText("select 1");
      metastore.handler().create_table(view);
      Partition partition = Samples.partition(view, "1");
      partition.unsetSd();

      NotificationEvent added =
          metastore.oneDuring(() -> metastore.handler().add_partition(partition));

      assertColumns(added, EventType.ADD_PARTITION, "hive", DB, "viewed");
      AddPartitionMessage message = decode(added, AddPartitionMessage.class);
      assertEquals(List.of(Map.of("p", "1")), message.getPartitions());
      PartitionFiles files = message.getPartitionFilesIter().iterator().next();
      assertFalse(files.getFiles().iterator().hasNext());
      NotificationEvent dropped =
          metastore.oneDuring(
              () -> metastore.handler().drop_partition(DB, "viewed", List.of("1"), true));
      assertColumns(dropped, EventType.DROP_PARTITION, "hive", DB, "viewed");
    }
  }

  @DatabaseTest
  void exchangeLogsBothSides(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table from = createTable(metastore, "source", "p");
      Table to = createTable(metastore, "target", "p");
      metastore.handler().add_partition(Samples.partition(from, "1"));

      List<NotificationEvent> rows =
          metastore.during(
              () ->
                  metastore
                      .handler()
                      .exchange_partition(Map.of("p", "1"), DB, "source", DB, "target"));

      assertEquals(List.of("ADD_PARTITION", "DROP_PARTITION"), types(rows));
      assertEquals(to.getTableName(), rows.get(0).getTableName());
      assertEquals(from.getTableName(), rows.get(1).getTableName());
    }
  }

  @DatabaseTest
  void truncateLogsEachPartitionTwice(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = createTable(metastore, "truncated", "p");
      metastore.handler().add_partition(Samples.partition(table, "1"));
      metastore.handler().add_partition(Samples.partition(table, "2"));
      TruncateTableRequest request = new TruncateTableRequest(DB, "truncated");
      request.setPartNames(List.of("p=1", "p=2"));

      List<NotificationEvent> rows =
          metastore.during(() -> metastore.handler().truncate_table_req(request));

      assertEquals(4, rows.size());
      List<Boolean> truncates = new ArrayList<>();
      for (NotificationEvent row : rows) {
        truncates.add(decode(row, AlterPartitionMessage.class).getIsTruncateOp());
      }
      assertEquals(List.of(true, false, true, false), truncates);
    }
  }

  /** Impala waits for the ids that FireEventResponse carries. */
  @DatabaseTest
  void insertTellsItsEventId(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = createTable(metastore, "inserted", "p");
      metastore.handler().add_partition(Samples.partition(table, "1"));
      InsertEventRequestData insert = new InsertEventRequestData(List.of("/f1", "/f2"));
      insert.setReplace(false);
      insert.setFilesAddedChecksum(List.of("c1", "c2"));
      FireEventRequest request =
          new FireEventRequest(true, FireEventRequestData.insertData(insert));
      request.setDbName(DB);
      request.setTableName("inserted");
      request.setPartitionVals(List.of("1"));
      List<FireEventResponse> response = new ArrayList<>();

      NotificationEvent row =
          metastore.oneDuring(() -> response.add(metastore.handler().fire_listener_event(request)));

      assertEquals(List.of(row.getEventId()), response.get(0).getEventIds());
      assertColumns(row, EventType.INSERT, "hive", DB, "inserted");
      InsertMessage message = decode(row, InsertMessage.class);
      assertFalse(message.isReplace());
      assertEquals(List.of("1"), message.getPtnObj().getValues());
      List<String> files = new ArrayList<>();
      message.getFiles().forEach(files::add);
      assertEquals(List.of("/f1###", "/f2###"), files);
    }
  }

  /** Hive's deserializer does not know this type; Impala reads the JSON itself. */
  @DatabaseTest
  void reload(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.JSON)) {
      createTable(metastore, "reloaded");
      FireEventRequest request =
          new FireEventRequest(true, FireEventRequestData.refreshEvent(true));
      request.setDbName(DB);
      request.setTableName("reloaded");
      List<FireEventResponse> response = new ArrayList<>();

      NotificationEvent row =
          metastore.oneDuring(() -> response.add(metastore.handler().fire_listener_event(request)));

      assertColumns(row, EventType.RELOAD, "hive", DB, "reloaded");
      assertEquals(List.of(row.getEventId()), response.get(0).getEventIds());
      JsonNode message = new ObjectMapper().readTree(row.getMessage());
      assertEquals("reloaded", message.get("table").asText());
      assertEquals("true", message.get("refreshEvent").asText());
    }
  }

  private static Table createTable(LogTestMetastore metastore, String name, String... keys)
      throws Exception {
    if (!metastore.handler().get_all_databases().contains(DB)) {
      metastore.handler().create_database(Samples.database(DB));
    }
    Table table = Samples.table(DB, name.toLowerCase(java.util.Locale.ROOT), keys);
    metastore.handler().create_table(table);
    return table;
  }

  private static Partition get(LogTestMetastore metastore, Table table, String... values)
      throws Exception {
    return metastore.handler().get_partition(DB, table.getTableName(), List.of(values));
  }
}
