package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.Ports;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Table;

/** Real metastores without our plugin: what the other end-to-end tests stand on. */
@Databases({DatabaseKind.DERBY_SERVER, DatabaseKind.POSTGRES})
class MetastoreProcessTest {

  @DatabaseTest
  void twoMetastoresShareADatabase(TestDatabase database) throws Exception {
    try (MetastoreProcess a = MetastoreProcess.on(database).start();
        MetastoreProcess b = MetastoreProcess.on(database).start();
        MetastoreClient onA = a.client();
        MetastoreClient onB = b.client()) {
      onA.createDatabase("d");
      onA.createTable(Tables.transactional("d", "t", "x"));
      Table table = onB.getTable("d", "t");
      assertEquals("MANAGED_TABLE", table.getTableType());
      assertEquals("true", table.getParameters().get("transactional"));

      long txn = onA.openTransaction();
      long writeId = onA.allocateWriteId(txn, "d", "t");
      assertEquals(1, writeId);
      String own = onA.writeIds("d", "t", onA.validTransactions(txn));
      table.getSd().addToCols(new FieldSchema("y", "int", ""));
      onA.alterTable("d", "t", table, writeId, own);
      onA.commit(txn);
      assertEquals("d.t:1:9223372036854775807::", onB.writeIds("d", "t"));
      assertEquals(2, onB.getTable("d", "t").getSd().getColsSize());
    }
  }

  @DatabaseTest
  void killSuspendAndResumeDoWhatTheySay(TestDatabase database) throws Exception {
    MetastoreProcess metastore = MetastoreProcess.on(database).start();
    try (metastore;
        MetastoreClient client = metastore.client()) {
      metastore.suspend();
      metastore.resume();
      assertTrue(client.thrift().get_all_databases().contains("default"));
      metastore.kill();
      assertFalse(metastore.alive());
      assertFalse(Ports.answers(metastore.port()));
      assertThrows(Exception.class, () -> client.thrift().get_all_databases());
    }
  }

  @DatabaseTest
  void aMetastoreThatCannotStartSaysSo(TestDatabase database) {
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                MetastoreProcess.on(database)
                    .set("metastore.rawstore.impl", "no.such.Store")
                    .start());
    assertTrue(e.getMessage().contains("no.such.Store"), e.getMessage());
  }
}
