package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Single cases in words; {@link GateReferenceTest} has all the others. */
final class GateTest {

  private static final TableKey TABLE = TableKey.of(null, "db", "t");
  private static final long UNKNOWN = Gate.UNKNOWN;

  private final WriteIdStates states = new WriteIdStates();

  private static Snapshot list(String rest) {
    Snapshot snapshot = ReaderList.of("db.t:" + rest, TABLE).snapshot();
    assertNotNull(snapshot);
    return snapshot;
  }

  private Decision gated(Snapshot list, long syncPoint, long head, long applied) {
    return Gate.decide(
        Level.SNAPSHOT,
        TableKind.TRANSACTIONAL,
        list,
        syncPoint,
        head,
        UNKNOWN,
        UNKNOWN,
        5,
        5,
        applied,
        states.get(TABLE),
        false);
  }

  @Test
  void tableNeverWrittenIsServedByItsSyncPoint() {
    assertEquals(Decision.HIT, gated(list("0:9::"), 10, UNKNOWN, 10));
    assertEquals(Decision.BEHIND, gated(list("0:9::"), 10, UNKNOWN, 9));
    assertEquals(Decision.HEAD_NEEDED, gated(list("0:9::"), UNKNOWN, UNKNOWN, 9));
    assertEquals(Decision.HIT, gated(list("0:9::"), UNKNOWN, 9, 9));
  }

  @Test
  void freshEntryDoesNotMakeUpForLogThatIsBehind() {
    // The entry is current to 20, but whose ids have ended is known up to 9 only.
    assertEquals(
        Decision.BEHIND,
        Gate.decide(
            Level.SNAPSHOT,
            TableKind.TRANSACTIONAL,
            list("0:9::"),
            10,
            UNKNOWN,
            1,
            1,
            20,
            20,
            9,
            null,
            true));
    assertEquals(
        Decision.HIT,
        Gate.decide(
            Level.STRICT, TableKind.TRANSACTIONAL, null, UNKNOWN, 10, 1, 1, 20, 20, 9, null, true));
  }

  @Test
  void idNeverShownIsServedAtTheHead() {
    states.allocated(TABLE, 7, 3);
    states.committed(7);
    Snapshot list = list("3:9::");
    assertEquals(Decision.HEAD_NEEDED, gated(list, 5, UNKNOWN, 8));
    assertEquals(Decision.BEHIND, gated(list, 5, 9, 8));
    assertEquals(Decision.HIT_AT_HEAD, gated(list, 5, 9, 9));
    // A list that calls the unseen ids invalid needs no head.
    assertEquals(Decision.HIT, gated(list("3:1:1:2"), 5, UNKNOWN, 8));
  }

  @Test
  void ownIdIsReadFromTheDatabaseWhateverTheHead() {
    states.allocated(TABLE, 7, 1);
    assertEquals(Decision.BEHIND, gated(list("1:9::"), 8, UNKNOWN, 7));
    assertEquals(Decision.OWN_WRITE_OPEN, gated(list("1:9::"), 8, UNKNOWN, 8));
    assertEquals(Decision.OWN_WRITE_OPEN, gated(list("1:9::"), 8, 8, 8));
    assertEquals(Decision.HIT, gated(list("1:1:1:"), 8, UNKNOWN, 8));
    assertEquals(Decision.HIT, gated(list("1:1::1"), 8, UNKNOWN, 8));
  }

  @Test
  void listGatesTransactionalTablesOnly() {
    for (TableKind kind : new TableKind[] {TableKind.EXTERNAL, TableKind.POINTER}) {
      assertEquals(
          Decision.HEAD_NEEDED,
          Gate.decide(Level.SNAPSHOT, kind, list("0:9::"), 1, UNKNOWN, 1, 1, 5, 5, 5, null, true));
    }
  }

  @Test
  void unknownEndOfLoadNeverSettles() {
    for (Level level : new Level[] {Level.STRICT, Level.EVENTUAL, Level.SNAPSHOT}) {
      assertEquals(
          Decision.UNSETTLED,
          Gate.decide(
              level,
              TableKind.TRANSACTIONAL,
              list("0:9::"),
              1,
              5,
              1,
              1,
              5,
              UNKNOWN,
              5,
              null,
              true));
    }
  }

  @Test
  void waitsForWhatIsDemandedAndForTheEndOfTheLoad() {
    assertEquals(9, Gate.waitFor(Level.SNAPSHOT, 9, UNKNOWN, UNKNOWN));
    assertEquals(10, Gate.waitFor(Level.SNAPSHOT, 9, 10, 8));
    assertEquals(11, Gate.waitFor(Level.SNAPSHOT, 9, 10, 11));
    assertEquals(10, Gate.waitFor(Level.STRICT, 12, 10, UNKNOWN));
    assertEquals(8, Gate.waitFor(Level.EVENTUAL, 12, 10, 8));
    assertEquals(UNKNOWN, Gate.waitFor(Level.DATABASE, 12, 10, Long.MIN_VALUE));
    // An entry that its own load has settled does not prolong the wait.
    assertEquals(9, Gate.waitFor(Level.SNAPSHOT, 9, UNKNOWN, 20, 20, 3));
    assertEquals(20, Gate.waitFor(Level.SNAPSHOT, 9, UNKNOWN, 19, 20, 3));
  }

  @Test
  void hitAllocatesNothing() {
    for (long id = 1; id <= 1_000; id++) {
      states.allocated(TABLE, id, id);
      if (id % 2 == 0) {
        states.committed(id);
      }
    }
    states.allocated(TABLE, 2_000, 1_500);
    states.committed(2_000);
    String invalid =
        LongStream.rangeClosed(1, 1_499)
            .filter(id -> id % 2 == 1 || id > 1_000)
            .mapToObj(Long::toString)
            .collect(Collectors.joining(","));
    String text = "db.t:1500:1:" + invalid + ":";
    ReaderLists lists = new ReaderLists(10);
    SyncPoints points = new SyncPoints(10);
    points.record(TABLE, text, 4);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    // The first rounds load classes and compile.
    for (int round = 0; round < 20; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      int hits = 0;
      for (int i = 0; i < 1_000; i++) {
        Snapshot list = lists.of(text, TABLE).snapshot();
        Decision decision = gated(list, points.get(TABLE, text), UNKNOWN, 6);
        hits += decision == Decision.HIT ? 1 : 0;
      }
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
      assertEquals(1_000, hits);
    }
    assertTrue(least < 1_000, least + " bytes in a thousand hits");
  }

  @Test
  void everyReasonReadsWell() {
    for (Decision decision : Decision.values()) {
      assertTrue(decision.text().matches("[a-z][a-z :]+"), decision.text());
    }
    assertEquals(
        Decision.values().length,
        java.util.Arrays.stream(Decision.values()).map(Decision::text).distinct().count());
  }
}
