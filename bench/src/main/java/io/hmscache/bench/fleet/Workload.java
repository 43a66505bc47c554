package io.hmscache.bench.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** All operations, and how much of the data set they use up. */
final class Workload {

  /** One call of so many is a miss where nine of ten shall be hits. */
  static final int COLD_EVERY = 10;

  /** Misses of one thread in one slice of time, where nine of ten shall be hits. */
  static final int COLD_IN_A_SLICE = 5;

  private Workload() {}

  /** The operations whose name a pattern finds. */
  static List<Operation> operations(BenchOptions options) {
    List<Operation> all = new ArrayList<>(Reads.all(options.partitions(), coldTables(options)));
    all.addAll(Writes.all());
    Pattern pattern = options.operations();
    all.removeIf(one -> !pattern.matcher(one.name()).find());
    return all;
  }

  /** Tables that each metastore is asked for once. */
  static int coldTables(BenchOptions options) {
    int slices = options.rounds() + options.warmup();
    return Math.max(10, slices * (1 + options.threads()) * COLD_IN_A_SLICE);
  }
}
