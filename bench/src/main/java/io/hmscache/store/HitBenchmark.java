package io.hmscache.store;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a hit costs, from the call of the store to the copy that is handed out, and what the
 * simplest copy of the same object costs. With {@code -prof gc}: bytes per hit.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx2g", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HitBenchmark {

  private static final String TABLE = "orders";

  private final BenchCache cache = new BenchCache("hit", 50);
  private final Table plain = cache.madeUp(TABLE);
  private final List<String> hundred = BenchCache.names(100);
  private final List<String> thousand = BenchCache.names(1_000);

  /** Puts everything into memory. */
  @Setup
  public void load() throws Exception {
    cache.table(TABLE);
    cache.partitions(TABLE, thousand);
  }

  /** A table of 50 columns. */
  @Benchmark
  public Table table() throws Exception {
    return cache.table(TABLE);
  }

  /** The generated copy of the same table. */
  @Benchmark
  public Table tableDeepCopyOnly() {
    return plain.deepCopy();
  }

  /** 100 partitions of 20 columns. */
  @Benchmark
  public List<Partition> partitions100() throws Exception {
    return cache.partitions(TABLE, hundred);
  }

  /** 1,000 partitions of 20 columns. */
  @Benchmark
  public List<Partition> partitions1000() throws Exception {
    return cache.partitions(TABLE, thousand);
  }
}
