package io.hmscache.notification;

import static io.hmscache.notification.FollowerHarness.T;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of a rebase, and what the seeding may and may not make visible. */
class RebaseTest {

  private final FollowerHarness h = new FollowerHarness();

  @Test
  void readsTheHeadBeforeItFlushes() {
    h.log.append(Rows.alter("a"));
    // Committed between the head query and the flush: an entry loaded before the flush could have
    // it, one loaded after it has it; either way the event itself must still come.
    h.hooks.beforeFlush = () -> h.log.append(Rows.alter("b"));
    h.follower.step();
    h.hooks.beforeFlush = null;
    assertEquals(1, h.position.applied());
    assertEquals(List.of("everything"), h.sink.take());
    h.settle();
    assertEquals(List.of("table hive.db.b"), h.sink.take());
  }

  @Test
  void servesNothingBetweenTheFlushAndTheNewPosition() {
    h.log.append(Rows.alter("a"));
    h.hooks.beforeRebased =
        () -> {
          assertEquals(-1, h.position.applied());
          assertFalse(h.position.state().serving());
        };
    h.settle();
    assertTrue(h.position.state().serving());
    h.log.head = 0;
    h.hooks.beforeRebased = () -> assertEquals(TailerState.RESETTING, h.position.state());
    h.settle();
    assertEquals(1, h.metrics.resets(ResetReason.HEAD_WENT_BACK));
  }

  @Test
  void seedIsAnsweredAtOnceIfNobodyCommittedMeanwhile() {
    h.seeds.seeding = () -> h.states.seed(T, 3, new long[] {30}, new long[] {3});
    h.follower.step();
    assertNotNull(h.states.get(T));
    assertTrue(h.states.get(T).hasEnded(2));
    assertTrue(h.states.get(T).isOpen(3));
  }

  @Test
  void seedThatIsNewerThanThePositionAnswersNothingUntilThePositionIsThere() {
    h.log.append(Rows.alloc("t", 7, 1));
    h.seeds.seeding =
        () -> {
          // The transaction ends, and a second one begins, before the seeding looks.
          h.log.append(Rows.commit(7), Rows.alloc("t", 8, 2));
          h.states.seed(T, 2, new long[] {8}, new long[] {2});
        };
    h.follower.step();
    assertEquals(1, h.position.applied());
    assertNull(h.states.get(T), "id 1 has not ended in the log up to 1");
    h.log.batchEvents = 1;
    h.follower.step();
    assertNull(h.states.get(T));
    h.settle();
    assertEquals(3, h.position.applied());
    assertTrue(h.states.get(T).hasEnded(1));
    assertTrue(h.states.get(T).isOpen(2));
  }

  @Test
  void endOfATransactionThatTheSeedMissedChangesEverythingOnceMore() {
    h.log.append(Rows.alloc("t", 7, 1));
    h.seeds.seeding =
        () -> {
          h.log.append(Rows.commit(7));
          h.states.seed(T, 1, new long[0], new long[0]);
        };
    h.settle();
    assertEquals(List.of("everything", "commit 7 []", "everything"), h.sink.take());
    h.log.append(Rows.commit(99));
    h.settle();
    assertEquals(List.of("commit 99 []"), h.sink.take(), "only up to the head after the seeding");
  }

  @Test
  void transactionEventsMoveTheStates() {
    h.started();
    h.log.append(Rows.openTxn(7), Rows.alloc("t", 7, 1), Rows.alloc("t", 8, 2, 9, 3));
    h.settle();
    assertEquals(List.of(), h.sink.take());
    assertTrue(h.states.get(T).isOpen(1));
    h.log.append(Rows.commit(7), Rows.abort(8));
    h.settle();
    assertEquals(List.of("commit 7 [hive.db.t]", "abort 8 [hive.db.t]"), h.sink.take());
    assertTrue(h.states.get(T).hasEnded(1));
    assertTrue(h.states.get(T).hasEnded(2));
    assertTrue(h.states.get(T).isOpen(3));
    h.log.append(Rows.drop("t"));
    h.settle();
    assertNull(h.states.get(T));
    h.sink.take();
    h.log.append(Rows.commit(9));
    h.settle();
    assertEquals(List.of("commit 9 []"), h.sink.take());
  }

  @Test
  void transactionThatEndedWithoutAnEventIsEndedAfterTwoLooks() {
    h.started();
    h.log.append(Rows.alloc("t", 7, 1, 8, 2));
    h.seeds.open.add(8L);
    h.settleFor(59_000);
    assertTrue(h.states.get(T).isOpen(1), "not looked at yet");
    h.settleFor(125_000);
    assertTrue(h.states.get(T).hasEnded(1));
    assertTrue(h.states.get(T).isOpen(2));
    assertEquals(List.of("commit 7 [hive.db.t]"), h.sink.take());
    assertEquals(1, h.metrics.abandonedTransactions());
  }

  @Test
  void transactionWhoseEventIsStillToComeIsLeftToTheEvent() {
    h.started();
    h.log.append(Rows.alloc("t", 7, 1));
    h.settleFor(110_000);
    // It ends in the database, and its event is behind others that are not applied yet.
    h.log.batchEvents = 1;
    h.log.append(Rows.alter("x"), Rows.abort(7));
    h.pass(60_000);
    h.follower.step();
    assertEquals(2, h.position.applied());
    assertTrue(h.states.get(T).isOpen(1));
    h.settleFor(1_000);
    assertEquals(List.of("table hive.db.x", "abort 7 [hive.db.t]"), h.sink.take());
    h.settleFor(200_000);
    assertEquals(0, h.metrics.abandonedTransactions());
  }
}
