package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import io.hmscache.writeid.WriteIdStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * What the log tells event by event is what the database says at the end, for a tailer that was
 * there from the start and for one that took its first position in the middle of it all.
 */
@Timeout(300)
class StatesOverTheLogTest {

  private static final int WRITERS = 4;
  private static final int ROUNDS = 40;
  private static final int TABLES = 3;
  private static final long SEED = Long.getLong("tailer.seed", System.nanoTime());

  @DatabaseTest
  void statesMovedByTheLogAreThoseOfTheDatabase(TestDatabase db) throws Exception {
    System.out.println("-Dtailer.seed=" + SEED);
    WriteIdStates whole = new WriteIdStates();
    WriteIdStates half = new WriteIdStates();
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch middle = new CountDownLatch(WRITERS * ROUNDS / 2);
    try (LogAccess first = open(db, whole);
        LogAccess second = open(db, half)) {
      first.tailer().start();
      List<Future<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Random random = new Random(SEED + i);
        writers.add(threads.submit(() -> write(db, random, middle)));
      }
      assertTrue(middle.await(120, TimeUnit.SECONDS));
      second.tailer().start();
      for (Future<Void> writer : writers) {
        writer.get();
      }
      long head = first.heads().head();
      for (LogAccess log : List.of(first, second)) {
        assertTrue(log.tailer().await(head, TimeUnit.SECONDS.toNanos(60)));
        assertEquals(0, log.tailer().metrics().resets());
      }
      LogConnection connection = new LogConnection(LogDatabase.of(db.configuration(), 30_000));
      WriteIdStates now = new WriteIdStates();
      new JdbcWriteIdSeeds(connection).seed(now);
      connection.close();
      for (int i = 0; i < TABLES; i++) {
        TableKey table = TableKey.of(null, "db", "t" + i);
        assertSame(table, now, whole);
        assertSame(table, now, half);
      }
    } finally {
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
  }

  private static LogAccess open(TestDatabase db, WriteIdStates states) {
    return LogAccess.of(
        db.configuration(),
        30_000,
        30_000,
        new RecordingSink(),
        states,
        TailerSettings.defaults().withPollMillis(1).withBatchEvents(3),
        TailerHooks.NONE);
  }

  private static Void write(TestDatabase db, Random random, CountDownLatch middle)
      throws Exception {
    Transactions transactions = new Transactions(LogTestMetastore.configuration(db));
    for (int i = 0; i < ROUNDS; i++) {
      long txn = transactions.open();
      for (int n = random.nextInt(3); n >= 0; n--) {
        transactions.allocate(txn, "t" + random.nextInt(TABLES));
      }
      switch (random.nextInt(4)) {
        case 0 -> transactions.abort(txn);
        case 1 -> {
          // Stays open.
        }
        default -> transactions.commit(txn);
      }
      middle.countDown();
    }
    return null;
  }

  private static void assertSame(TableKey table, WriteIdStates database, WriteIdStates log) {
    TableWriteIds expected = database.get(table);
    TableWriteIds actual = log.get(table);
    assertNotNull(expected);
    assertNotNull(actual);
    assertEquals(expected.highest(), actual.highest());
    for (long id = 1; id <= expected.highest(); id++) {
      assertEquals(expected.isOpen(id), actual.isOpen(id), "open: " + table + " " + id);
      assertEquals(expected.hasEnded(id), actual.hasEnded(id), "ended: " + table + " " + id);
    }
  }
}
