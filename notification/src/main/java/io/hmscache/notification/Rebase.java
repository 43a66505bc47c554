package io.hmscache.notification;

import io.hmscache.writeid.WriteIdStates;
import java.sql.SQLException;
import java.util.function.LongSupplier;

/**
 * Takes a new position when the old one is worth nothing: at the start, after a gap, a truncated
 * log, a restored backup, a long backlog. Confined to the tailer's thread.
 *
 * <p>The order: (1) nothing is served or published any more; (2) the head <em>h</em> is read; (3)
 * write-id states are cleared and everything is flushed and bumped; (4) the states are seeded from
 * the database; (5) the head is read again, <em>s</em> ≥ <em>h</em>; (6) applied becomes <em>h</em>
 * and serving goes on.
 *
 * <p><b>Entries.</b> A load that began before (3) cannot publish, because its generation changed;
 * one that begins later reads its {@code asOf} later than (2), so no entry is older than <em>h</em>
 * and every event that an entry may lack is still to come. Were the head read after the flush, an
 * entry loaded in between could miss events that the new position skips.
 *
 * <p><b>Write ids.</b> The seed shows the database at some moment between (2) and (5), so it may be
 * <em>newer</em> than the position: ids that ended in (<em>h</em>, <em>s</em>] are already ended in
 * it. The other order, seed first, would be wrong in the dangerous direction: allocations and
 * commits between the seed and <em>h</em> would never be seen. The early knowledge is harmless:
 *
 * <ul>
 *   <li>The states are asked for one thing, whether the ids that a list calls committed have ended,
 *       and only after applied has reached the list's position P. If P was recorded here for this
 *       incarnation of the table, or is the head read now, then every id that the list calls
 *       committed ended at or before P, hence at or before applied: a seed exactly at applied would
 *       have given the same answer. Knowing more than applied matters only for lists whose P is
 *       above applied, and those wait.
 *   <li>If P was recorded for an earlier incarnation whose list reads the same, every id in it had
 *       ended in <em>that</em> incarnation before P, so an exact seed would not refuse it either;
 *       the table id in the request and level strict are what tells incarnations apart.
 *   <li>Events in (<em>h</em>, <em>s</em>] are applied after the seed a second time. ALLOC of an id
 *       that is known already, COMMIT of a transaction that is not open, DROP and CREATE that
 *       forget the name: each leaves a state that knows the same or less, which sends the read to
 *       the head or to the database.
 *   <li>One thing the seed cannot show: in which tables a transaction had write ids that was open
 *       at <em>h</em> and ended before the seed. Its end event, which is in (<em>h</em>,
 *       <em>s</em>], then names nothing, although it may publish changes that nobody logged. So for
 *       an end event up to <em>s</em> of a transaction that is not known, everything changes once
 *       more ({@link #seededUpTo}).
 * </ul>
 */
final class Rebase {

  private final HeadSource heads;
  private final WriteIdSeeds seeds;
  private final ChangeSink sink;
  private final WriteIdStates states;
  private final TailerHooks hooks;
  private final LongSupplier clock;

  private long askedNanos;
  private long seededUpTo = -1;

  Rebase(
      HeadSource heads,
      WriteIdSeeds seeds,
      ChangeSink sink,
      WriteIdStates states,
      TailerHooks hooks,
      LongSupplier clock) {
    this.heads = heads;
    this.seeds = seeds;
    this.sink = sink;
    this.states = states;
    this.hooks = hooks;
    this.clock = clock;
  }

  /** Steps 2 to 5. Whatever it throws, it can be run again. Returns the new position. */
  long run() throws HeadUnavailableException, SQLException {
    askedNanos = clock.getAsLong();
    long head = heads.head();
    hooks.beforeFlush(head);
    states.clear();
    sink.everythingChanged();
    seeds.seed(states);
    seededUpTo = heads.head();
    hooks.beforeRebased(head);
    return head;
  }

  /** When the head of the last run was asked for. */
  long askedNanos() {
    return askedNanos;
  }

  /** Up to this id a transaction may have ended that the last seed does not show. */
  long seededUpTo() {
    return seededUpTo;
  }
}
