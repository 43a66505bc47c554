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
 * <em>newer</em> than the position: ids that ended in (<em>h</em>, <em>s</em>] have ended in it
 * already. The other order, seed first, would err in the dangerous direction: allocations and
 * commits between the seed and <em>h</em> would never be seen. Knowing too much is made harmless:
 *
 * <ul>
 *   <li>Until applied has reached <em>s</em> the states answer "nothing known" ({@link
 *       WriteIdStates#beginSeed}), so gated reads take the head. From then on the seed tells
 *       nothing that the log up to applied has not shown as well, because an id moves in the
 *       transaction that logs it.
 *   <li>Events in (<em>h</em>, <em>s</em>] are applied to a seed that may know them: ALLOC of an id
 *       that was seeded, COMMIT of a transaction that is not open, DROP and CREATE that forget the
 *       name. Each leaves a state that knows the same or less, and less sends the read to the head
 *       or to the database.
 *   <li>One thing the seed cannot show: in which tables a transaction had write ids that was open
 *       at <em>h</em> and ended before the seed. Its end event, which is in (<em>h</em>,
 *       <em>s</em>], then names no table, although it may publish changes that nobody logged. So
 *       for an end event up to <em>s</em> of a transaction that is not known, everything changes
 *       once more ({@link #seededUpTo}).
 * </ul>
 */
final class Rebase {

  private final WatchedHeadSource heads;
  private final WriteIdSeeds seeds;
  private final ChangeSink sink;
  private final WriteIdStates states;
  private final TailerHooks hooks;
  private final LongSupplier clock;

  private long askedNanos;
  private long interruptions;
  private long seededUpTo = -1;
  private boolean seeding;

  Rebase(
      WatchedHeadSource heads,
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

  /** What has to be known of the log between the head and the flush. */
  interface BeforeFlush {
    void look(long head) throws SQLException;
  }

  /** As the other one, for a log of which nothing has to be known. */
  long run() throws HeadUnavailableException, SQLException {
    return run(head -> {});
  }

  /**
   * Steps 2 to 5. Whatever it throws, it can be run again.
   *
   * @param beforeFlush looks for the ids up to the head that have no row yet: of a row that appears
   *     after that look it must be told later, and one that appeared before it is flushed here. A
   *     look after the flush would miss those that appear in between.
   * @return the new position
   */
  long run(BeforeFlush beforeFlush) throws HeadUnavailableException, SQLException {
    askedNanos = clock.getAsLong();
    long head = heads.head();
    interruptions = heads.interruptions();
    beforeFlush.look(head);
    hooks.beforeFlush(head);
    seeding = true;
    states.beginSeed();
    states.clear();
    sink.everythingChanged();
    seeds.seed(states);
    seededUpTo = heads.head();
    hooks.beforeRebased(head);
    return head;
  }

  /** Tells that applied is there: from {@link #seededUpTo} on the states may answer. */
  void reached(long applied) {
    if (seeding && applied >= seededUpTo) {
      seeding = false;
      states.endSeed();
    }
  }

  /** When the head of the last run was asked for. */
  long askedNanos() {
    return askedNanos;
  }

  /** Interruptions of the head source as of the last run's head. */
  long interruptions() {
    return interruptions;
  }

  /** Up to this id a transaction may have ended that the last seed does not show. */
  long seededUpTo() {
    return seededUpTo;
  }
}
