package io.hmscache.writeid;

import java.util.SplittableRandom;

/** Seeds of random tests: printed, and replayed with {@code -Dtest.seed=N}. */
final class Seeds {

  private Seeds() {}

  /** A generator for a test, whose seed is printed. */
  static SplittableRandom random(String test) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println(test + ": replay with -Dtest.seed=" + seed);
    return new SplittableRandom(seed);
  }

  /** A number of cases; {@code -Dtest.cases=N} overrides it. */
  static int cases(int normally) {
    return Integer.getInteger("test.cases", normally);
  }
}
