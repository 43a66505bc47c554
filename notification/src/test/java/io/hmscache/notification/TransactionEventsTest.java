package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.AbortTxnRequest;
import org.apache.hadoop.hive.metastore.api.AbortTxnsRequest;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.CompactionRequest;
import org.apache.hadoop.hive.metastore.api.CompactionType;
import org.apache.hadoop.hive.metastore.api.FindNextCompactRequest;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.api.TxnToWriteId;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.messaging.AbortTxnMessage;
import org.apache.hadoop.hive.metastore.messaging.AllocWriteIdMessage;
import org.apache.hadoop.hive.metastore.messaging.CommitCompactionMessage;
import org.apache.hadoop.hive.metastore.messaging.CommitTxnMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.OpenTxnMessage;
import org.apache.hadoop.hive.metastore.txn.TxnStore;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;
import org.apache.hadoop.hive.metastore.txn.entities.CompactionInfo;

/** Events of transactions and write ids. */
class TransactionEventsTest {

  private static final String DB = "transactions";

  @DatabaseTest
  void openAllocateCommit(TestDatabase database) throws Exception {
    for (Format format : Format.values()) {
      try (LogTestMetastore metastore = LogTestMetastore.open(database, format)) {
        String name = format == Format.JSON ? "t_json" : "t_gzip";
        createTable(metastore, name);
        long[] txn = new long[1];

        NotificationEvent opened =
            metastore.oneDuring(() -> txn[0] = open(metastore, TxnType.DEFAULT));
        assertColumns(opened, EventType.OPEN_TXN, null, null, null);
        assertEquals(List.of(txn[0]), decode(opened, OpenTxnMessage.class).getTxnIds());

        long[] writeId = new long[1];
        NotificationEvent allocated =
            metastore.oneDuring(() -> writeId[0] = allocate(metastore, txn[0], name));
        assertColumns(allocated, EventType.ALLOC_WRITE_ID, null, DB, name);
        assertEquals("ALLOC_WRITE_ID_EVENT", allocated.getEventType());
        AllocWriteIdMessage message = decode(allocated, AllocWriteIdMessage.class);
        assertEquals(List.of(new TxnToWriteId(txn[0], writeId[0])), message.getTxnToWriteIdList());
        assertEquals(name, message.getTableName());
        assertEquals(DB, message.getDB());

        NotificationEvent committed =
            metastore.oneDuring(() -> metastore.handler().commit_txn(new CommitTxnRequest(txn[0])));
        assertColumns(committed, EventType.COMMIT_TXN, null, null, null);
        assertEquals(txn[0], decode(committed, CommitTxnMessage.class).getTxnId());
      }
    }
  }

  @DatabaseTest
  void severalTransactionsOpenedByOneCallAreOneRow(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      OpenTxnRequest request = new OpenTxnRequest(3, "tester", "localhost");
      NotificationEvent row = metastore.oneDuring(() -> metastore.handler().open_txns(request));
      assertEquals(3, decode(row, OpenTxnMessage.class).getTxnIds().size());
    }
  }

  /** A SELECT must not queue for the one row of the sequence. */
  @DatabaseTest
  void readOnlyTransactionsAreNotLogged(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                long first = open(metastore, TxnType.READ_ONLY);
                metastore.handler().commit_txn(new CommitTxnRequest(first));
                long second = open(metastore, TxnType.READ_ONLY);
                metastore.handler().abort_txn(new AbortTxnRequest(second));
                long third = open(metastore, TxnType.READ_ONLY);
                metastore
                    .handler()
                    .abort_txns(new AbortTxnsRequest(new ArrayList<>(List.of(third))));
              });
      assertEquals(List.of(), types(rows));
    }
  }

  @DatabaseTest
  void aborts(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      long first = open(metastore, TxnType.DEFAULT);
      NotificationEvent one =
          metastore.oneDuring(() -> metastore.handler().abort_txn(new AbortTxnRequest(first)));
      assertColumns(one, EventType.ABORT_TXN, null, null, null);
      assertEquals(first, decode(one, AbortTxnMessage.class).getTxnId());

      long second = open(metastore, TxnType.DEFAULT);
      long third = open(metastore, TxnType.READ_ONLY);
      NotificationEvent several =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      // the first is aborted already: nothing more happens to it
                      .abort_txns(
                          new AbortTxnsRequest(new ArrayList<>(List.of(first, second, third)))));
      assertEquals(second, decode(several, AbortTxnMessage.class).getTxnId());
    }
  }

  @DatabaseTest
  void timedOutTransactionsAreLoggedAsAborted(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      long txn = open(metastore, TxnType.DEFAULT);
      long readOnly = open(metastore, TxnType.READ_ONLY);
      try (Connection connection = metastore.connect();
          PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE " + "\"TXNS\"" + " SET " + "\"TXN_LAST_HEARTBEAT\"" + " = 1")) {
        update.executeUpdate();
      }

      NotificationEvent row =
          metastore.oneDuring(() -> TxnUtils.getTxnStore(metastore.conf()).performTimeOuts());

      assertEquals(txn, decode(row, AbortTxnMessage.class).getTxnId());
      assertEquals(true, readOnly > txn);
    }
  }

  @DatabaseTest
  void commitOfACompactionLogsItAfterTheCommit(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      createTable(metastore, "t");
      TxnStore store = TxnUtils.getTxnStore(metastore.conf());
      store.compact(new CompactionRequest(DB, "t", CompactionType.MAJOR));
      FindNextCompactRequest next = new FindNextCompactRequest();
      next.setWorkerId("worker");
      next.setWorkerVersion("1");
      CompactionInfo compaction = store.findNextToCompact(next);
      long txn = open(metastore, TxnType.COMPACTION);
      store.updateCompactorState(compaction, txn);

      List<NotificationEvent> rows =
          metastore.during(() -> metastore.handler().commit_txn(new CommitTxnRequest(txn)));

      assertEquals(List.of("COMMIT_TXN", "COMMIT_COMPACTION_EVENT"), types(rows));
      assertColumns(rows.get(1), EventType.COMMIT_COMPACTION, null, DB, "t");
      CommitCompactionMessage message = decode(rows.get(1), CommitCompactionMessage.class);
      assertEquals(txn, message.getTxnId());
      assertEquals(compaction.id, message.getCompactionId());
      assertEquals(CompactionType.MAJOR, message.getType());
      assertEquals("t", message.getTableName());
    }
  }

  private static void createTable(LogTestMetastore metastore, String name) throws Exception {
    if (!metastore.handler().get_all_databases().contains(DB)) {
      metastore.handler().create_database(Samples.database(DB));
    }
    metastore.handler().create_table(Samples.transactional(DB, name));
  }

  static long open(LogTestMetastore metastore, TxnType type) throws Exception {
    OpenTxnRequest request = new OpenTxnRequest(1, "tester", "localhost");
    request.setTxn_type(type);
    return metastore.handler().open_txns(request).getTxn_ids().get(0);
  }

  static long allocate(LogTestMetastore metastore, long txn, String table) throws Exception {
    AllocateTableWriteIdsRequest request = new AllocateTableWriteIdsRequest(DB, table);
    request.setTxnIds(List.of(txn));
    return metastore
        .handler()
        .allocate_table_write_ids(request)
        .getTxnToWriteIds()
        .get(0)
        .getWriteId();
  }
}
