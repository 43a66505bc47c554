package io.hmscache.writeid;

import javax.annotation.Nullable;

/**
 * Decides whether an entry may answer a read. Pure functions; allocates nothing.
 *
 * <p>An entry is current to max(asOf, applied): it was loaded at asOf, and had an event up to
 * applied touched it, it would be gone. A read demands a position P, by its level:
 *
 * <ul>
 *   <li><em>strict</em>: the head, read after the request arrived. The entry must be current to P.
 *   <li><em>snapshot</em>, on a transactional table and with a list: the sync point recorded for
 *       the list; if there is none, the head. Applied itself must have reached P, and every id that
 *       the list calls committed must have ended in the log up to applied. On any other table, or
 *       without a list, it is strict.
 *   <li><em>eventual</em>: none, but the tailer must have confirmed the head within the staleness
 *       bound.
 *   <li><em>database</em>: nothing in memory will do.
 * </ul>
 *
 * <p>Whatever the level, an entry during whose load somebody committed (upTo &gt; asOf) may be torn
 * and is served only once applied has reached upTo, and a table id in the request must be the
 * entry's.
 *
 * <p>An id that the list calls committed and that is <em>open</em> in the log is the reader's own,
 * still changing: the database answers. One that was <em>never shown</em> proves that the list is
 * newer than the log or of another incarnation, or that the ids moved without an event. Then P is
 * the head as well, read after the request arrived. If applied has reached that, the read is
 * strict: it sees everything committed before it began. The list was computed before, so everything
 * it calls committed is among that, shown by an event or not.
 */
public final class Gate {

  /**
   * A position or table id that is not known or not given. Any negative position, and any table id
   * below 1, means the same.
   */
  public static final long UNKNOWN = -1;

  private Gate() {}

  /**
   * Decides; see the class comment. The caller has read {@code applied} first, then {@code state},
   * then the entry: with a later applied or state than the entry's own, an entry that was dropped
   * in between would look current.
   *
   * @param level what the read is promised
   * @param kind kind of the table
   * @param snapshot the reader's list; null if there is none or it proves nothing
   * @param syncPoint position recorded for the list, or {@link #UNKNOWN}
   * @param head head of the log, read after the request arrived, or {@link #UNKNOWN}
   * @param requestTableId table id in the request, or {@link #UNKNOWN}
   * @param entryTableId table id of the entry, or {@link #UNKNOWN}
   * @param asOf head read before the entry's first query; if unknown, the entry is as current as
   *     applied is
   * @param upTo head read after the entry's last query; if unknown, the entry never settles
   * @param applied position that the log is applied to
   * @param state write-id state of the table; null if nothing is known
   * @param withinBound whether the tailer has confirmed the head within the staleness bound
   */
  public static Decision decide(
      Level level,
      TableKind kind,
      @Nullable Snapshot snapshot,
      long syncPoint,
      long head,
      long requestTableId,
      long entryTableId,
      long asOf,
      long upTo,
      long applied,
      @Nullable TableWriteIds state,
      boolean withinBound) {
    if (level == Level.DATABASE) {
      return Decision.LEVEL_DATABASE;
    }
    if (requestTableId > 0 && entryTableId > 0 && requestTableId != entryTableId) {
      return Decision.OTHER_TABLE_ID;
    }
    boolean settled = settled(asOf, upTo, applied);
    if (level == Level.EVENTUAL) {
      if (!withinBound) {
        return Decision.BOUND_EXCEEDED;
      }
      return settled ? Decision.HIT : Decision.UNSETTLED;
    }
    if (level == Level.SNAPSHOT && kind == TableKind.TRANSACTIONAL && snapshot != null) {
      return gated(snapshot, syncPoint, head, applied, state, settled);
    }
    if (head < 0) {
      return Decision.HEAD_NEEDED;
    }
    if (Math.max(asOf, applied) < head) {
      return Decision.BEHIND;
    }
    return settled ? Decision.HIT : Decision.UNSETTLED;
  }

  private static Decision gated(
      Snapshot snapshot,
      long syncPoint,
      long head,
      long applied,
      @Nullable TableWriteIds state,
      boolean settled) {
    long demanded = syncPoint >= 0 ? syncPoint : head;
    if (demanded < 0) {
      return Decision.HEAD_NEEDED;
    }
    if (applied < demanded) {
      return Decision.BEHIND;
    }
    switch (TableWriteIds.shown(state, snapshot)) {
      case OPEN:
        return Decision.OWN_WRITE_OPEN;
      case UNSEEN:
        if (head < 0) {
          return Decision.HEAD_NEEDED;
        }
        if (applied < head) {
          return Decision.BEHIND;
        }
        return settled ? Decision.HIT_AT_HEAD : Decision.UNSETTLED;
      case ENDED:
        return settled ? Decision.HIT : Decision.UNSETTLED;
    }
    throw new AssertionError("not reached: the cases are all there are");
  }

  private static boolean settled(long asOf, long upTo, long applied) {
    return upTo >= 0 && (upTo <= asOf || upTo <= applied);
  }

  /**
   * The position to wait for after a decision with verdict WAIT: what the read demands and, for an
   * entry that is not settled, the end of its load.
   *
   * @param level what the read is promised
   * @param syncPoint as given to {@link #decide}; counts at level snapshot only
   * @param head as given to {@link #decide}; counts at levels strict and snapshot
   * @param upTo as given to {@link #decide}; {@link #UNKNOWN} for an entry that is settled already
   */
  public static long waitFor(Level level, long syncPoint, long head, long upTo) {
    long position = upTo;
    if (level == Level.STRICT || level == Level.SNAPSHOT) {
      position = Math.max(position, head);
    }
    if (level == Level.SNAPSHOT) {
      position = Math.max(position, syncPoint);
    }
    return Math.max(position, UNKNOWN);
  }

  /** As the other, for an entry of which the caller does not know whether it is settled. */
  public static long waitFor(
      Level level, long syncPoint, long head, long asOf, long upTo, long applied) {
    return waitFor(level, syncPoint, head, settled(asOf, upTo, applied) ? UNKNOWN : upTo);
  }
}
