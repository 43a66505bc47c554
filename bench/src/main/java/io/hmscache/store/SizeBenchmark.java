package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a hit on a random object costs, by the number of objects that are cached. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx6g", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SizeBenchmark {

  private static final String TABLE = "orders";
  private static final int AT_ONCE = 10_000;

  @Param({"1000", "10000", "100000", "1000000"})
  int objects;

  /** Half of the objects are tables, the others partitions of one table. */
  private final BenchCache cache = new BenchCache("size", 3);

  /** Puts everything into memory. */
  @Setup
  public void load() throws Exception {
    for (int i = 0; i < objects / 2; i++) {
      cache.table(TABLE + i);
    }
    cache.table(TABLE);
    for (int from = 0; from < objects / 2; from += AT_ONCE) {
      List<String> names = new ArrayList<>();
      for (int i = from; i < Math.min(objects / 2, from + AT_ONCE); i++) {
        names.add(BenchCache.name(i));
      }
      cache.partitions(TABLE, names);
    }
    if (cache.cache.size() < objects) {
      throw new IllegalStateException("only " + cache.cache.size() + " entries");
    }
  }

  /** One of the tables. */
  @Benchmark
  public Table table() throws Exception {
    return cache.table(TABLE + ThreadLocalRandom.current().nextInt(objects / 2));
  }

  /** One of the partitions. */
  @Benchmark
  public List<Partition> partition() throws Exception {
    int number = ThreadLocalRandom.current().nextInt(objects / 2);
    return cache.partitions(TABLE, List.of(BenchCache.name(number)));
  }
}
