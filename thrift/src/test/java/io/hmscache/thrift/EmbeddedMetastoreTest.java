package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.NotificationLogListener;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HiveMetaStore;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/** A metastore in the client's own process, as HiveServer2 can have it: no Thrift, no server. */
@Databases(DatabaseKind.DERBY_MEMORY)
class EmbeddedMetastoreTest {

  @DatabaseTest
  void itsClientsAreClientsLikeOthers(TestDatabase database) throws Exception {
    assertFalse(HiveMetaStore.isMetaStoreRemote());
    Configuration conf = database.configuration();
    MetastoreConf.setVar(
        conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, NotificationLogListener.class.getName());
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, SnapshotHandler.class.getName());
    try (HiveMetaStoreClient client = new HiveMetaStoreClient(conf)) {
      RecordingStore store = RecordingStore.install();
      Database shop = new Database();
      shop.setName("shop");
      client.createDatabase(shop);
      client.createTable(Tables.external("shop", "sales", "a"));
      for (RecordingStore.Call call : store.take()) {
        assertTrue(call.request().contains(" WRITE "), call.toString());
      }
      assertEquals("sales", client.getTable("shop", "sales").getTableName());
      for (RecordingStore.Call call : store.take()) {
        assertTrue(
            call.request().startsWith("get_table_req READ hive.shop.sales null"), call.toString());
      }
      assertEquals(List.of("sales"), client.getAllTables("shop"));
      client.dropTable("shop", "sales");
      assertThrows(NoSuchObjectException.class, () -> client.getTable("shop", "sales"));
    }
  }
}
