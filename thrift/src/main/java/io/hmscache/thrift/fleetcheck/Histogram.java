package io.hmscache.thrift.fleetcheck;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Distribution of durations, to a precision of an eighth. Thread-safe; reading it while it grows
 * gives some state in between.
 */
final class Histogram {

  private static final int STEPS = 8;

  private final AtomicLongArray buckets = new AtomicLongArray(64 * STEPS);
  private final AtomicLong most = new AtomicLong();

  /** Adds a duration; a negative one counts as 0. */
  void add(long nanos) {
    long value = Math.max(0, nanos);
    buckets.incrementAndGet(bucket(value));
    most.accumulateAndGet(value, Math::max);
  }

  long count() {
    long sum = 0;
    for (int i = 0; i < buckets.length(); i++) {
      sum += buckets.get(i);
    }
    return sum;
  }

  /** The longest duration, nanoseconds; 0 if there is none. */
  long max() {
    return most.get();
  }

  /** The duration that a share of all does not exceed, nanoseconds; 0 if there is none. */
  long percentile(double share) {
    long count = count();
    long wanted = (long) Math.ceil(count * share);
    long sum = 0;
    for (int i = 0; i < buckets.length(); i++) {
      sum += buckets.get(i);
      if (sum >= wanted && sum > 0) {
        return Math.min(upperBound(i), max());
      }
    }
    return 0;
  }

  private static int bucket(long value) {
    if (value < STEPS) {
      return (int) value;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(value);
    int step = (int) (value >>> (exponent - 3)) & (STEPS - 1);
    return (exponent - 2) * STEPS + step;
  }

  private static long upperBound(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    int exponent = bucket / STEPS + 2;
    long step = bucket % STEPS;
    return ((STEPS + step + 1) << (exponent - 3)) - 1;
  }
}
