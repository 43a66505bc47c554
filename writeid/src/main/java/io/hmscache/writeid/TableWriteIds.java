package io.hmscache.writeid;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * What the log up to a position has shown of one table's write ids. Immutable.
 *
 * <p>Of the ids from 1 to the highest one shown, some are <em>open</em> (their allocation was shown
 * or seeded, the end of their transaction was not), some are <em>unseen</em> (a later allocation
 * jumped over them; kept as ranges, since a table that keeps its ids over a drop or a rename jumps
 * over all of its past at once), and all others have ended. Ids above the highest are unseen too.
 * An aborted id has ended: its effect is nothing, and lists call it committed once the cleaner has
 * removed its transaction.
 *
 * <p>At most {@value #MAX_GAPS} ranges are kept. Beyond that the two lowest become one, and ids
 * between them count as unseen again: a reader of such a table takes the head, which is safe.
 */
public final class TableWriteIds {

  static final int MAX_GAPS = 64;

  /** What the log has shown of the ids that a list calls committed. */
  enum Shown {
    /** All have ended. */
    ENDED,
    /** At least one is open. */
    OPEN,
    /** None is open, at least one was never shown. */
    UNSEEN
  }

  private static final long[] NONE = {};

  private final long highest;

  /** Ascending. */
  private final long[] open;

  /** The transaction of each open id. */
  private final long[] owners;

  /** First and last id of each unseen range: ascending, not touching. May cover open ids. */
  private final long[] gaps;

  private TableWriteIds(long highest, long[] open, long[] owners, long[] gaps) {
    this.highest = highest;
    this.open = open;
    this.owners = owners;
    this.gaps = gaps;
  }

  /** Everything up to an id has ended. */
  static TableWriteIds endedUpTo(long highest) {
    return new TableWriteIds(highest, NONE, NONE, NONE);
  }

  /**
   * Everything up to an id has ended but the open ones. Open ids may come in any order; what is not
   * an id (below 1) is left out, of equal ids the last one counts; those above the highest raise it
   * as an allocation does.
   */
  static TableWriteIds seeded(long highest, long[] openTxnIds, long[] openWriteIds) {
    Map<Long, Long> ownerOf = new TreeMap<>();
    for (int i = 0; i < openWriteIds.length; i++) {
      if (openWriteIds[i] >= 1) {
        ownerOf.put(openWriteIds[i], openTxnIds[i]);
      }
    }
    long[] open = new long[ownerOf.size()];
    long[] owners = new long[ownerOf.size()];
    long[] gaps = NONE;
    long top = highest;
    int i = 0;
    for (Map.Entry<Long, Long> entry : ownerOf.entrySet()) {
      open[i] = entry.getKey();
      owners[i] = entry.getValue();
      if (open[i] - 1 > top) {
        gaps = Ranges.add(gaps, top + 1, open[i] - 1, MAX_GAPS);
      }
      top = Math.max(top, open[i]);
      i++;
    }
    return new TableWriteIds(top, open, owners, gaps);
  }

  /** The highest id shown; 0 if none. */
  public long highest() {
    return highest;
  }

  /** How many ids are known to be open. */
  public int openCount() {
    return open.length;
  }

  /** How many ranges of ids up to the highest were never shown. */
  public int gapCount() {
    return gaps.length / 2;
  }

  long openId(int index) {
    return open[index];
  }

  long owner(int index) {
    return owners[index];
  }

  /** Whether an id is known to be open. */
  public boolean isOpen(long writeId) {
    return Arrays.binarySearch(open, writeId) >= 0;
  }

  /** Whether an id, from 1, was shown and has ended. */
  public boolean hasEnded(long writeId) {
    return writeId <= highest && !isOpen(writeId) && !inGap(writeId);
  }

  private boolean inGap(long writeId) {
    int at = Arrays.binarySearch(gaps, writeId);
    // Found: a first or a last id. Not found: inside, if the next boundary is a last id.
    return at >= 0 || ((-at - 1) & 1) == 1;
  }

  /** The transaction of an open id; {@link Gate#UNKNOWN} if the id is not open. */
  long ownerOf(long writeId) {
    int at = Arrays.binarySearch(open, writeId);
    return at < 0 ? Gate.UNKNOWN : owners[at];
  }

  /**
   * What the log has shown of the ids that a list calls committed. Grows with the open ids and the
   * gaps below the list's high watermark; allocates nothing.
   *
   * @param state null if the log has shown nothing
   */
  static Shown shown(@Nullable TableWriteIds state, Snapshot snapshot) {
    long high = snapshot.highWatermark();
    if (state == null) {
      return snapshot.allInvalid(1, high) ? Shown.ENDED : Shown.UNSEEN;
    }
    long[] open = state.open;
    int at = 0;
    for (int i = 0; i < open.length && open[i] <= high; i++) {
      at = snapshot.seek(open[i], at);
      if (!snapshot.exceptionAt(at, open[i])) {
        return Shown.OPEN;
      }
    }
    if (high > state.highest && !snapshot.allInvalid(state.highest + 1, high)) {
      return Shown.UNSEEN;
    }
    long[] gaps = state.gaps;
    for (int i = 0; i < gaps.length && gaps[i] <= high; i += 2) {
      if (!snapshot.allInvalid(gaps[i], Math.min(gaps[i + 1], high))) {
        return Shown.UNSEEN;
      }
    }
    return Shown.ENDED;
  }

  /**
   * With an id open for a transaction, whatever it was before. An id beyond the next one leaves the
   * ids in between unseen: they were moved by something that logs no allocation (seeding a
   * converted table, replication), or this incarnation kept the ids of one that was forgotten.
   */
  TableWriteIds allocate(long txnId, long writeId) {
    int at = Arrays.binarySearch(open, writeId);
    if (at >= 0) {
      long[] newOwners = owners.clone();
      newOwners[at] = txnId;
      return new TableWriteIds(highest, open, newOwners, gaps);
    }
    int place = -at - 1;
    long[] newGaps = gaps;
    if (writeId - 1 > highest) {
      newGaps = Ranges.add(gaps, highest + 1, writeId - 1, MAX_GAPS);
    } else if (writeId <= highest) {
      newGaps = Ranges.remove(gaps, writeId, MAX_GAPS);
    }
    return new TableWriteIds(
        Math.max(highest, writeId),
        inserted(open, place, writeId),
        inserted(owners, place, txnId),
        newGaps);
  }

  /** With an id ended, if it is open. */
  TableWriteIds end(long writeId) {
    int at = Arrays.binarySearch(open, writeId);
    if (at < 0) {
      return this;
    }
    return new TableWriteIds(highest, removed(open, at), removed(owners, at), gaps);
  }

  /** With an open id unseen: nobody will show its end any more. */
  TableWriteIds lose(long writeId) {
    TableWriteIds ended = end(writeId);
    if (ended == this) {
      return this;
    }
    return new TableWriteIds(
        highest, ended.open, ended.owners, Ranges.add(gaps, writeId, writeId, MAX_GAPS));
  }

  private static long[] inserted(long[] values, int place, long value) {
    long[] result = new long[values.length + 1];
    System.arraycopy(values, 0, result, 0, place);
    result[place] = value;
    System.arraycopy(values, place, result, place + 1, values.length - place);
    return result;
  }

  private static long[] removed(long[] values, int place) {
    if (values.length == 1) {
      return NONE;
    }
    long[] result = new long[values.length - 1];
    System.arraycopy(values, 0, result, 0, place);
    System.arraycopy(values, place + 1, result, place, result.length - place);
    return result;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof TableWriteIds)) {
      return false;
    }
    TableWriteIds that = (TableWriteIds) other;
    return highest == that.highest
        && Arrays.equals(open, that.open)
        && Arrays.equals(owners, that.owners)
        && Arrays.equals(gaps, that.gaps);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(highest) * 31 + Arrays.hashCode(open);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("highest ").append(highest);
    text.append(", open ").append(Arrays.toString(open));
    text.append(", unseen [");
    for (int i = 0; i < gaps.length; i += 2) {
      text.append(i == 0 ? "" : ", ").append(gaps[i]).append("..").append(gaps[i + 1]);
    }
    return text.append(']').toString();
  }
}
