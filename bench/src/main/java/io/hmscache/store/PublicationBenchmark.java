package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
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

/** What it costs to publish an entry under its generations, and to end its validity. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PublicationBenchmark {

  private final BenchCache bed = new BenchCache("publication", 50);
  private final MetadataCache cache = bed.cache;
  private final TableKey key = TableKey.of("hive", "db", "orders");
  private final TableScope scope = cache.scopes().table(key);
  private final SlotKey slot = TableQuery.slot(scope);
  private Object value = "";

  /** Takes a value to publish. */
  @Setup
  public void load() {
    value = TableValue.of(bed.madeUp("orders"));
  }

  /** Captures the stamp, publishes, finds. */
  @Benchmark
  @Nullable
  public Object publish() {
    long stamp = scope.object.stamp();
    cache.publish(slot, new Entry(value, 7, 7, stamp, 100), () -> scope.object.stamp() == stamp);
    return cache.get(slot, scope.object.stamp());
  }

  /** What the tailer does for an event on a table. */
  @Benchmark
  public long invalidate() {
    cache.tableChanged(key);
    return scope.object.stamp();
  }

  /** The look-up of a hit: scope, stamp, entry. */
  @Benchmark
  @Nullable
  public Object find() {
    TableScope found = cache.scopes().table(key);
    return cache.get(TableQuery.slot(found), found.object.stamp());
  }
}
