package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.DatabaseProduct;
import org.apache.hadoop.hive.metastore.api.CommitTxnKeyValue;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Order;
import org.apache.hadoop.hive.metastore.api.ReplLastIdInfo;
import org.apache.hadoop.hive.metastore.api.SkewedInfo;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.events.CommitTxnEvent;
import org.apache.hadoop.hive.metastore.messaging.AlterDatabaseMessage;
import org.apache.hadoop.hive.metastore.messaging.AlterTableMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;
import org.junit.jupiter.api.Test;

/** Parameters that a commit changes are told in rows of their own, with whole images. */
class CommitHintTest {

  private static final String DB = "hints";

  @DatabaseTest
  void keyValueOfATable(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(DB));
      Table table = Samples.table(DB, "t", "p", "q");
      table.getParameters().put("_meta_offset", "1");
      table.getSd().setBucketCols(List.of("id"));
      table.getSd().setNumBuckets(4);
      table.getSd().setSortCols(List.of(new Order("name", 0), new Order("id", 1)));
      table.getSd().setParameters(new HashMap<>(Map.of("sd", "x")));
      table
          .getSd()
          .setSkewedInfo(
              new SkewedInfo(
                  List.of("id", "name"),
                  List.of(List.of("1", "a"), List.of("2", "b")),
                  Map.of(List.of("1", "a"), "/somewhere")));
      metastore.handler().create_table(table);
      long id = metastore.store().getTable("hive", DB, "t").getId();
      CommitTxnRequest request =
          new CommitTxnRequest(TransactionEventsTest.open(metastore, TxnType.DEFAULT));
      request.setKeyValue(new CommitTxnKeyValue(id, "_meta_offset", "2"));

      List<NotificationEvent> rows = metastore.during(() -> commit(metastore, request));

      assertEquals(List.of("COMMIT_TXN", "ALTER_TABLE"), types(rows));
      assertColumns(rows.get(1), EventType.ALTER_TABLE, "hive", DB, "t");
      AlterTableMessage message = decode(rows.get(1), AlterTableMessage.class);
      Table stored = metastore.store().getTable("hive", DB, "t");
      assertEquals("2", stored.getParameters().get("_meta_offset"));
      assertEquals(stored, message.getTableObjBefore());
      assertEquals(stored, message.getTableObjAfter());
    }
  }

  @DatabaseTest
  void imagesOfViewsAndTransactionalTables(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.JSON)) {
      metastore.handler().create_database(Samples.database(DB));
      Table acid = Samples.table(DB, "acid");
      acid.getParameters().put("transactional", "true");
      acid.getParameters().put("_meta_k", "1");
      acid.getSd().setInputFormat("org.apache.hadoop.hive.ql.io.orc.OrcInputFormat");
      acid.getSd().setOutputFormat("org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat");
      Table view = Samples.table(DB, "view");
      view.setTableType("VIRTUAL_VIEW");
      view.setViewOriginalText("select 1");
      view.setViewExpandedText("SELECT 1");
      view.getParameters().put("_meta_k", "1");
      // Past the handler, which knows Hive's ACID formats only with hive-exec on the class path.
      metastore.store().createTable(acid);
      metastore.handler().create_table(view);

      for (String name : List.of("acid", "view")) {
        Table before = metastore.store().getTable("hive", DB, name);
        CommitTxnRequest request =
            new CommitTxnRequest(TransactionEventsTest.open(metastore, TxnType.DEFAULT));
        request.setKeyValue(new CommitTxnKeyValue(before.getId(), "_meta_k", "2"));

        List<NotificationEvent> rows = metastore.during(() -> commit(metastore, request));

        AlterTableMessage message = decode(rows.get(1), AlterTableMessage.class);
        assertEquals(metastore.store().getTable("hive", DB, name), message.getTableObjAfter());
      }
    }
  }

  @DatabaseTest
  void replicationState(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      createReplicated(metastore);
      CommitTxnRequest request =
          new CommitTxnRequest(TransactionEventsTest.open(metastore, TxnType.DEFAULT));
      ReplLastIdInfo info = new ReplLastIdInfo(DB.toUpperCase(java.util.Locale.ROOT), 77);
      request.setReplLastIdInfo(info);

      List<NotificationEvent> rows = metastore.during(() -> commit(metastore, request));

      assertEquals(List.of("COMMIT_TXN", "ALTER_DATABASE"), types(rows));
      assertColumns(rows.get(1), EventType.ALTER_DATABASE, "hive", DB, null);
      assertEquals(
          metastore.store().getDatabase("hive", DB),
          decode(rows.get(1), AlterDatabaseMessage.class).getDbObjAfter());
      assertEquals(
          "77",
          decode(rows.get(1), AlterDatabaseMessage.class)
              .getDbObjAfter()
              .getParameters()
              .get("repl.last.id"));
    }
  }

  /** Hive 4.0.1 fails on any request that names a table here, so the listener is called alone. */
  @DatabaseTest
  void replicationStateOfATable(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      createReplicated(metastore);
      CommitTxnRequest request = new CommitTxnRequest(5);
      ReplLastIdInfo info = new ReplLastIdInfo(DB, 77);
      info.setCatalog("HIVE");
      info.setTable("T");
      request.setReplLastIdInfo(info);

      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                try (Connection connection = metastore.connect();
                    CommitHint.Scope scope = CommitHint.open(request)) {
                  connection.setAutoCommit(false);
                  DatabaseProduct product =
                      DatabaseProduct.determineDatabaseProduct(
                          connection.getMetaData().getDatabaseProductName(), metastore.conf());
                  new NotificationLogListener(metastore.conf())
                      .onCommitTxn(
                          new CommitTxnEvent(5L, TxnType.READ_ONLY),
                          connection,
                          new SQLGenerator(product, metastore.conf()));
                  connection.commit();
                  assertTrue(scope.consumed());
                }
              });

      assertEquals(List.of("ALTER_DATABASE", "ALTER_TABLE"), types(rows));
      assertColumns(rows.get(1), EventType.ALTER_TABLE, "hive", DB, "t");
      assertEquals(
          metastore.store().getTable("hive", DB, "t"),
          decode(rows.get(1), AlterTableMessage.class).getTableObjAfter());
    }
  }

  /** Hive fires no event for such a commit; the caller learns that the hint is still open. */
  @DatabaseTest
  void hintStaysOpenWhenHiveFiresNothing(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      createReplicated(metastore);
      CommitTxnRequest request =
          new CommitTxnRequest(TransactionEventsTest.open(metastore, TxnType.DEFAULT));
      request.setReplLastIdInfo(new ReplLastIdInfo(DB, 78));
      request.setReplPolicy("policy");
      request.setTxn_type(TxnType.DEFAULT);

      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                try (CommitHint.Scope scope = CommitHint.open(request)) {
                  metastore.handler().commit_txn(request);
                  assertFalse(scope.consumed());
                }
              });

      assertEquals(List.of(), types(rows));
    }
  }

  @Test
  void scopesNestAndHide() {
    CommitTxnRequest outer = new CommitTxnRequest(1);
    outer.setKeyValue(new CommitTxnKeyValue(9, "_meta", "x"));
    try (CommitHint.Scope first = CommitHint.open(outer)) {
      CommitHint hint = CommitHint.current();
      assertEquals(9L, hint.tableId());
      assertFalse(first.consumed());
      try (CommitHint.Scope second = CommitHint.open(new CommitTxnRequest(2))) {
        assertNull(CommitHint.current());
        assertTrue(second.consumed());
      }
      assertEquals(hint, CommitHint.current());
    }
    assertNull(CommitHint.current());
  }

  /** Hive updates the state right only where there is one already. */
  private static void createReplicated(LogTestMetastore metastore) throws Exception {
    Database database = Samples.database(DB);
    database.getParameters().put("repl.last.id", "1");
    metastore.handler().create_database(database);
    Table table = Samples.table(DB, "t");
    table.getParameters().put("repl.last.id", "1");
    metastore.handler().create_table(table);
  }

  private static void commit(LogTestMetastore metastore, CommitTxnRequest request)
      throws Exception {
    try (CommitHint.Scope scope = CommitHint.open(request)) {
      metastore.handler().commit_txn(request);
      assertTrue(scope.consumed());
    }
  }
}
