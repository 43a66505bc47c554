package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.types;
import static io.hmscache.notification.TransactionEventsTest.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hive.metastore.ReplChangeManager;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.InsertEventRequestData;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.api.WriteEventInfo;
import org.apache.hadoop.hive.metastore.api.WriteNotificationLogBatchRequest;
import org.apache.hadoop.hive.metastore.api.WriteNotificationLogRequest;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.json.JSONCommitTxnMessage;

/** Writes of open transactions, as consumers of the commit read them. */
class AcidWriteTest {

  private static final String DB = "acid";

  @DatabaseTest
  void oneTable(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = createTable(metastore, "t");
      long txn = open(metastore, TxnType.DEFAULT);

      assertEquals(
          List.of(),
          types(
              metastore.during(
                  () -> {
                    write(metastore, txn, "t", List.of(), "/f1", "/f2");
                    // a retry of the client, and then more
                    write(metastore, txn, "t", List.of(), "/f1", "/f2");
                    write(metastore, txn, "t", List.of(), "/f2", "/f3");
                  })));

      List<WriteEventInfo> writes = metastore.store().getAllWriteEventInfo(txn, DB, "t");
      assertEquals(1, writes.size());
      WriteEventInfo write = writes.get(0);
      assertEquals(5, write.getWriteId());
      assertEquals(DB, write.getDatabase());
      assertEquals("t", write.getTable());
      assertEquals("", write.getPartition());
      assertNull(write.getPartitionObj());
      assertEquals(
          List.of("/f1###", "/f2###", "/f3###"),
          List.of(ReplChangeManager.getListFromSeparatedString(write.getFiles())));
      Table image = (Table) MessageBuilder.getTObj(write.getTableObj(), Table.class);
      assertEquals(table.getId(), image.getId());

      // This is how Hive replication joins them to the commit.
      JSONCommitTxnMessage commit =
          (JSONCommitTxnMessage) MessageBuilder.getInstance().buildCommitTxnMessage(txn);
      commit.addWriteEventInfo(writes);
      assertEquals(table.getId(), commit.getTableObj(0).getId());
      assertEquals(List.of(5L), commit.getWriteIds());
    }
  }

  @DatabaseTest
  void batchOfPartitions(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = createTable(metastore, "t", "p");
      List<WriteNotificationLogRequest> requests = new ArrayList<>();
      long txn = open(metastore, TxnType.DEFAULT);
      for (String value : List.of("1", "2")) {
        metastore.handler().add_partition(Samples.partition(table, value));
        requests.add(request(txn, "t", List.of(value), "/" + value));
      }

      WriteNotificationLogBatchRequest batch =
          new WriteNotificationLogBatchRequest("hive", DB, "t", requests);
      assertEquals(
          List.of(),
          types(
              metastore.during(
                  () -> metastore.handler().add_write_notification_log_in_batch(batch))));

      List<WriteEventInfo> writes = metastore.store().getAllWriteEventInfo(txn, "*", "*");
      writes.sort(Comparator.comparing(WriteEventInfo::getPartition));
      assertEquals(
          List.of("p=1", "p=2"), writes.stream().map(WriteEventInfo::getPartition).toList());
      assertEquals("/2###", writes.get(1).getFiles());
      Partition image =
          (Partition) MessageBuilder.getTObj(writes.get(1).getPartitionObj(), Partition.class);
      assertEquals(List.of("2"), image.getValues());
    }
  }

  private static Table createTable(LogTestMetastore metastore, String name, String... keys)
      throws Exception {
    metastore.handler().create_database(Samples.database(DB));
    metastore.handler().create_table(Samples.transactional(DB, name, keys));
    GetTableRequest request = new GetTableRequest(DB, name);
    request.setCapabilities(LogTestMetastore.capabilities());
    return metastore.handler().get_table_req(request).getTable();
  }

  private static void write(
      LogTestMetastore metastore, long txn, String table, List<String> values, String... files)
      throws Exception {
    metastore.handler().add_write_notification_log(request(txn, table, values, files));
  }

  private static WriteNotificationLogRequest request(
      long txn, String table, List<String> values, String... files) {
    InsertEventRequestData data = new InsertEventRequestData(List.of(files));
    WriteNotificationLogRequest request = new WriteNotificationLogRequest(txn, 5, DB, table, data);
    request.setPartitionVals(values);
    return request;
  }
}
