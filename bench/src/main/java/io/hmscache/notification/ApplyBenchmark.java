package io.hmscache.notification;

import io.hmscache.store.BenchCache;
import io.hmscache.writeid.WriteIdStates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the tailer does with 1,000 events that alter tables of 50 columns; a figure is one event.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ApplyBenchmark {

  private static final int EVENTS = 1_000;

  private final BenchCache bed = new BenchCache("apply", 50);
  private final EventDecoder decoder = new EventDecoder();
  private final WriteIdStates states = new WriteIdStates();
  private final List<NotificationEvent> events = new ArrayList<>();

  /** Makes the events up. */
  @Setup
  public void load() {
    for (int i = 0; i < EVENTS; i++) {
      Table table = bed.madeUp("orders" + i % 100);
      String message =
          JSONMessageEncoder.getInstance()
              .getSerializer()
              .serialize(
                  MessageBuilder.getInstance().buildAlterTableMessage(table, table, false, 0L));
      NotificationEvent event =
          new NotificationEvent(i, 0, EventType.ALTER_TABLE.toString(), message);
      event.setCatName("hive");
      event.setDbName("db");
      event.setTableName(table.getTableName());
      event.setMessageFormat(JSONMessageEncoder.FORMAT);
      events.add(event);
    }
  }

  /** Decodes and applies all of them. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long decodeAndApply() {
    long changes = 0;
    for (NotificationEvent event : events) {
      for (Change change : decoder.decode(event).changes()) {
        changes += change.applyTo(bed.sink(), states) ? 1 : 0;
      }
    }
    return changes;
  }
}
