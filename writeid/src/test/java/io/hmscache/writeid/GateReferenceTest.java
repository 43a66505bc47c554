package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The gate against the protocol's text on plain sets, for a million random cases. Ids lie near both
 * ends of long; every one of them and of their neighbours is looked at, and one that stands for all
 * those in between, which no case tells apart.
 */
final class GateReferenceTest {

  private static final int CASES = Seeds.cases(1_200_000);
  private static final TableKey TABLE = TableKey.of(null, "db", "t");

  /** Ids are among as many at either end of long; small cases use those from 1 only. */
  private static final int MANY = 14;

  /** Gated reads, where the ids come in, more often than the others. */
  private static final Level[] LEVELS = {
    Level.SNAPSHOT, Level.SNAPSHOT, Level.SNAPSHOT, Level.STRICT, Level.EVENTUAL, Level.DATABASE,
  };

  private static final TableKind[] KINDS = {
    TableKind.TRANSACTIONAL, TableKind.TRANSACTIONAL, TableKind.EXTERNAL, TableKind.POINTER,
  };

  private static final TreeSet<Long> UNIVERSE = universe();

  private final SplittableRandom random = Seeds.random("GateReferenceTest");

  /** What was done to a table's ids, as plain values. */
  private static final class History {
    TableWriteIds state;
    long highest;
    final Map<Long, Boolean> openOrUnseen = new TreeMap<>();
    // Ranges that allocations jumped over: first id to last id.
    final Map<Long, Long> jumped = new TreeMap<>();
  }

  @Test
  void decidesAsTheProtocolSays() {
    Map<Decision, Integer> seen = new EnumMap<>(Decision.class);
    for (int i = 0; i < CASES; i++) {
      boolean extreme = random.nextBoolean();
      History history = random.nextInt(8) == 0 ? null : history(extreme);
      String text = random.nextInt(8) == 0 ? null : list(extreme);
      Snapshot snapshot = text == null ? null : ReaderList.of(text, TABLE).snapshot();
      if (text != null) {
        assertNotNull(snapshot, text);
      }
      ReferenceGate.Case c =
          new ReferenceGate.Case(
              pick(LEVELS),
              pick(KINDS),
              snapshot == null ? null : () -> calledCommitted(text),
              history == null ? null : () -> log(history),
              position(),
              position(),
              tableId(),
              tableId(),
              position(),
              position(),
              position(),
              random.nextBoolean());
      TableWriteIds state = history == null ? null : history.state;
      Decision decision =
          Gate.decide(
              c.level(),
              c.kind(),
              snapshot,
              c.syncPoint(),
              c.head(),
              c.requestTableId(),
              c.entryTableId(),
              c.asOf(),
              c.upTo(),
              c.applied(),
              state,
              c.withinBound());
      assertEquals(
          ReferenceGate.decide(c), decision, () -> "list " + text + ", " + state + ", " + c);
      seen.merge(decision, 1, Integer::sum);
      waitingEnds(c, snapshot, state, decision);
    }
    System.out.println("GateReferenceTest: " + seen);
    for (Decision decision : Decision.values()) {
      if (decision != Decision.HEAD_UNKNOWN) {
        assertNotNull(seen.get(decision), decision + " never came up");
      }
    }
  }

  /** Once applied has reached the position to wait for, the same read waits no longer. */
  private void waitingEnds(
      ReferenceGate.Case c, Snapshot snapshot, TableWriteIds state, Decision decision) {
    if (decision.verdict() != Decision.Verdict.WAIT || c.upTo() < 0) {
      return;
    }
    boolean gated =
        c.level() == Level.SNAPSHOT && c.kind() == TableKind.TRANSACTIONAL && snapshot != null;
    long applied =
        Gate.waitFor(
            c.level(),
            gated ? c.syncPoint() : Gate.UNKNOWN,
            c.head(),
            c.asOf(),
            c.upTo(),
            c.applied());
    Decision then =
        Gate.decide(
            c.level(),
            c.kind(),
            snapshot,
            c.syncPoint(),
            c.head(),
            c.requestTableId(),
            c.entryTableId(),
            c.asOf(),
            c.upTo(),
            applied,
            state,
            c.withinBound());
    if (then.verdict() == Decision.Verdict.WAIT) {
      // Only if the entry was settled by asOf alone and upTo lies beyond the position.
      throw new AssertionError(decision + ", waited for " + applied + ", then " + then + ": " + c);
    }
  }

  private History history(boolean extreme) {
    History history = new History();
    int start = random.nextInt(4);
    history.highest = start == 0 ? 0 : id(extreme);
    history.state = TableWriteIds.endedUpTo(history.highest);
    int steps = random.nextInt(7);
    for (int i = 0; i < steps; i++) {
      step(history, id(extreme));
    }
    return history;
  }

  private void step(History history, long id) {
    boolean allocate = random.nextInt(3) > 0;
    if (allocate) {
      history.state = history.state.allocate(7, id);
      if (id > history.highest && id - 1 > history.highest) {
        history.jumped.put(history.highest + 1, id - 1);
      }
      history.highest = Math.max(history.highest, id);
      history.openOrUnseen.put(id, true);
    } else if (Boolean.TRUE.equals(history.openOrUnseen.get(id))) {
      boolean lost = random.nextInt(4) == 0;
      history.state = lost ? history.state.lose(id) : history.state.end(id);
      history.openOrUnseen.put(id, lost ? null : false);
    }
  }

  private static ReferenceGate.Log log(History history) {
    Set<Long> ended = new TreeSet<>();
    Set<Long> open = new TreeSet<>();
    for (long id : UNIVERSE) {
      Boolean isOpen = history.openOrUnseen.get(id);
      boolean touched = history.openOrUnseen.containsKey(id);
      boolean jumpedOver =
          history.jumped.entrySet().stream()
              .anyMatch(range -> range.getKey() <= id && id <= range.getValue());
      if (touched) {
        // An id shown is open or ended, whatever jumped over it before; null: lost again.
        if (isOpen != null) {
          (isOpen ? open : ended).add(id);
        }
      } else if (id <= history.highest && !jumpedOver) {
        ended.add(id);
      }
    }
    return new ReferenceGate.Log(ended, open);
  }

  /** Every id that cases mention, its neighbours, and one that stands for all in between. */
  private static TreeSet<Long> universe() {
    TreeSet<Long> ids = new TreeSet<>();
    for (long id = 1; id <= 2 * MANY; id++) {
      ids.add(id);
      ids.add(Long.MAX_VALUE - id + 1);
    }
    ids.add(Long.MAX_VALUE / 2);
    return ids;
  }

  /** Ids that a list calls committed, read from its text by splitting it. */
  private static Set<Long> calledCommitted(String text) {
    String[] parts = text.split(":", -1);
    Set<Long> committed = new TreeSet<>(UNIVERSE.headSet(Long.parseLong(parts[1]), true));
    for (String ids : List.of(parts[3], parts[4])) {
      for (String id : ids.split(",")) {
        if (!id.isEmpty()) {
          committed.remove(Long.parseLong(id));
        }
      }
    }
    return committed;
  }

  private String list(boolean extreme) {
    long highWatermark = random.nextInt(6) == 0 ? 0 : Math.min(id(extreme), Long.MAX_VALUE - 1);
    TreeSet<Long> open = new TreeSet<>();
    TreeSet<Long> aborted = new TreeSet<>();
    int exceptions = random.nextInt(3) == 0 ? 0 : random.nextInt(2 * MANY);
    for (int i = 0; i < exceptions; i++) {
      long id = id(extreme);
      if (!open.contains(id) && !aborted.contains(id)) {
        (random.nextBoolean() ? open : aborted).add(id);
      }
    }
    long minOpen = open.isEmpty() ? Long.MAX_VALUE : open.first();
    return "db.t:" + highWatermark + ":" + minOpen + ":" + join(open) + ":" + join(aborted);
  }

  private static String join(TreeSet<Long> ids) {
    List<String> texts = new ArrayList<>();
    for (long id : ids) {
      texts.add(Long.toString(id));
    }
    return String.join(",", texts);
  }

  private long id(boolean extreme) {
    long small = 1 + random.nextInt(MANY);
    return extreme && random.nextBoolean() ? Long.MAX_VALUE - small + 1 : small;
  }

  private long position() {
    switch (random.nextInt(12)) {
      case 0:
        return Gate.UNKNOWN;
      case 1:
        return Long.MIN_VALUE;
      case 2:
        return Long.MAX_VALUE;
      case 3:
        return Long.MAX_VALUE - 1;
      default:
        return random.nextInt(5);
    }
  }

  private long tableId() {
    long[] ids = {
      Gate.UNKNOWN, 0, Long.MIN_VALUE, 7, 7, 7, 7, 7, 7, 7, 7, 7, Long.MAX_VALUE, 8,
    };
    return ids[random.nextInt(ids.length)];
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
