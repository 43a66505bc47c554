package io.hmscache.writeid;

import java.util.Arrays;

/**
 * Sets of ids as sorted arrays of ranges: first and last id of each, ascending, not touching. Pure
 * functions; the arrays are never changed.
 */
final class Ranges {

  private Ranges() {}

  /** With the ids from {@code first} to {@code last}, at most {@code limit} ranges. */
  static long[] add(long[] ranges, long first, long last, int limit) {
    // Ranges before "from" end below first - 1, ranges from "to" begin above last + 1.
    int from = 0;
    while (from < ranges.length && ranges[from + 1] < first - 1) {
      from += 2;
    }
    int to = from;
    long newFirst = first;
    long newLast = last;
    while (to < ranges.length && ranges[to] - 1 <= last) {
      newFirst = Math.min(newFirst, ranges[to]);
      newLast = Math.max(newLast, ranges[to + 1]);
      to += 2;
    }
    long[] result = new long[ranges.length - (to - from) + 2];
    System.arraycopy(ranges, 0, result, 0, from);
    result[from] = newFirst;
    result[from + 1] = newLast;
    System.arraycopy(ranges, to, result, from + 2, ranges.length - to);
    return limited(result, limit);
  }

  /** Without one id, at most {@code limit} ranges (so that the id may still be covered). */
  static long[] remove(long[] ranges, long id, int limit) {
    for (int i = 0; i < ranges.length && ranges[i] <= id; i += 2) {
      if (id <= ranges[i + 1]) {
        return limited(removed(ranges, i, id), limit);
      }
    }
    return ranges;
  }

  private static long[] removed(long[] ranges, int i, long id) {
    if (ranges[i] == id || ranges[i + 1] == id) {
      if (ranges[i] == ranges[i + 1]) {
        long[] result = new long[ranges.length - 2];
        System.arraycopy(ranges, 0, result, 0, i);
        System.arraycopy(ranges, i + 2, result, i, result.length - i);
        return result;
      }
      long[] result = ranges.clone();
      if (ranges[i] == id) {
        result[i]++;
      } else {
        result[i + 1]--;
      }
      return result;
    }
    long[] result = new long[ranges.length + 2];
    System.arraycopy(ranges, 0, result, 0, i + 1);
    result[i + 1] = id - 1;
    result[i + 2] = id + 1;
    System.arraycopy(ranges, i + 1, result, i + 3, ranges.length - i - 1);
    return result;
  }

  /** Joins the two lowest ranges if there is one range too many. */
  private static long[] limited(long[] ranges, int limit) {
    if (ranges.length <= 2 * limit) {
      return ranges;
    }
    long[] result = Arrays.copyOfRange(ranges, 2, ranges.length);
    result[0] = ranges[0];
    return result;
  }
}
