package io.hmscache.writeid;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.annotation.Nullable;

/**
 * The protocol's text, word for word, on plain sets: slow, and with nothing in common with {@link
 * Gate} but the names of the answers.
 */
final class ReferenceGate {

  /** Everything a decision depends on; the sets are made when they are looked at. */
  record Case(
      Level level,
      TableKind kind,
      @Nullable Supplier<Set<Long>> calledCommitted,
      @Nullable Supplier<Log> log,
      long syncPoint,
      long head,
      long requestTableId,
      long entryTableId,
      long asOf,
      long upTo,
      long applied,
      boolean withinBound) {}

  /** What the log has shown of a table: ids that ended, and ids that are open. */
  record Log(Set<Long> ended, Set<Long> open) {}

  private ReferenceGate() {}

  static Decision decide(Case c) {
    if (c.level == Level.DATABASE) {
      return Decision.LEVEL_DATABASE;
    }
    // "a table id in the request equals the entry's"
    boolean idsGiven = c.requestTableId > 0 && c.entryTableId > 0;
    if (idsGiven && c.requestTableId != c.entryTableId) {
      return Decision.OTHER_TABLE_ID;
    }
    // "eventual: none, but the tailer must have confirmed applied = head within max.staleness"
    if (c.level == Level.EVENTUAL) {
      return c.withinBound ? served(c, Decision.HIT) : Decision.BOUND_EXCEEDED;
    }
    boolean gated =
        c.level == Level.SNAPSHOT && c.kind == TableKind.TRANSACTIONAL && c.calledCommitted != null;
    return gated ? gated(c) : strict(c);
  }

  private static Decision strict(Case c) {
    if (!known(c.head)) {
      return Decision.HEAD_NEEDED;
    }
    // "An entry is current to max(asOf, applied) ... serve only if the entry is current to P"
    boolean current = c.asOf >= c.head || c.applied >= c.head;
    return current ? served(c, Decision.HIT) : Decision.BEHIND;
  }

  private static Decision gated(Case c) {
    // "the sync point recorded for (table, R); none recorded: the head now, as strict"
    if (!known(c.syncPoint) && !known(c.head)) {
      return Decision.HEAD_NEEDED;
    }
    // "A gated read also needs applied >= P"
    if (!(c.applied >= (known(c.syncPoint) ? c.syncPoint : c.head))) {
      return Decision.BEHIND;
    }
    // "every id which R calls committed has ended in the log of this incarnation up to applied"
    Log log = c.log == null ? new Log(Set.of(), Set.of()) : c.log.get();
    SortedSet<Long> missing = new TreeSet<>(c.calledCommitted.get());
    missing.removeAll(log.ended);
    if (missing.isEmpty()) {
      return served(c, Decision.HIT);
    }
    // "An id that is open there is the reader's own, still changing"
    if (missing.stream().anyMatch(log.open::contains)) {
      return Decision.OWN_WRITE_OPEN;
    }
    // "one that the log has not shown proves that the list is newer than the log, or of another
    // incarnation ... take the head now as P"
    if (!known(c.head)) {
      return Decision.HEAD_NEEDED;
    }
    return c.applied >= c.head ? served(c, Decision.HIT_AT_HEAD) : Decision.BEHIND;
  }

  /** "if upTo > asOf (it may be torn), applied >= upTo" */
  private static Decision served(Case c, Decision hit) {
    if (!known(c.upTo)) {
      return Decision.UNSETTLED;
    }
    boolean mayBeTorn = c.upTo > c.asOf;
    return mayBeTorn && !(c.applied >= c.upTo) ? Decision.UNSETTLED : hit;
  }

  private static boolean known(long position) {
    return position >= 0;
  }
}
