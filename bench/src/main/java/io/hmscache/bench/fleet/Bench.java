package io.hmscache.bench.fleet;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hmscache.testkit.DatabaseServer;
import io.hmscache.testkit.Distribution;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.annotation.concurrent.GuardedBy;
import org.apache.thrift.TException;

/** The comparison: a database, a metastore of each variant, the rounds, the results. */
public final class Bench {

  private static final String PREWARMED = "Time taken in prewarming";
  private static final long PREWARM_TIMEOUT_MS = 1_800_000;

  private final BenchOptions options;
  private final Progress progress = new Progress(System.out);

  @GuardedBy("started")
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  @GuardedBy("started")
  private boolean stopping;

  private Bench(BenchOptions options) {
    this.options = options;
  }

  /** Exit code 0: everything was measured; 1: something failed; 2: usage. */
  public static void main(String[] arguments) {
    System.exit(run(Arrays.asList(arguments)));
  }

  private static int run(List<String> arguments) {
    if (arguments.contains("--help")) {
      System.out.print(BenchOptions.HELP);
      return 0;
    }
    Bench bench;
    try {
      bench =
          new Bench(
              BenchOptions.parse(arguments.stream().filter(a -> !a.equals("--list")).toList()));
    } catch (BenchOptions.WrongUsage e) {
      System.err.println("bench: " + e.getMessage());
      return 2;
    }
    List<Operation> operations = Workload.operations(bench.options);
    if (operations.isEmpty()) {
      System.err.println("bench: --ops finds no operation (--list shows their names)");
      return 2;
    }
    if (arguments.contains("--list")) {
      operations.forEach(operation -> System.out.println(operation.name()));
      return 0;
    }
    // Runs on Ctrl-C; after a normal end it finds nothing left to stop.
    Runtime.getRuntime().addShutdownHook(new Thread(bench::stop, "stop-bench"));
    try {
      bench.compare(operations);
      return 0;
    } catch (SQLException | TException | IOException | RuntimeException e) {
      if (!bench.stopped()) {
        System.err.println("bench: " + (e.getMessage() == null ? e : e.getMessage()));
        if (e.getCause() != null) {
          System.err.println("bench: because of " + e.getCause());
        }
      }
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } finally {
      bench.stop();
    }
  }

  private boolean stopped() {
    synchronized (started) {
      return stopping;
    }
  }

  private void compare(List<Operation> operations)
      throws SQLException, TException, IOException, InterruptedException {
    Files.createDirectories(options.out());
    progress.say("starting the database");
    DatabaseServer server = started(DatabaseServer.start(options.kind()));
    TestDatabase database = started(server.database());
    Distribution.find().initSchema(database);
    progress.say("starting a metastore and creating what will be read:");
    // One before the others: the first on a database writes its default objects. None of the others
    // is it, since thousands of writes would have warmed up its JVM more than theirs.
    MetastoreProcess writer = started(Variant.PLAIN.on(database, options.heap()).start());
    try (MetastoreClient client = writer.client()) {
      new Dataset(client, Workload.coldTables(options)).create(progress);
      if (options.partitions() > 0) {
        new LargeData(database).partitions(client, options.partitions());
        progress.say("a table of " + options.partitions() + " partitions");
      }
    }
    Map<Variant, MetastoreProcess> fleet = start(database);
    try (Connections connections = new Connections(fleet, writer, options.threads());
        Measurement measurement = new Measurement(options, connections, writer);
        Results results = new Results(options.out().resolve("slices.csv"))) {
      rounds(operations, measurement, results);
      write(results);
    }
    if (options.starts() > 0) {
      fleet.values().forEach(MetastoreProcess::close);
      String starts = new Starts(options, database, progress).measure();
      System.out.println(starts);
      Files.writeString(options.out().resolve("starts.txt"), starts);
    }
  }

  private Map<Variant, MetastoreProcess> start(TestDatabase database) {
    Map<Variant, MetastoreProcess> fleet = new EnumMap<>(Variant.class);
    for (Variant variant : options.variants()) {
      fleet.put(variant, started(variant.on(database, options.heap()).launch()));
    }
    fleet.forEach(
        (variant, process) -> {
          process.awaitReady();
          progress.say(variant.text() + " is ready, process " + process.pid());
        });
    MetastoreProcess upstream = fleet.get(Variant.UPSTREAM);
    if (upstream != null) {
      awaitPrewarmed(upstream);
      progress.say("upstream is prewarmed");
    }
    return fleet;
  }

  /** Waits until Hive's cache has said that it has read everything. */
  static void awaitPrewarmed(MetastoreProcess upstream) {
    Waiting.until(
        "prewarming, log " + upstream.log(),
        PREWARM_TIMEOUT_MS,
        () -> {
          if (!upstream.alive()) {
            throw new IllegalStateException("the metastore has ended:\n" + upstream.logTail());
          }
          return Files.readString(upstream.log()).contains(PREWARMED);
        });
  }

  private void rounds(List<Operation> operations, Measurement measurement, Results results)
      throws IOException, InterruptedException {
    List<Variant> order = new ArrayList<>(options.variants());
    for (int round = 1 - options.warmup(); round <= options.rounds(); round++) {
      progress.say(
          round < 1
              ? "warm-up round " + (round + options.warmup()) + " of " + options.warmup()
              : "round " + round + " of " + options.rounds());
      for (Operation operation : operations) {
        for (Variant variant : order) {
          if (operation.fits(variant)) {
            for (int threads : threads(operation)) {
              Slice slice = measurement.slice(operation, variant, threads);
              if (round >= 1) {
                results.add(round, operation, variant, threads, slice);
              }
            }
          }
        }
        Collections.rotate(order, 1); // nobody always comes after the same one
      }
    }
  }

  private int[] threads(Operation operation) {
    return operation.parallel() && options.threads() > 1
        ? new int[] {1, options.threads()}
        : new int[] {1};
  }

  private void write(Results results) throws IOException {
    Report report = new Report(options, results);
    Path out = options.out();
    String text = report.text();
    Files.writeString(out.resolve("report.txt"), text);
    report.writeCsv(out.resolve("summary.csv"));
    new Plot(options.variants(), results).write(out.resolve("latency.svg"));
    System.out.println();
    System.out.println(text);
    progress.say("results in " + out);
  }

  @CanIgnoreReturnValue
  private <T extends AutoCloseable> T started(T resource) {
    synchronized (started) {
      if (!stopping) {
        started.push(resource);
        return resource;
      }
    }
    close(resource);
    throw new IllegalStateException("stopped");
  }

  /** Stops what was started, the last one first. Also runs on Ctrl-C. */
  private void stop() {
    while (true) {
      AutoCloseable next;
      synchronized (started) {
        stopping = true;
        next = started.poll();
      }
      if (next == null) {
        return;
      }
      close(next);
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      System.err.println("bench: cannot stop " + resource + ": " + e.getMessage());
    }
  }
}
