package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.WriteIdStates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;

/**
 * Writers that give the lock of the log back before they commit, among writers that keep it: ids
 * become visible out of order, and nothing may be lost for all that. Not on Derby, where a reader
 * waits for a row that is not committed.
 */
@Databases({DatabaseKind.POSTGRES, DatabaseKind.MARIADB})
@Timeout(300)
class WriterWithoutLockTest {

  private static final int LATE_EVENTS = 30;
  private static final long SEED = Long.getLong("tailer.seed", System.nanoTime());

  @DatabaseTest
  void nothingIsLostAlthoughIdsAreLate(TestDatabase db) throws Exception {
    System.out.println("-Dtailer.seed=" + SEED);
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    // Shorter than most delays of the writers, so that both ways out are taken.
    TailerSettings settings =
        TailerSettings.defaults().withPollMillis(5).withHoleGraceMillis(60).withLateCheckMillis(20);
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean done = new AtomicBoolean();
    try (LogAccess log =
        LogAccess.of(
            db.configuration(),
            30_000,
            30_000,
            new RecordingSink(told),
            new WriteIdStates(),
            settings,
            TailerHooks.NONE)) {
      log.tailer().start();
      assertTrue(log.tailer().await(0, TimeUnit.SECONDS.toNanos(60)));
      List<Future<?>> good = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        good.add(threads.submit(() -> keepLock(db, done)));
      }
      List<Future<Map<String, Integer>>> bad = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        String name = "late" + i + "x";
        Random random = new Random(SEED + i);
        bad.add(threads.submit(() -> giveLockBack(db, name, random, told)));
      }
      Map<String, Integer> toldBefore = new HashMap<>();
      for (Future<Map<String, Integer>> writer : bad) {
        toldBefore.putAll(writer.get());
      }
      done.set(true);
      for (Future<?> writer : good) {
        writer.get();
      }
      assertEquals(2 * LATE_EVENTS, toldBefore.size());
      for (Map.Entry<String, Integer> late : toldBefore.entrySet()) {
        awaitTold(told, late.getValue(), "table hive.db." + late.getKey());
      }
      TailerMetrics metrics = log.tailer().metrics();
      assertTrue(
          metrics.resets(ResetReason.HOLE) + metrics.resets(ResetReason.LATE_EVENT) > 0,
          "no id was late: the test shows nothing");
    } finally {
      done.set(true);
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
  }

  /** Waits until the sink was told after the commit of what it did, or of everything. */
  private static void awaitTold(List<String> told, int from, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    int at = from;
    while (System.nanoTime() - end < 0) {
      for (; at < told.size(); at++) {
        if (told.get(at).equals(what) || told.get(at).equals("everything")) {
          return;
        }
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("never told: " + what);
  }

  private static Void keepLock(TestDatabase db, AtomicBoolean done) throws Exception {
    try (LogWriter writer = new LogWriter(db)) {
      while (!done.get()) {
        writer.append(Rows.alter("good"));
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
    return null;
  }

  /** Returns how many things the sink had been told just before each commit. */
  private static Map<String, Integer> giveLockBack(
      TestDatabase db, String name, Random random, List<String> told) throws Exception {
    Map<String, Integer> toldBefore = new HashMap<>();
    try (LogWriter writer = new LogWriter(db)) {
      for (int i = 0; i < LATE_EVENTS; i++) {
        long id = writer.takeId();
        writer.insert(id, Rows.alter(name + i));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(150));
        toldBefore.put(name + i, told.size());
        writer.commit();
      }
    }
    return toldBefore;
  }
}
