package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.junit.jupiter.api.Timeout;

/**
 * The precondition of everything: ids become visible in order. Concurrent writers through stock
 * ObjectStore, through TxnHandler with our listener, and by plain SQL under the same lock; a reader
 * that polls as fast as it can must find every id next to the one before.
 */
@Databases({DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES, DatabaseKind.MARIADB})
@Timeout(600)
class OrderingTest {

  private static final int WRITERS = 4;
  private static final int EVENTS = Integer.getInteger("ordering.events", 170);

  /** Far more than Derby was ever seen to need: one. */
  private static final int SECOND_LOOKS = 3;

  @DatabaseTest
  void idsBecomeVisibleInOrder(TestDatabase db) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(1);
    try {
      Future<Long> reader = threads.submit(() -> read(db, reading, done));
      assertTrue(reading.await(60, TimeUnit.SECONDS));
      List<Future<Long>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String name = "w" + i;
        writers.add(threads.submit(() -> throughObjectStore(db.configuration(), name)));
        writers.add(threads.submit(() -> throughTxnHandler(db, name)));
        writers.add(threads.submit(throughSql(db)));
      }
      long written = 0;
      for (Future<Long> writer : writers) {
        written += writer.get();
      }
      done.set(true);
      assertEquals(3L * WRITERS * EVENTS, written);
      assertEquals(written, reader.get());
    } finally {
      done.set(true);
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
  }

  /** Returns how many events it saw; fails on the first id that is not next to the one before. */
  private static long read(TestDatabase db, CountDownLatch reading, AtomicBoolean done)
      throws Exception {
    LogDatabase database = LogDatabase.of(db.configuration(), 60_000);
    LogConnection connection = new LogConnection(database);
    JdbcHeadQuery heads = new JdbcHeadQuery(database);
    try {
      JdbcLogReader log = new JdbcLogReader(connection, 1_000, 1 << 20);
      long cursor = heads.head();
      long start = cursor;
      reading.countDown();
      while (true) {
        boolean last = done.get();
        long head = heads.head();
        assertTrue(head >= cursor, () -> "head went back");
        LogBatch batch = log.read(cursor, head);
        for (NotificationEvent event : batch.events()) {
          assertEquals(cursor + 1, event.getEventId(), "a hole below a visible id");
          cursor = event.getEventId();
        }
        for (int again = 0; cursor < batch.upTo() && again < secondLooks(db); again++) {
          cursor += log.read(cursor, batch.upTo()).events().size();
        }
        assertEquals(batch.upTo(), cursor, "the head shows an id whose row is not visible");
        if (last && cursor == head) {
          assertEquals(0, log.missing(start, head, 10).size());
          return cursor - start;
        }
      }
    } finally {
      connection.close();
      heads.close();
    }
  }

  /**
   * Derby gives back the locks of a transaction one after the other. A scan that still has to wait
   * for the newest row, when the head's row is free already, can come out of its wait without that
   * row; the next one has it. The tailer takes the row for one that comes late and looks again.
   */
  private static int secondLooks(TestDatabase db) {
    return db.schemaType().equals("derby") ? SECOND_LOOKS : 0;
  }

  /** Each event in a transaction with a change, as a transactional listener writes it. */
  private static long throughObjectStore(Configuration conf, String name) throws Exception {
    ObjectStore store = new ObjectStore();
    store.setConf(conf);
    long written = 0;
    for (int i = 0; i < EVENTS; i++) {
      NotificationEvent event = Rows.bare(EventType.CREATE_DATABASE, "hive", name + i, null);
      event.setMessage("{}");
      boolean committed = false;
      store.openTransaction();
      try {
        Database database = new Database(name + i, "", "file:///", null);
        database.setCatalogName("hive");
        store.createDatabase(database);
        store.addNotificationEvent(event);
        committed = store.commitTransaction();
      } finally {
        if (!committed) {
          store.rollbackTransaction();
        }
      }
      written++;
    }
    store.shutdown();
    return written;
  }

  /** Transaction events by our listener, on the connections of TxnHandler. */
  private static long throughTxnHandler(TestDatabase db, String table) throws Exception {
    Transactions transactions = new Transactions(LogTestMetastore.configuration(db));
    long written = 0;
    while (written < EVENTS) {
      long txn = transactions.open();
      written++;
      if (written < EVENTS) {
        transactions.allocate(txn, table);
        written++;
      }
      if (written < EVENTS) {
        transactions.commit(txn);
        written++;
      }
    }
    return written;
  }

  private static Callable<Long> throughSql(TestDatabase db) {
    return () -> {
      long written = 0;
      try (LogWriter writer = new LogWriter(db)) {
        for (int i = 0; i < EVENTS; i++) {
          writer.append(Rows.commit(i));
          written++;
        }
      }
      return written;
    };
  }
}
