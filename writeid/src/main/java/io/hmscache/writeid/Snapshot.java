package io.hmscache.writeid;

import java.util.Arrays;

/**
 * A reader's valid write-id list for one table, parsed: it calls the ids from 1 to the high
 * watermark committed, except those it names as open or aborted. Immutable.
 *
 * <p>The lowest open id that a list also carries ({@code getMinOpenWriteId}) is about base files
 * and says nothing that the list of open ids does not; it is not kept.
 */
public final class Snapshot {
  private final String text;
  private final long highWatermark;

  /** Distinct, ascending, all between 1 and the high watermark. */
  private final long[] exceptions;

  /**
   * Creates a snapshot.
   *
   * @param highWatermark from 0 to {@code Long.MAX_VALUE - 1}
   * @param exceptions open and aborted ids, distinct and ascending, from 1; those above the high
   *     watermark change nothing and are dropped. The snapshot owns the array from now on.
   */
  Snapshot(String text, long highWatermark, long[] exceptions) {
    this.text = text;
    this.highWatermark = highWatermark;
    int below = lowerBound(exceptions, 0, exceptions.length, highWatermark + 1);
    this.exceptions = below == exceptions.length ? exceptions : Arrays.copyOf(exceptions, below);
  }

  /** The list as the client sent it. */
  public String text() {
    return text;
  }

  /** No id above this one is committed for the reader; 0 if nothing was ever written. */
  public long highWatermark() {
    return highWatermark;
  }

  /** How many ids up to the high watermark the list names as open or aborted. */
  public int exceptionCount() {
    return exceptions.length;
  }

  /** Whether the list calls an id committed (or, in a transaction's own list, its own). */
  public boolean isValid(long writeId) {
    return writeId <= highWatermark && Arrays.binarySearch(exceptions, writeId) < 0;
  }

  /**
   * Whether the list calls no id from {@code first} to {@code last} committed. Both must lie
   * between 1 and the high watermark; an empty range is all invalid.
   */
  boolean allInvalid(long first, long last) {
    if (first > last) {
      return true;
    }
    int from = lowerBound(exceptions, 0, exceptions.length, first);
    int to = lowerBound(exceptions, from, exceptions.length, last + 1);
    return to - from == last - first + 1;
  }

  /**
   * Index of the first exception that is not below an id, not before {@code from}; the number of
   * exceptions if there is none. Doubles its steps, so that a walk over ascending ids costs no more
   * than the exceptions between them, and little if they are far apart.
   */
  int seek(long writeId, int from) {
    int low = from;
    int step = 1;
    int high = from;
    while (high < exceptions.length && exceptions[high] < writeId) {
      low = high + 1;
      high = step < exceptions.length - high ? high + step : exceptions.length;
      step <<= 1;
    }
    return lowerBound(exceptions, low, high, writeId);
  }

  /** Whether the exception at an index answered by {@link #seek} is this id. */
  boolean exceptionAt(int index, long writeId) {
    return index < exceptions.length && exceptions[index] == writeId;
  }

  private static int lowerBound(long[] sorted, int from, int to, long key) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public String toString() {
    return text;
  }
}
