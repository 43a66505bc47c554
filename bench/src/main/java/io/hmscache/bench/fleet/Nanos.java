package io.hmscache.bench.fleet;

import java.util.Arrays;

/** Durations in nanoseconds, all of them kept. Confined to one thread. */
final class Nanos {

  private long[] values = new long[256];
  private int size;

  void add(long nanos) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = nanos;
  }

  void addAll(Nanos others) {
    for (int i = 0; i < others.size; i++) {
      add(others.values[i]);
    }
  }

  int size() {
    return size;
  }

  /**
   * A quantile in microseconds; NaN if there is nothing.
   *
   * @param share from 0, the least, to 1, the greatest
   */
  double micros(double share) {
    if (size == 0) {
      return Double.NaN;
    }
    long[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(size - 1L, Math.round(share * (size - 1)))] / 1e3;
  }
}
