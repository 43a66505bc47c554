package io.hmscache.thrift.fleetcheck;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.thrift.TException;

/**
 * Entry point of {@code bin/fleet-check}: changes and reads tables of a scratch database through
 * all instances of a fleet at once and holds every answer to what the fleet promises. It compares
 * versions that its own writers numbered, so it needs to know nothing of the metastores and works
 * on any.
 */
public final class FleetCheck {

  /** Every promise was kept. */
  static final int KEPT = 0;

  /** A promise was broken. */
  static final int BROKEN = 1;

  /** The check could not be made. */
  static final int IMPOSSIBLE = 2;

  private static final long PROGRESS_SECONDS = 2;
  private static final long CLEAN_UP_SECONDS = 90;
  private static final long CLEAN_UP_PAUSE_SECONDS = 3;

  private final FleetCheckOptions options;
  private final PrintStream out;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final String database =
      "fleet_check_" + Long.toString(System.nanoTime() & 0xffffffffL, 36);

  FleetCheck(FleetCheckOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Runs the check; exits with 0, 1 or 2. */
  public static void main(String[] arguments) {
    if (Arrays.asList(arguments).contains("--help")) {
      System.out.print(FleetCheckOptions.HELP);
      return;
    }
    int status;
    try {
      FleetCheck check = new FleetCheck(FleetCheckOptions.parse(arguments), System.out);
      Runtime.getRuntime().addShutdownHook(new Thread(check::stopAndWait, "fleet-check-cleanup"));
      status = check.run();
    } catch (FleetCheckException e) {
      System.err.println("fleet-check: " + e.getMessage());
      status = IMPOSSIBLE;
    }
    System.exit(status);
  }

  /** Ctrl-C: the process ends when the main thread has cleaned up and reported. */
  private void stopAndWait() {
    if (finished.getCount() > 0) {
      out.println("stopping; waiting for the calls under way, then cleaning up");
    }
    stop();
    try {
      finished.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the check early; {@link #run} then cleans up and reports. */
  void stop() {
    stop.countDown();
  }

  /** Name of the scratch database. */
  String database() {
    return database;
  }

  /**
   * Makes the check, cleans up, reports.
   *
   * @return {@link #KEPT}, {@link #BROKEN} or {@link #IMPOSSIBLE}
   */
  int run() throws FleetCheckException {
    try {
      List<Map<String, Long>> before = new ArrayList<>();
      for (Endpoint endpoint : options.endpoints()) {
        reach(endpoint);
        before.add(counters(endpoint));
      }
      return check(before);
    } finally {
      finished.countDown();
    }
  }

  private int check(List<Map<String, Long>> before) throws FleetCheckException {
    Findings findings = new Findings(options.endpoints(), System.nanoTime());
    Report report = new Report(out, options, findings);
    List<Subject> subjects = subjects();
    List<Map<String, Long>> after = new ArrayList<>();
    createDatabase();
    try {
      runThreads(subjects, findings, report);
      for (Endpoint endpoint : options.endpoints()) {
        after.add(counters(endpoint));
      }
    } finally {
      dropDatabase();
    }
    report.summary(before, after, subjects.stream().filter(Subject::abandoned).count());
    if (findings.violations() > 0) {
      return BROKEN;
    }
    for (int i = 0; i < options.endpoints().size(); i++) {
      if (findings.reads(i) == 0) {
        out.printf("%s answered nothing%n", options.endpoints().get(i));
        return IMPOSSIBLE;
      }
    }
    return KEPT;
  }

  private static void reach(Endpoint endpoint) throws FleetCheckException {
    try (Connection connection = Connection.open(endpoint)) {
      connection.ping();
    } catch (TException e) {
      throw new FleetCheckException("cannot reach a metastore at " + endpoint + ": " + reason(e));
    }
  }

  @Nullable
  private static Map<String, Long> counters(Endpoint endpoint) {
    try (Connection connection = Connection.open(endpoint)) {
      return connection.counters();
    } catch (TException e) {
      // Not every metastore tells, and nothing is checked against it.
      return null;
    }
  }

  private List<Subject> subjects() {
    List<Subject> subjects = new ArrayList<>();
    TableKind[] kinds = TableKind.values();
    for (int i = 0; i < options.tables(); i++) {
      TableKind kind = kinds[i % kinds.length];
      boolean recreated = !kind.partitioned() && i / kinds.length % 2 == 1;
      subjects.add(new Subject("t" + i, kind, recreated, options.endpoints().size()));
    }
    return subjects;
  }

  private void createDatabase() throws FleetCheckException {
    Endpoint first = options.endpoints().get(0);
    try (Connection connection = Connection.open(first)) {
      connection.createDatabase(database);
    } catch (TException e) {
      throw new FleetCheckException("cannot create a database through " + first + ": " + reason(e));
    }
  }

  private void runThreads(List<Subject> subjects, Findings findings, Report report)
      throws FleetCheckException {
    List<Runnable> work = new ArrayList<>();
    int writers = Math.min(options.writers(), subjects.size());
    try (Connection connection = Connection.open(options.endpoints().get(0))) {
      for (int w = 0; w < writers; w++) {
        List<Subject> own = new ArrayList<>();
        for (int i = w; i < subjects.size(); i += writers) {
          own.add(subjects.get(i));
        }
        Writer writer = new Writer(options, database, own, findings, stop, new Random());
        writer.create(connection);
        work.add(writer);
      }
    } catch (TException e) {
      throw new FleetCheckException(
          "cannot create tables through " + options.endpoints().get(0) + ": " + reason(e));
    }
    out.printf(
        "checking %d metastores for %d s in database %s: %d tables, %d writers, %d readers%n",
        options.endpoints().size(),
        options.seconds(),
        database,
        subjects.size(),
        writers,
        options.readers());
    for (int r = 0; r < options.readers(); r++) {
      work.add(new Reader(options, database, subjects, findings, stop, new Random()));
    }
    List<Thread> threads = new ArrayList<>();
    for (Runnable runnable : work) {
      Thread thread = new Thread(runnable, "fleet-check-" + threads.size());
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    waitForEnd(threads, report);
  }

  private void waitForEnd(List<Thread> threads, Report report) {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(options.seconds());
    try {
      while (true) {
        long left = end - System.nanoTime();
        long step = Math.min(left, TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS));
        if (left <= 0 || stop.await(step, TimeUnit.NANOSECONDS)) {
          break;
        }
        report.progress(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
      }
      stop.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      stop.countDown();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Drops what was created. An instance with a stale cache can refuse for as long as it takes to
   * refresh, so this goes on for a while.
   */
  private void dropDatabase() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLEAN_UP_SECONDS);
    boolean told = false;
    List<String> failures = tryToDropDatabase();
    while (!failures.isEmpty() && System.nanoTime() - end < 0) {
      if (!told) {
        out.printf(
            "cannot drop the scratch database yet, trying for %d s: %s%n",
            CLEAN_UP_SECONDS, String.join("; ", failures));
        told = true;
      }
      try {
        TimeUnit.SECONDS.sleep(CLEAN_UP_PAUSE_SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
      failures = tryToDropDatabase();
    }
    if (!failures.isEmpty()) {
      out.printf(
          "cannot drop the scratch database %s, drop it by hand: %s%n",
          database, String.join("; ", failures));
    }
  }

  /** Reasons of all instances; empty if the database is gone. */
  private List<String> tryToDropDatabase() {
    List<String> failures = new ArrayList<>();
    for (Endpoint endpoint : options.endpoints()) {
      try (Connection connection = Connection.open(endpoint)) {
        connection.dropDatabase(database);
        return Collections.emptyList();
      } catch (TException e) {
        failures.add(endpoint + ": " + reason(e));
      }
    }
    return failures;
  }

  private static String reason(TException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null ? name : name + ": " + message.split("\n", 2)[0];
  }
}
