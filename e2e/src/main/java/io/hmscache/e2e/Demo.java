package io.hmscache.e2e;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hmscache.testkit.DatabaseServer;
import io.hmscache.testkit.Distribution;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.TestDatabase;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.thrift.TException;

/** The demo: a database, two metastores, the scenario, and everything stopped again. */
public final class Demo {

  private final DemoOptions options;
  private final PrintStream out;

  @GuardedBy("started")
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  @GuardedBy("started")
  private boolean stopping;

  private Demo(DemoOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Exit code 0: every answer was right; 1: one was wrong or something failed; 2: usage. */
  public static void main(String[] arguments) {
    System.exit(run(Arrays.asList(arguments), System.out, System.err));
  }

  /** As {@link #main}, without ending the JVM. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.contains("--help")) {
      out.print(DemoOptions.HELP);
      return 0;
    }
    Demo demo;
    try {
      demo = new Demo(DemoOptions.parse(arguments), out);
    } catch (DemoOptions.WrongUsage e) {
      err.println("demo: " + e.getMessage());
      return 2;
    }
    // Runs on Ctrl-C; after a normal end it finds nothing left to stop.
    Runtime.getRuntime().addShutdownHook(new Thread(demo::stop, "stop-demo"));
    try {
      return demo.show();
    } catch (SQLException | TException | RuntimeException e) {
      if (!demo.stopped()) {
        err.println("demo: " + (e.getMessage() == null ? e : e.getMessage()));
      }
      return 1;
    } finally {
      demo.stop();
    }
  }

  private boolean stopped() {
    synchronized (started) {
      return stopping;
    }
  }

  private int show() throws SQLException, TException {
    say("starting " + databaseName());
    DatabaseServer server = null;
    TestDatabase database;
    if (options.jdbcUrl() != null) {
      database = TestDatabase.external(options.jdbcUrl(), options.user(), options.password());
      started(database);
    } else {
      server = started(DatabaseServer.start(options.kind()));
      database = started(server.database());
    }
    if (!database.hasSchema()) {
      say("creating the schema with the distribution's schematool");
      Distribution.find().initSchema(database);
    }
    say(
        "starting two metastores of the stock distribution, "
            + (options.cached() ? "with our jar and settings" : "as they are"));
    Fleet fleet = started(Fleet.start(database, options.cached(), options.verify()));
    for (MetastoreProcess process : fleet.processes()) {
      say("  " + process.uri() + "  log " + process.log());
    }
    Report report = new Report(out);
    // Whoever looks for the reason of a failure needs the logs.
    fleet.keepLogs(true);
    try (Instance a = fleet.instance(0);
        Instance b = fleet.instance(1)) {
      String name = "demo" + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
      Reads reads = new Reads(database, name, report, options.cached());
      new Scenario(a, b, name, reads, report, Fleet.BOUND_MS).run();
      if (options.verify()) {
        ShadowCheck.report(report, a, b);
      }
    }
    report.summary();
    fleet.keepLogs(report.failed() > 0);
    if (options.keep()) {
      keep(fleet, server);
    }
    return report.failed() == 0 ? 0 : 1;
  }

  private String databaseName() {
    if (options.jdbcUrl() != null) {
      return "nothing: using " + options.jdbcUrl();
    }
    return switch (options.kind()) {
      case POSTGRES -> "PostgreSQL";
      default -> "Derby's network server";
    };
  }

  /** Forgets what was started, so that it goes on. */
  private void keep(Fleet fleet, @Nullable DatabaseServer server) {
    synchronized (started) {
      if (stopping) {
        return;
      }
      started.clear();
      fleet.leaveRunning();
      if (server != null) {
        server.leaveRunning();
      }
    }
    say("");
    say("left running:");
    StringBuilder pids = new StringBuilder();
    for (MetastoreProcess process : fleet.processes()) {
      say("  " + process.uri() + "  log " + process.log());
      pids.append(' ').append(process.pid());
    }
    if (server != null) {
      say("  database " + server.database().url());
      pids.append(' ').append(server.pid());
    }
    say("stop all of it by: kill" + pids);
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

  private void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      out.println("demo: cannot stop " + resource + ": " + e.getMessage());
    }
  }

  private void say(String text) {
    out.println(text);
  }
}
