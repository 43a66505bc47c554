package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** Measures one slice after the other. For one thread. */
final class Measurement implements AutoCloseable {

  /** A slice beside a writer lasts at least so long, that the writer comes to write. */
  private static final int BESIDE_WRITER_MS = 1_000;

  private static final int LEAST_CALLS = 3;

  private final BenchOptions options;
  private final Connections connections;
  private final MetastoreProcess writer;
  private final ExecutorService threads;

  Measurement(BenchOptions options, Connections connections, MetastoreProcess writer) {
    this.options = options;
    this.connections = connections;
    this.writer = writer;
    this.threads = Executors.newFixedThreadPool(options.threads() + 1);
  }

  /** One slice of one operation on one variant. */
  Slice slice(Operation operation, Variant variant, int parallel) throws InterruptedException {
    int millis =
        operation.altering() ? Math.max(BESIDE_WRITER_MS, options.millis()) : options.millis();
    int most = least(operation.calls(), options.calls());
    CountDownLatch stop = new CountDownLatch(1);
    Future<?> altering = operation.altering() ? threads.submit(() -> alter(stop)) : null;
    CountDownLatch ready = new CountDownLatch(parallel);
    CountDownLatch go = new CountDownLatch(1);
    List<Future<Slice>> running = new ArrayList<>();
    for (Target target : connections.of(variant, parallel)) {
      running.add(threads.submit(() -> calls(operation, target, millis, most, ready, go)));
    }
    ready.await();
    go.countDown();
    try {
      List<Slice> slices = new ArrayList<>();
      for (Future<Slice> one : running) {
        slices.add(one.get());
      }
      stop.countDown();
      if (altering != null) {
        altering.get();
      }
      return together(slices);
    } catch (ExecutionException e) {
      throw new IllegalStateException(operation.name() + " on " + variant.text(), e.getCause());
    } finally {
      stop.countDown();
    }
  }

  private static int least(int a, int b) {
    return a == 0 ? b : b == 0 ? a : Math.min(a, b);
  }

  private static Slice calls(
      Operation operation,
      Target target,
      int millis,
      int most,
      CountDownLatch ready,
      CountDownLatch go)
      throws InterruptedException {
    Nanos latency = new Nanos();
    Operation.Work work;
    try {
      work = operation.maker().on(target);
    } catch (TException e) {
      return new Slice(latency, 0, 1, String.valueOf(e));
    } finally {
      ready.countDown();
    }
    go.await();
    int failures = 0;
    String first = "";
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
    long now = start;
    for (int i = 0; (now < end || i < LEAST_CALLS) && (most == 0 || i < most); i++) {
      try {
        work.before();
        long before = System.nanoTime();
        work.call();
        latency.add(System.nanoTime() - before);
        work.after();
      } catch (TException e) {
        failures++;
        first = first.isEmpty() ? String.valueOf(e) : first;
      }
      now = System.nanoTime();
    }
    return new Slice(latency, (now - start) / 1e9, failures, first);
  }

  /** Altogether as long as the longest of them. */
  private static Slice together(List<Slice> slices) {
    Nanos latency = new Nanos();
    double seconds = 0;
    int failures = 0;
    String first = "";
    for (Slice slice : slices) {
      latency.addAll(slice.latency());
      seconds = Math.max(seconds, slice.seconds());
      failures += slice.failures();
      first = first.isEmpty() ? slice.firstFailure() : first;
    }
    return new Slice(latency, seconds, failures, first);
  }

  /** Alters a table at once and then each second, elsewhere. */
  private void alter(CountDownLatch stop) {
    try (MetastoreClient client = writer.client()) {
      int number = 0;
      do {
        String name = Dataset.altered(number++ % Dataset.ALTERED_TABLES);
        Table table = client.getTable(Dataset.DB, name);
        table.putToParameters("altered", Long.toString(System.nanoTime()));
        client.alterTable(Dataset.DB, name, table);
      } while (!stop.await(1, TimeUnit.SECONDS));
    } catch (TException e) {
      throw new IllegalStateException("the writer failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
