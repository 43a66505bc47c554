package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RangesTest {

  /** First and last id of each run, with a bound for each end that a run of one has twice. */
  private static long[] expected(TreeSet<Long> ids) {
    List<Long> bounds = new ArrayList<>();
    for (long id : ids) {
      if (!ids.contains(id - 1)) {
        bounds.add(id);
      }
      if (!ids.contains(id + 1)) {
        bounds.add(id);
      }
    }
    return bounds.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void addsAndRemovesAsSetsDo() {
    var random = Seeds.random("RangesTest");
    for (int run = 0; run < 20_000; run++) {
      long[] ranges = {};
      TreeSet<Long> ids = new TreeSet<>();
      for (int i = 0; i < 12; i++) {
        long first = 1 + random.nextInt(20);
        if (random.nextBoolean()) {
          long last = first + random.nextInt(4);
          long[] before = ranges.clone();
          long[] next = Ranges.add(ranges, first, last, 100);
          assertArrayEquals(before, ranges, "an argument was changed");
          ranges = next;
          for (long id = first; id <= last; id++) {
            ids.add(id);
          }
        } else {
          ranges = Ranges.remove(ranges, first, 100);
          ids.remove(first);
        }
        assertArrayEquals(expected(ids), ranges);
      }
    }
  }

  @Test
  void joinsTheTwoLowestBeyondTheLimit() {
    long[] three = {1, 2, 5, 6, 9, 9};
    assertArrayEquals(new long[] {1, 6, 9, 9, 20, 30}, Ranges.add(three, 20, 30, 3));
    // Removing from the middle makes one more: the removed id may then stay covered.
    assertArrayEquals(new long[] {1, 12, 14, 20}, Ranges.remove(new long[] {1, 10, 12, 20}, 13, 2));
    assertArrayEquals(new long[] {1, 10, 12, 20}, Ranges.remove(new long[] {1, 10, 12, 20}, 5, 2));
  }

  @Test
  void reachesTheEndOfLong() {
    long[] top = Ranges.add(new long[0], Long.MAX_VALUE - 1, Long.MAX_VALUE, 4);
    assertArrayEquals(new long[] {Long.MAX_VALUE - 1, Long.MAX_VALUE}, top);
    assertArrayEquals(new long[] {1, Long.MAX_VALUE}, Ranges.add(top, 1, Long.MAX_VALUE - 2, 4));
    assertEquals(2, Ranges.remove(top, Long.MAX_VALUE, 4).length);
  }
}
