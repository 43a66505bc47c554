package io.hmscache.bench;

import io.hmscache.writeid.Decision;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.Level;
import io.hmscache.writeid.ReaderLists;
import io.hmscache.writeid.Snapshot;
import io.hmscache.writeid.SyncPoints;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableKind;
import io.hmscache.writeid.TableWriteIds;
import io.hmscache.writeid.WriteIdStates;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.annotation.Nullable;
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

/**
 * What a hit costs at the gate, by the exceptions in the reader's list and the ids open in the log:
 * the decision alone, and with what is looked up for it. The open ids are spread over the
 * exceptions, so that every one of them is looked for; where the list has fewer exceptions than ids
 * are open, the others lie above its high watermark.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GateBenchmark {

  private static final TableKey TABLE = TableKey.of(null, "sales", "orders");

  @Param({"0", "100", "10000"})
  int exceptions;

  @Param({"0", "10", "1000"})
  int open;

  /** A reader's list, and a table of which the log has shown what it calls committed. */
  private record Table(
      String text,
      Snapshot snapshot,
      TableWriteIds state,
      WriteIdStates states,
      ReaderLists lists,
      SyncPoints points) {}

  private Table table = table(0, 0);

  @Setup
  public void prepare() {
    table = table(exceptions, open);
    if (decision() != Decision.HIT || request() != Decision.HIT) {
      throw new IllegalStateException("no hit: " + decision() + ", " + request());
    }
  }

  /** Every other id up to the high watermark is an exception. */
  private static Table table(int exceptions, int open) {
    long highWatermark = 2L * exceptions + 1;
    String ids =
        LongStream.rangeClosed(1, exceptions)
            .mapToObj(i -> Long.toString(2 * i))
            .collect(Collectors.joining(","));
    int below = Math.min(open, exceptions);
    long[] openIds = new long[open];
    for (int i = 0; i < open; i++) {
      openIds[i] =
          i < below ? 2L * (1 + (long) i * exceptions / below) : highWatermark + 1 + i - below;
    }
    String text = "sales.orders:" + highWatermark + ":2:" + ids + ":";
    WriteIdStates states = new WriteIdStates();
    states.seed(TABLE, highWatermark, openIds.clone(), openIds);
    ReaderLists lists = new ReaderLists(1_000);
    SyncPoints points = new SyncPoints(1_000);
    points.record(TABLE, text, 5);
    return new Table(
        text,
        Objects.requireNonNull(lists.of(text, TABLE).snapshot()),
        Objects.requireNonNull(states.get(TABLE)),
        states,
        lists,
        points);
  }

  /** The decision alone. */
  @Benchmark
  public Decision decision() {
    return decide(table.snapshot, 5, table.state);
  }

  /**
   * With the parsed list, the sync point and the state looked up, as each request does it (but for
   * hashing and comparing a text that has just arrived).
   */
  @Benchmark
  public Decision request() {
    return decide(
        Objects.requireNonNull(table.lists.of(table.text, TABLE).snapshot()),
        table.points.get(TABLE, table.text),
        table.states.get(TABLE));
  }

  private static Decision decide(Snapshot snapshot, long syncPoint, @Nullable TableWriteIds state) {
    return Gate.decide(
        Level.SNAPSHOT,
        TableKind.TRANSACTIONAL,
        snapshot,
        syncPoint,
        Gate.UNKNOWN,
        17,
        17,
        4,
        4,
        9,
        state,
        true);
  }
}
