package io.hmscache.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetOpenTxnsResponse;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.txn.TxnStore;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

@Databases({
  DatabaseKind.DERBY_MEMORY,
  DatabaseKind.DERBY_SERVER,
  DatabaseKind.POSTGRES,
  DatabaseKind.MARIADB
})
class TestDatabaseTest {

  @DatabaseTest
  void hasTheOfficialSchemaWithOneSequenceRow(TestDatabase database) throws SQLException {
    String quote = database.schemaType().equals("mysql") ? "" : "\"";
    try (Connection c = database.connect();
        ResultSet tables = c.getMetaData().getTables(null, null, "N%", new String[] {"TABLE"});
        ResultSet rows =
            c.createStatement()
                .executeQuery("SELECT COUNT(*) FROM " + quote + "NOTIFICATION_SEQUENCE" + quote)) {
      List<String> names = new ArrayList<>();
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
      assertTrue(names.contains("NOTIFICATION_LOG"), names.toString());
      assertTrue(rows.next());
      assertEquals(1, rows.getInt(1));
    }
  }

  @DatabaseTest
  void servesObjectStoreAndTransactions(TestDatabase database) throws Exception {
    Configuration conf = database.configuration();
    ObjectStore store = new ObjectStore();
    store.setConf(conf);
    Database created = new Database("d", "", database.warehouse().resolve("d").toString(), null);
    created.setCatalogName("hive");
    store.createDatabase(created);
    assertEquals("d", store.getDatabase("hive", "d").getName());
    store.shutdown();

    TxnStore transactions = TxnUtils.getTxnStore(conf);
    long id = transactions.openTxns(new OpenTxnRequest(1, "u", "h")).getTxn_ids().get(0);
    GetOpenTxnsResponse open = transactions.getOpenTxns();
    assertTrue(open.getOpen_txns().contains(id), open.toString());
  }

  @DatabaseTest
  void twoDatabasesAreDifferentAndAClosedOneIsGone(TestDatabase first) throws SQLException {
    TestDatabase second = TestDatabase.create(first.kind());
    assertNotEquals(first.url(), second.url());
    second.connect().close();
    second.close();
    assertThrows(SQLException.class, second::connect);
    first.connect().close();
  }
}
