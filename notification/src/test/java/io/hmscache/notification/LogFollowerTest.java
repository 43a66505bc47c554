package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.junit.jupiter.api.Test;

/** The rules of the cursor, with the names of the failure cases that they answer. */
class LogFollowerTest {

  private static final List<String> ALL = List.of("everything");

  private final FollowerHarness h = new FollowerHarness();

  private static String table(String name) {
    return "table hive.db." + name;
  }

  @Test
  void startsAtTheHeadAndAppliesWhatFollowsInOrder() {
    h.log.append(Rows.alter("old"));
    assertEquals(-1, h.position.applied());
    assertFalse(h.position.state().serving());
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.position.applied());
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.settle();
    assertEquals(List.of(table("a"), table("b")), h.sink.take());
    assertEquals(3, h.position.applied());
    assertEquals(TailerState.LIVE, h.position.state());
    assertEquals(0, h.metrics.resets());
  }

  @Test
  void effectComesBeforeThePosition() {
    h.started();
    List<String> order = new ArrayList<>();
    h.hooks.beforeAdvance =
        event ->
            order.add(event.getEventId() + " " + h.sink.told.size() + " " + h.position.applied());
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.settle();
    assertEquals(List.of("1 1 0", "2 2 1"), order);
  }

  @Test
  void idlePollIsOneHeadQueryAndNoRead() {
    h.log.append(Rows.alter("a"));
    h.started();
    int queries = h.log.headQueries;
    for (int i = 0; i < 10; i++) {
      h.settle();
      h.pass(100);
    }
    assertEquals(10, h.log.headQueries - queries);
    assertEquals(0, h.log.reads);
  }

  @Test
  void confirmedIsTheStartOfTheHeadQueryThatIsApplied() {
    h.started();
    h.pass(500);
    h.log.beforeHead = () -> h.pass(70);
    long before = h.nowNanos;
    h.settle();
    assertEquals(before, h.position.confirmedNanos());
  }

  @Test
  void confirmedMovesWhileTheHeadRunsAhead() {
    h.started();
    h.log.batchEvents = 1;
    h.log.append(Rows.alter("a"), Rows.alter("b"), Rows.alter("c"));
    long first = h.nowNanos;
    for (int i = 0; i < 3; i++) {
      h.follower.step();
      h.log.append(Rows.alter("d"));
      h.pass(10);
    }
    assertEquals(3, h.position.applied());
    assertEquals(TailerState.CATCHING_UP, h.position.state());
    assertEquals(first, h.position.confirmedNanos());
  }

  @Test
  void b01LateRowWithinTheGraceIsAppliedInItsPlace() {
    h.started();
    long late = h.log.hole();
    h.log.append(Rows.alter("after"));
    h.settleFor(1_500);
    assertEquals(0, h.position.applied());
    assertEquals(List.of(), h.sink.take());
    assertEquals(TailerState.CATCHING_UP, h.position.state());
    h.log.fill(late, Rows.alter("late"));
    h.settle();
    assertEquals(List.of(table("late"), table("after")), h.sink.take());
    assertEquals(0, h.metrics.resets());
  }

  @Test
  void b01HoleBeyondTheGraceResetsOnceAndTheLateRowResetsAgain() {
    h.log.append(Rows.alter("before"));
    h.started();
    long late = h.log.hole();
    h.log.append(Rows.alter("after"));
    h.settleFor(2_500);
    assertEquals(ALL, h.sink.take());
    assertEquals(3, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.HOLE));
    h.settleFor(60_000);
    assertEquals(List.of(), h.sink.take(), "a known hole is not reset over and over");
    h.log.fill(late, Rows.alter("late"));
    h.settleFor(1_500);
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.LATE_EVENT));
    h.settleFor(60_000);
    assertEquals(List.of(), h.sink.take());
  }

  @Test
  void b01RowOfAWriterThatWasOpenAtTheStartResets() {
    h.log.append(Rows.alter("a"));
    long late = h.log.hole();
    h.log.append(Rows.alter("b"));
    h.started();
    h.log.fill(late, Rows.alter("late"));
    h.settleFor(1_500);
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.LATE_EVENT));
  }

  @Test
  void b01LateRowThatAppearsBetweenFlushAndPositionResetsAgain() {
    h.log.append(Rows.alter("a"));
    long late = h.log.hole();
    h.log.append(Rows.alter("b"));
    h.hooks.beforeRebased =
        () -> {
          h.hooks.beforeRebased = null;
          h.log.fill(late, Rows.alter("late"));
        };
    h.started();
    h.settleFor(1_500);
    assertEquals(ALL, h.sink.take(), "its entry may have been loaded between flush and commit");
    assertEquals(1, h.metrics.resets(ResetReason.LATE_EVENT));
  }

  @Test
  void watchingForLateRowsEnds() {
    h.started();
    h.log.hole();
    h.log.append(Rows.alter("after"));
    h.settleFor(2_500);
    h.sink.take();
    h.settleFor(11 * 60_000);
    h.log.fill(1, Rows.alter("very late"));
    h.settleFor(5_000);
    assertEquals(List.of(), h.sink.take());
  }

  @Test
  void b04TruncatedHeadResets() {
    h.log.append(Rows.alter("a"));
    h.started();
    for (int i = 0; i < 5; i++) {
      h.log.append(Rows.alter("t" + i));
    }
    h.log.rows.headMap(4L).clear();
    h.settleFor(2_500);
    assertEquals(ALL, h.sink.take());
    assertEquals(6, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.TRUNCATED));
  }

  @Test
  void b04TruncatedMiddleAppliesWhatIsBeforeItAndResets() {
    h.started();
    for (int i = 1; i <= 5; i++) {
      h.log.append(Rows.alter("t" + i));
    }
    h.log.rows.remove(3L);
    h.settleFor(2_500);
    assertEquals(List.of(table("t1"), table("t2"), "everything"), h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.HOLE));
  }

  @Test
  void b04EmptyLogWithAHeadResets() {
    h.log.append(Rows.alter("a"));
    h.started();
    h.log.append(Rows.alter("b"), Rows.alter("c"));
    h.log.rows.clear();
    h.settleFor(2_500);
    assertEquals(ALL, h.sink.take());
    assertEquals(3, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.EMPTY));
  }

  @Test
  void b16MissingTailResetsAndEnds() {
    h.log.append(Rows.alter("a"));
    h.started();
    h.log.append(Rows.alter("b"), Rows.alter("c"), Rows.alter("d"));
    h.log.rows.tailMap(3L).clear();
    h.settleFor(2_500);
    assertEquals(List.of(table("b"), "everything"), h.sink.take());
    assertEquals(4, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.TAIL_MISSING));
  }

  @Test
  void cleanedRowsBelowThePositionMatterNot() {
    for (int i = 0; i < 5; i++) {
      h.log.append(Rows.alter("t" + i));
    }
    h.started();
    h.log.rows.clear();
    h.log.append(Rows.alter("a"));
    h.settleFor(2_500);
    assertEquals(List.of(table("a")), h.sink.take());
    assertEquals(0, h.metrics.resets());
  }

  @Test
  void b06UndecodableEventInvalidatesByItsColumnsAndIsCounted() {
    h.started();
    NotificationEvent garbage = Rows.bare(EventType.ALTER_PARTITION, "hive", "db", "t");
    garbage.setMessage("{garbage");
    NotificationEvent format = Rows.bare(EventType.ADD_PARTITION, "hive", "db", "u");
    format.setMessage("{}");
    format.setMessageFormat("no-such-format");
    h.log.append(garbage, format, Rows.alter("after"));
    h.settle();
    assertEquals(
        List.of("name hive.db.t", "constraints", "name hive.db.u", "constraints", table("after")),
        h.sink.take());
    assertEquals(2, h.metrics.undecodableEvents());
    assertEquals(0, h.metrics.resets());
  }

  @Test
  void b06EventThatNamesNothingResetsAndTheTailerGoesOn() {
    h.started();
    NotificationEvent unknown = Rows.bare(EventType.ALTER_PARTITION, null, null, null);
    unknown.setEventType("NO_SUCH_TYPE");
    h.log.append(unknown);
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.UNBOUNDED));
    h.log.append(Rows.alter("after"));
    h.settle();
    assertEquals(List.of(table("after")), h.sink.take());
  }

  @Test
  void b07FailingSinkLosesNothing() {
    h.started();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.sink.next = new IllegalStateException("transient");
    assertTrue(h.follower.step() > 0, "a failure is not tried again at once");
    assertEquals(0, h.position.applied());
    assertFalse(h.position.state().serving());
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(2, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.APPLY_FAILED));
    assertEquals(TailerState.LIVE, h.position.state());
  }

  @Test
  void b07FailureOfTheFlushItselfIsTriedAgainUntilItWorks() {
    h.started();
    h.log.append(Rows.alter("a"));
    h.sink.next = new IllegalStateException("first");
    h.follower.step();
    h.sink.next = new IllegalStateException("second");
    h.follower.step();
    assertEquals(0, h.position.applied());
    assertFalse(h.position.state().serving());
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.position.applied());
  }

  @Test
  void b15HeadBelowThePositionResetsDownwards() {
    for (int i = 0; i < 5; i++) {
      h.log.append(Rows.alter("t" + i));
    }
    h.started();
    h.log.head = 2;
    h.log.rows.tailMap(3L).clear();
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(2, h.position.applied());
    assertEquals(1, h.metrics.resets(ResetReason.HEAD_WENT_BACK));
    h.log.append(Rows.alter("a"));
    h.settle();
    assertEquals(List.of(table("a")), h.sink.take());
  }

  @Test
  void b15BackupRestoredWhileTheDatabaseWasAwayIsSeenThoughTheHeadGrewBeyond() {
    h.started();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.settle();
    h.sink.take();
    h.log.down = true;
    h.settle();
    h.log.down = false;
    h.log.head = 1;
    h.log.rows.remove(2L);
    h.log.append(Rows.alter("other"), Rows.alter("c"), Rows.alter("d"));
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.REPLACED));
    assertEquals(4, h.position.applied());
  }

  @Test
  void b15BackupThatIsOlderThanWhatEntriesWereLoadedAtIsSeenThoughThePositionIsInIt()
      throws Exception {
    h.started();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.settle();
    h.log.append(Rows.alter("c"), Rows.alter("d"));
    assertEquals(4, h.log.head(), "a loader was told");
    h.log.head = 3;
    h.log.rows.remove(4L);
    h.log.interruptions++;
    h.log.append(Rows.alter("other"), Rows.alter("e"));
    h.sink.take();
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.REPLACED));
  }

  @Test
  void b15HeadThatWentBackForSomebodyElseResetsThoughItGrewAgain() throws Exception {
    h.started();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.settle();
    h.log.head = 1;
    h.log.rows.remove(2L);
    assertEquals(1, h.log.head());
    h.log.append(Rows.alter("b"), Rows.alter("c"));
    h.sink.take();
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.HEAD_WENT_BACK));
    h.settle();
    assertEquals(1, h.metrics.resets());
  }

  @Test
  void otherConnectionToTheSameDatabaseResetsNothing() {
    h.started();
    h.log.append(Rows.alter("a"));
    h.settle();
    h.sink.take();
    h.log.interruptions++;
    h.log.append(Rows.alter("b"));
    h.settle();
    assertEquals(List.of(table("b")), h.sink.take());
    assertEquals(0, h.metrics.resets());
  }

  @Test
  void doubledIdResets() {
    h.started();
    NotificationEvent a = Rows.alter("a");
    a.setEventId(1);
    NotificationEvent b = Rows.alter("b");
    b.setEventId(1);
    h.log.head = 2;
    h.log.nextBatch = List.of(a, b);
    h.settle();
    assertEquals(List.of(table("a"), "everything"), h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.DISORDER));
  }

  @Test
  void idBelowThePositionResets() {
    h.log.append(Rows.alter("x"), Rows.alter("y"));
    h.started();
    NotificationEvent old = Rows.alter("old");
    old.setEventId(1);
    h.log.head = 3;
    h.log.nextBatch = List.of(old);
    h.settle();
    assertEquals(ALL, h.sink.take());
    assertEquals(1, h.metrics.resets(ResetReason.DISORDER));
  }

  @Test
  void b58BacklogAboveTheLimitIsJumpedOver() {
    FollowerHarness small =
        new FollowerHarness(TailerSettings.defaults().withBacklogLimit(3)).started();
    for (int i = 0; i < 4; i++) {
      small.log.append(Rows.alter("t" + i));
    }
    small.settle();
    assertEquals(ALL, small.sink.take());
    assertEquals(0, small.log.reads);
    assertEquals(1, small.metrics.resets(ResetReason.BACKLOG));
    for (int i = 0; i < 3; i++) {
      small.log.append(Rows.alter("t" + i));
    }
    small.settle();
    assertEquals(3, small.sink.take().size());
  }

  @Test
  void databaseDownStallsBacksOffAndRecovers() {
    h.started();
    h.log.append(Rows.alter("a"));
    h.settle();
    long confirmed = h.position.confirmedNanos();
    h.log.down = true;
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long wait = h.follower.step();
      waits.add(wait / 1_000_000);
      h.nowNanos += wait;
    }
    assertEquals(List.of(100L, 200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L), waits);
    assertEquals(TailerState.STALLED, h.position.state());
    assertTrue(h.position.state().serving());
    assertTrue(h.follower.failing());
    assertEquals(confirmed, h.position.confirmedNanos(), "nothing is confirmed while it is down");
    h.sink.take();
    h.log.down = false;
    h.log.append(Rows.alter("b"));
    h.settle();
    assertEquals(List.of(table("b")), h.sink.take());
    assertEquals(TailerState.LIVE, h.position.state());
    assertFalse(h.follower.failing());
    assertEquals(0, h.metrics.resets());
  }

  @Test
  void databaseDownInARebaseServesNothingUntilItIsDone() {
    h.started();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.log.head = 0;
    h.settle();
    h.log.rows.clear();
    h.log.head = 9;
    h.position.advance(10);
    h.seeds.down = true;
    h.follower.step();
    assertEquals(TailerState.RESETTING, h.position.state());
    assertEquals(10, h.position.applied());
    h.seeds.down = false;
    h.settle();
    assertEquals(9, h.position.applied());
    assertTrue(h.position.state().serving());
  }

  @Test
  void pausedTailerAppliesNothingButKeepsCountingTheLag() {
    h.started();
    h.follower.pause();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.settleFor(5_000);
    assertEquals(List.of(), h.sink.take());
    assertEquals(0, h.position.applied());
    assertTrue(h.position.state().serving());
    assertEquals(2, h.metrics.lagEvents());
    assertTrue(h.metrics.lagMillis(h.nowNanos) >= 4_900);
    h.follower.resume();
    h.settle();
    assertEquals(List.of(table("a"), table("b")), h.sink.take());
    assertEquals(0, h.metrics.lagMillis(h.nowNanos));
  }

  @Test
  void pauseInTheMiddleOfABatchStopsBeforeTheNextEvent() {
    h.started();
    h.log.append(Rows.alter("a"), Rows.alter("b"));
    h.hooks.beforeApply =
        event -> {
          if (event.getEventId() == 2) {
            h.follower.pause();
          }
        };
    h.settle();
    assertEquals(1, h.position.applied());
    assertEquals(List.of(table("a")), h.sink.take());
  }
}
