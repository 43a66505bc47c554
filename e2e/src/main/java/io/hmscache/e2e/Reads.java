package io.hmscache.e2e;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import java.sql.SQLException;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** Reads tables of one database and holds every answer against what it has to be. */
final class Reads {

  private static final long CATCH_UP_TIMEOUT_MS = 30_000;

  private final TestDatabase metadata;
  private final String database;
  private final Report report;
  private final boolean cached;

  /**
   * Reads through the instances of one fleet.
   *
   * @param metadata their database
   * @param database name of the Hive database
   * @param cached whether the instances have our cache, so that it matters where answers are from
   */
  Reads(TestDatabase metadata, String database, Report report, boolean cached) {
    this.metadata = metadata;
    this.database = database;
    this.report = report;
    this.cached = cached;
  }

  /** One answer with what the cache said about it. */
  record Answer(@Nullable Table table, String decision, long startNanos, long nanos) {}

  /** Asks without judging. */
  Answer ask(Instance instance, String table, @Nullable String writeIds, long id)
      throws TException {
    long start = System.nanoTime();
    Table answer = null;
    try {
      answer = instance.client().getTable(database, table, writeIds, id);
    } catch (NoSuchObjectException e) {
      // An answer like others: the table does not exist.
    }
    long nanos = System.nanoTime() - start;
    return new Answer(answer, instance.probe().lastDecision(database + "." + table), start, nanos);
  }

  /** Reads a table and reports; gives what the cache said about it. */
  @CanIgnoreReturnValue
  String read(
      Instance instance,
      String what,
      String table,
      @Nullable String writeIds,
      Expected expected,
      Source source)
      throws TException {
    Answer answer = ask(instance, table, writeIds, -1);
    boolean ok = expected.matches(answer.table) && (!cached || source.allows(answer.decision));
    report(ok, instance, what, table, expected, answer);
    return answer.decision;
  }

  /** Reads a table that must not be there. */
  void readMissing(Instance instance, String what, String table, @Nullable String writeIds)
      throws TException {
    Answer answer = ask(instance, table, writeIds, -1);
    report(answer.table == null, instance, what, table, Expected.of(), answer);
  }

  /**
   * Reads once the log is applied, so that nothing moves any more; applying it may have dropped the
   * entry, so the first read may have to fetch it again. The second one has to come from memory.
   */
  void readSettled(
      Instance instance, String what, String table, @Nullable String writeIds, Expected expected)
      throws TException, SQLException {
    awaitApplied(instance);
    Answer answer = ask(instance, table, writeIds, -1);
    if (expected.matches(answer.table) && cached && !Source.MEMORY.allows(answer.decision)) {
      report(true, instance, join(what, "(log applied)"), table, expected, answer);
      answer = ask(instance, table, writeIds, -1);
    }
    boolean ok =
        expected.matches(answer.table) && (!cached || Source.MEMORY.allows(answer.decision));
    report(ok, instance, join(what, "again"), table, expected, answer);
  }

  private static String join(String what, String more) {
    return what.isEmpty() ? more : what + " " + more;
  }

  /** Waits until the instance has applied everything that is committed now. */
  void awaitApplied(Instance instance) throws SQLException {
    long last = metadata.lastEventId();
    Waiting.until(
        "event " + last + " applied on " + instance.name(),
        CATCH_UP_TIMEOUT_MS,
        () -> instance.probe().appliedEventId() >= last);
  }

  private void report(
      boolean ok, Instance instance, String what, String table, Expected expected, Answer answer) {
    String text = expected.describe(answer.table);
    report.step(
        ok,
        instance.name(),
        "get_table " + table + ": " + what,
        ok || expected.columns().isEmpty() ? text : text + ", expected " + expected,
        answer.decision,
        answer.nanos);
  }
}
