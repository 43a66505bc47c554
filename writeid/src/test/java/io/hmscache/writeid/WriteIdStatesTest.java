package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class WriteIdStatesTest {

  private static final TableKey T = TableKey.of(null, "db", "t");
  private static final TableKey U = TableKey.of(null, "db", "u");

  private final WriteIdStates states = new WriteIdStates();

  private static TableWriteIds known(WriteIdStates states, TableKey table) {
    TableWriteIds state = states.get(table);
    assertNotNull(state, table + " is not known");
    return state;
  }

  private TableWriteIds state() {
    return known(states, T);
  }

  @Test
  void allocatedIsOpenUntilCommitOrAbort() {
    states.allocated(T, 10, 1);
    states.allocated(T, 11, 2);
    states.allocated(U, 10, 1);
    assertTrue(state().isOpen(1));
    assertEquals(Set.of(T, U), states.committed(10));
    assertTrue(state().hasEnded(1));
    assertTrue(state().isOpen(2));
    assertEquals(Set.of(T), states.aborted(11));
    assertTrue(state().hasEnded(2));
    assertFalse(state().hasEnded(3));
    assertEquals(2, state().highest());
    assertEquals(0, states.openIdCount());
    assertEquals(0, states.openTransactions().length);
  }

  @Test
  void catalogAndCaseAreIgnored() {
    states.allocated(TableKey.of("spark", "DB", "T"), 10, 1);
    assertTrue(state().isOpen(1));
    assertTrue(known(states, TableKey.of("other", "db", "t")).isOpen(1));
    assertEquals(Set.of(T), states.committed(10));
  }

  @Test
  void endOfUnknownTransactionMovesNothing() {
    states.allocated(T, 10, 1);
    TableWriteIds before = state();
    assertEquals(Set.of(), states.committed(99));
    assertEquals(Set.of(), states.aborted(99));
    assertEquals(before, state());
  }

  @Test
  void idGivenBackForNewOneEndsWithTheTransaction() {
    states.allocated(T, 10, 1);
    states.allocated(T, 11, 2);
    states.allocated(T, 10, 3);
    assertTrue(state().isOpen(1));
    states.committed(10);
    assertTrue(state().hasEnded(1));
    assertTrue(state().hasEnded(3));
    assertTrue(state().isOpen(2));
  }

  @Test
  void jumpLeavesIdsUnseenForAsLongAsNothingShowsThem() {
    states.allocated(T, 10, 1);
    states.committed(10);
    states.allocated(T, 11, 5);
    states.committed(11);
    assertTrue(state().hasEnded(1));
    assertTrue(state().hasEnded(5));
    for (long id = 2; id <= 4; id++) {
      assertFalse(state().hasEnded(id));
      assertFalse(state().isOpen(id));
    }
    assertEquals(1, state().gapCount());
  }

  @Test
  void tableThatKeptItsIdsCostsOneRange() {
    states.allocated(T, 10, 2_000_000_000_000L);
    assertEquals(1, state().gapCount());
    assertEquals(1, state().openCount());
    states.allocated(U, 10, Long.MAX_VALUE);
    states.allocated(U, 11, Long.MAX_VALUE);
    assertTrue(known(states, U).isOpen(Long.MAX_VALUE));
    states.committed(11);
    assertTrue(known(states, U).hasEnded(Long.MAX_VALUE));
  }

  @Test
  void manyJumpsCostABoundedNumberOfRanges() {
    for (long id = 2; id <= 2_000; id += 2) {
      states.allocated(T, id, id);
      states.committed(id);
    }
    assertEquals(TableWriteIds.MAX_GAPS, state().gapCount());
    assertFalse(state().hasEnded(2));
    assertFalse(state().hasEnded(1_999));
    assertTrue(state().hasEnded(2_000));
    assertTrue(state().hasEnded(1_990));
  }

  /** A new incarnation's id 1 must not end with a transaction of the old one. */
  @Test
  void forgottenIdsLeaveTheirTransactions() {
    states.allocated(T, 10, 1);
    states.allocated(U, 10, 1);
    states.forget(T);
    assertNull(states.get(T));
    states.allocated(T, 11, 1);
    assertEquals(Set.of(U), states.committed(10));
    assertTrue(state().isOpen(1));
    states.forget(T);
    assertEquals(0, states.openIdCount());
    assertEquals(Set.of(), states.committed(11));
  }

  @Test
  void databaseIsForgottenWithItsTables() {
    TableKey other = TableKey.of(null, "db2", "t");
    states.allocated(T, 10, 1);
    states.allocated(U, 11, 1);
    states.allocated(other, 12, 1);
    states.forgetDatabase("DB");
    states.forgetDatabase("none");
    assertNull(states.get(T));
    assertNull(states.get(U));
    assertTrue(known(states, other).isOpen(1));
    assertArrayEquals(new long[] {12}, states.openTransactions());
    assertEquals(1, states.tableCount());
  }

  @Test
  void counterThatWentBackForgetsThePast() {
    for (long id = 1; id <= 5; id++) {
      states.allocated(T, id, id);
      states.committed(id);
    }
    states.allocated(T, 6, 6);
    // A drop that failed has cleaned up all the same.
    states.allocated(T, 7, 1);
    assertTrue(state().isOpen(1));
    assertFalse(state().hasEnded(2));
    assertEquals(1, state().highest());
    assertEquals(Set.of(), states.committed(6));
    states.allocated(T, 8, 3);
    states.allocated(T, 9, 2);
    assertFalse(state().hasEnded(1), "of the past");
    assertEquals(2, state().highest());
  }

  @Test
  void sameAllocationTwiceIsOne() {
    states.allocated(T, 10, 1);
    states.allocated(T, 11, 2);
    TableWriteIds before = state();
    states.allocated(T, 10, 1);
    assertEquals(before, state());
    assertEquals(2, states.openIdCount());
  }

  @Test
  void seedShowsEverythingUpToTheHighest() {
    states.allocated(T, 5, 1);
    states.seed(T, 10, new long[] {21, 20}, new long[] {9, 7});
    assertTrue(state().hasEnded(8));
    assertTrue(state().hasEnded(10));
    assertTrue(state().isOpen(7));
    assertFalse(state().hasEnded(11));
    assertEquals(Set.of(), states.committed(5));
    assertEquals(Set.of(T), states.committed(20));
    assertTrue(state().hasEnded(7));
    assertTrue(state().isOpen(9));
    states.seed(T, 0, new long[0], new long[0]);
    assertFalse(state().hasEnded(1));
    assertEquals(Set.of(), states.committed(21));
  }

  @Test
  void openIdAboveTheSeededHighestRaisesIt() {
    states.seed(T, 3, new long[] {20, 21, 22}, new long[] {6, 4, 0});
    assertTrue(state().hasEnded(3));
    assertTrue(state().isOpen(4));
    assertFalse(state().hasEnded(5));
    assertFalse(state().isOpen(5));
    assertTrue(state().isOpen(6));
    assertEquals(2, states.openIdCount());
    assertThrows(IllegalArgumentException.class, () -> states.seed(T, 3, new long[1], new long[2]));
  }

  /** What happened between the position of a rebase and its queries comes once more. */
  @Test
  void logRepeatsWhatTheSeedHasSeen() {
    states.beginSeed();
    // Since the position: 10 allocated 3 and committed, 11 allocated 4, 12 allocated 5.
    states.seed(T, 5, new long[] {11, 12}, new long[] {4, 5});
    assertNull(states.get(T), "newer than the position");
    states.allocated(T, 10, 3);
    states.committed(10);
    states.allocated(T, 11, 4);
    states.allocated(T, 12, 5);
    states.endSeed();
    assertTrue(state().hasEnded(3));
    assertTrue(state().isOpen(4));
    assertTrue(state().isOpen(5));
    assertEquals(2, states.openIdCount());
    // From here on a lower id means that the counter went back.
    states.allocated(T, 13, 2);
    assertEquals(2, state().highest());
    assertEquals(1, states.openIdCount());
  }

  @Test
  void repeatedAllocationOfIdThatHasEndedSinceIsOpenUntilItsEndComes() {
    states.seed(T, 5, new long[0], new long[0]);
    states.allocated(T, 10, 3);
    assertTrue(state().isOpen(3));
    assertTrue(state().hasEnded(5));
    states.committed(10);
    assertTrue(state().hasEnded(3));
    // An allocation beyond what the seed has seen: it comes no second time below it.
    states.allocated(T, 11, 6);
    states.allocated(T, 12, 4);
    assertEquals(4, state().highest());
    assertFalse(state().hasEnded(3));
  }

  @Test
  void idThatChangesItsTransactionEndsWithTheNewOne() {
    states.seed(T, 5, new long[] {10}, new long[] {3});
    states.allocated(T, 11, 3);
    assertEquals(Set.of(), states.committed(10));
    assertTrue(state().isOpen(3));
    states.committed(11);
    assertTrue(state().hasEnded(3));
  }

  @Test
  void transactionsThatNeverEndAreEndedOnWordOfTheDatabase() {
    states.allocated(T, 10, 1);
    states.allocated(T, 11, 2);
    states.allocated(U, 10, 1);
    states.allocated(T, 9, 3);
    assertArrayEquals(new long[] {10, 11, 9}, states.openTransactions());
    assertEquals(Set.of(T, U), states.endedElsewhere(new long[] {10, 99}));
    assertTrue(state().hasEnded(1));
    assertArrayEquals(new long[] {11, 9}, states.openTransactions());
  }

  @Test
  void leastRecentlyWrittenTablesAreForgotten() {
    WriteIdStates few = new WriteIdStates(2);
    few.allocated(T, 10, 1);
    few.allocated(U, 11, 1);
    few.allocated(T, 12, 2);
    TableKey third = TableKey.of(null, "db3", "t");
    few.seed(third, 5, new long[] {13}, new long[] {5});
    assertNull(few.get(U));
    assertTrue(known(few, T).isOpen(2));
    assertEquals(2, few.tableCount());
    assertEquals(Set.of(), few.committed(11));
    few.allocated(U, 14, 2);
    assertNull(few.get(T));
    assertFalse(known(few, U).hasEnded(1), "forgotten, so not known to have ended");
    assertEquals(2, few.tableCount());
  }

  @Test
  void oldestTransactionsAreGivenUpBeyondTheBound() {
    WriteIdStates few = new WriteIdStates(10, 3);
    few.allocated(T, 10, 1);
    few.allocated(U, 10, 1);
    few.allocated(T, 11, 2);
    few.allocated(T, 12, 3);
    assertEquals(2, few.openIdCount());
    assertArrayEquals(new long[] {11, 12}, few.openTransactions());
    for (TableKey table : new TableKey[] {T, U}) {
      assertFalse(known(few, table).isOpen(1));
      assertFalse(known(few, table).hasEnded(1));
    }
    few.committed(10);
    assertFalse(known(few, T).hasEnded(1), "its end is not noticed any more");
    for (int i = 0; i < 1_000; i++) {
      few.allocated(T, 20 + i, 4 + i);
    }
    assertEquals(3, few.openIdCount());
    assertEquals(3, known(few, T).openCount());
    assertEquals(1, known(few, T).gapCount());
    assertThrows(IllegalArgumentException.class, () -> new WriteIdStates(0));
    assertThrows(IllegalArgumentException.class, () -> new WriteIdStates(1, 0));
  }

  @Test
  void clearForgetsAll() {
    states.allocated(T, 10, 1);
    states.clear();
    assertNull(states.get(T));
    assertEquals(0, states.tableCount());
    assertEquals(0, states.openIdCount());
    assertEquals(Set.of(), states.committed(10));
  }

  @Test
  void whatIsNoIdMovesNothing() {
    states.allocated(T, 10, 0);
    states.allocated(T, 10, -1);
    states.allocated(T, 10, Long.MIN_VALUE);
    assertNull(states.get(T));
    assertEquals(0, states.openIdCount());
  }

  /** Readers take no lock: each sees whole states, and never an older one after a newer one. */
  @Test
  void readersSeeWholeStatesInOrder() throws Exception {
    int ids = 20_000;
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      List<Future<Long>> readers = new ArrayList<>();
      CountDownLatch reading = new CountDownLatch(2);
      for (int i = 0; i < 2; i++) {
        readers.add(
            executor.submit(
                () -> {
                  reading.countDown();
                  long highest = 0;
                  while (highest < ids) {
                    TableWriteIds state = states.get(T);
                    if (state != null) {
                      assertTrue(state.highest() >= highest, "went back from " + highest);
                      highest = state.highest();
                      assertEquals(state.openCount() == 1, state.isOpen(highest));
                      assertEquals(state.openCount() == 0, state.hasEnded(highest));
                    }
                  }
                  return highest;
                }));
      }
      reading.await();
      for (long id = 1; id <= ids; id++) {
        states.allocated(T, id, id);
        states.committed(id);
      }
      for (Future<Long> reader : readers) {
        assertEquals(ids, reader.get());
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
