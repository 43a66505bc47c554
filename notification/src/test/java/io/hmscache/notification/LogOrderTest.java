package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.TransactionalMetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.events.CommitTxnEvent;
import org.apache.hadoop.hive.metastore.events.CreateTableEvent;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;

/** Rows come and go with the change, and ids are in the order of commits. */
class LogOrderTest {

  private static final String DB = "ordered";

  /** Fails after our listener has written its row, in the same transaction. */
  public static final class FailingListener extends TransactionalMetaStoreEventListener {
    public FailingListener(Configuration conf) {
      super(conf);
    }

    @Override
    public void onCreateTable(CreateTableEvent event) throws MetaException {
      throw new MetaException("on purpose");
    }

    @Override
    public void onCommitTxn(CommitTxnEvent event, java.sql.Connection connection, SQLGenerator sql)
        throws MetaException {
      throw new MetaException("on purpose");
    }
  }

  @DatabaseTest
  void nothingIsLoggedForWhatIsRolledBack(TestDatabase database) throws Exception {
    Configuration conf = LogTestMetastore.configuration(database);
    conf.set(
        "metastore.transactional.event.listeners",
        NotificationLogListener.class.getName() + "," + FailingListener.class.getName());
    try (LogTestMetastore metastore = LogTestMetastore.open(database, conf)) {
      metastore.handler().create_database(Samples.database(DB));
      long txn = TransactionEventsTest.open(metastore, TxnType.DEFAULT);

      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                assertThrows(
                    MetaException.class,
                    () -> metastore.handler().create_table(Samples.table(DB, "t")));
                assertThrows(
                    MetaException.class,
                    () -> metastore.handler().commit_txn(new CommitTxnRequest(txn)));
              });

      assertEquals(List.of(), types(rows));
      assertEquals(List.of(), metastore.handler().get_all_tables(DB));
    }
  }

  @DatabaseTest
  void rollbackOfAnOuterTransactionTakesItsRowsBack(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(DB));

      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                metastore.store().openTransaction();
                metastore.handler().create_table(Samples.table(DB, "t"));
                metastore.store().rollbackTransaction();
              });

      assertEquals(List.of(), types(rows));
    }
  }

  /** Object events and transaction events take their ids on different connections. */
  @DatabaseTest
  void concurrentWritersLeaveNoGapAndNoDuplicate(TestDatabase database) throws Exception {
    int writers = 4;
    int rounds = 10;
    Configuration conf = LogTestMetastore.configuration(database);
    try (LogTestMetastore metastore = LogTestMetastore.open(database, conf)) {
      metastore.handler().create_database(Samples.database(DB));
      long before = metastore.head();
      List<Long> seen = new ArrayList<>();
      ExecutorService threads = Executors.newFixedThreadPool(writers);
      try {
        List<Future<?>> done = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
          String name = "t" + writer;
          done.add(threads.submit(() -> write(database, conf, name, rounds)));
        }
        while (!done.stream().allMatch(Future::isDone)) {
          long last = seen.isEmpty() ? before : seen.get(seen.size() - 1);
          for (NotificationEvent row : metastore.rowsAfter(last)) {
            seen.add(row.getEventId());
          }
        }
        for (Future<?> one : done) {
          one.get();
        }
      } finally {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES));
      }
      long last = seen.isEmpty() ? before : seen.get(seen.size() - 1);
      for (NotificationEvent row : metastore.rowsAfter(last)) {
        seen.add(row.getEventId());
      }

      // A reader that only ever asks for ids above the last one it saw has missed nothing.
      List<Long> expected = new ArrayList<>();
      for (long id = before + 1; id <= before + (long) writers * rounds * 4; id++) {
        expected.add(id);
      }
      assertEquals(expected, seen);
      assertEquals(expected.get(expected.size() - 1), metastore.head());
    }
  }

  /** Four events in each round: open, create, commit, drop. */
  private static Void write(TestDatabase database, Configuration conf, String name, int rounds)
      throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, new Configuration(conf))) {
      for (int round = 0; round < rounds; round++) {
        long txn = TransactionEventsTest.open(metastore, TxnType.DEFAULT);
        metastore.handler().create_table(Samples.table(DB, name));
        metastore.handler().commit_txn(new CommitTxnRequest(txn));
        metastore.handler().drop_table(DB, name, false);
      }
    }
    return null;
  }
}
