package io.hmscache.e2e;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Tables;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/**
 * What the demo shows: A changes tables, B answers reads of them from memory whenever it can prove
 * that memory is right. Every answer is held against what the database says at that moment.
 */
final class Scenario {

  private static final String TABLE = "orders";
  private static final String EXTERNAL = "clicks";

  /**
   * A read waits for the log some milliseconds only; each try lets the log go on a little later
   * after the read has been sent, so that one of them meets the read waiting.
   */
  private static final int ATTEMPTS = 8;

  private static final long ATTEMPT_STEP_MS = 3;

  private static final String PROPERTY = "owner.team";

  private final Instance a;
  private final Instance b;
  private final String database;
  private final Reads reads;
  private final Report report;
  private final long boundMillis;

  /**
   * A scenario on two instances.
   *
   * @param database name of a Hive database that does not exist
   * @param boundMillis how old an answer about an external table may be
   */
  Scenario(Instance a, Instance b, String database, Reads reads, Report report, long boundMillis) {
    this.a = a;
    this.b = b;
    this.database = database;
    this.reads = reads;
    this.report = report;
    this.boundMillis = boundMillis;
  }

  /** A call that changes something. */
  private interface Change {
    String run() throws TException;
  }

  void run() throws TException, SQLException {
    transactionalTable();
    changedInATransaction();
    somethingElseChanged();
    changedWhileTheTailerIsPaused();
    changedWithoutAWriteId();
    insideAnUncommittedChange();
    droppedAndCreatedAgain();
    externalTable();
    change(
        a,
        "drop database " + database,
        () -> {
          a.client().thrift().drop_database(database, true, true);
          return "done";
        });
  }

  private void transactionalTable() throws TException {
    report.chapter("A transactional table, created on A, read on B");
    change(
        a,
        "create database " + database,
        () -> {
          a.client().createDatabase(database);
          return "done";
        });
    change(
        a,
        "create transactional table " + TABLE,
        () -> {
          a.client().createTable(Tables.transactional(database, TABLE, "id"));
          return "columns id";
        });
    String list = writeIds(b);
    Expected expected = Expected.of("id");
    reads.read(b, "first read", TABLE, list, expected, Source.DATABASE);
    reads.read(b, "second read", TABLE, list, expected, Source.MEMORY);
  }

  private void changedInATransaction() throws TException, SQLException {
    report.chapter("Columns added on A in a transaction, read on B with the new write-id list");
    alterInTransaction(table -> addColumn(table, "amount"), "add column amount");
    String list = writeIds(b);
    Expected expected = Expected.of("id", "amount");
    reads.read(b, "new list, at once", TABLE, list, expected, Source.EITHER);
    reads.readSettled(b, "new list", TABLE, list, expected);
  }

  /** The reader must be shown the newest position, and B is not there yet: it waits a little. */
  private void somethingElseChanged() throws TException, SQLException {
    report.chapter("Another table changed on A: B only has to catch up");
    Expected expected = Expected.of("id", "amount");
    change(
        a,
        "create another table",
        () -> {
          a.client().createTable(Tables.external(database, "other", "x"));
          return "done";
        });
    reads.readSettled(b, "", TABLE, writeIds(b), expected);
    Table other = a.client().getTable(database, "other");
    String decision = "";
    for (int i = 0; i < ATTEMPTS && !decision.contains("catch-up"); i++) {
      decision = readWhileCatchingUp(other, i, expected);
    }
  }

  /** Holds B's tailer back until the read is on its way, so that the read finds it behind. */
  private String readWhileCatchingUp(Table other, int version, Expected expected)
      throws TException {
    Thread resume =
        new Thread(
            () -> {
              LockSupport.parkNanos(version * ATTEMPT_STEP_MS * 1_000_000);
              b.probe().resumeTailer();
            },
            "resume-tailer");
    b.probe().pauseTailer();
    try {
      other.putToParameters("version", Integer.toString(version));
      a.client().alterTable(database, "other", other);
      String list = writeIds(b);
      resume.start();
      return reads.read(b, "new snapshot, at once", TABLE, list, expected, Source.EITHER);
    } finally {
      b.probe().resumeTailer();
    }
  }

  private void changedWhileTheTailerIsPaused() throws TException, SQLException {
    report.chapter("The same while B cannot follow the log");
    reads.awaitApplied(b);
    b.probe().pauseTailer();
    Expected expected = Expected.of("id", "amount", "currency");
    String list;
    try {
      alterInTransaction(table -> addColumn(table, "currency"), "add column currency");
      list = writeIds(b);
      reads.read(b, "new list, B paused", TABLE, list, expected, Source.DATABASE);
      reads.read(b, "new list, B still paused", TABLE, list, expected, Source.DATABASE);
    } finally {
      b.probe().resumeTailer();
    }
    reads.readSettled(b, "new list, B resumed", TABLE, list, expected);
  }

  private void changedWithoutAWriteId() throws TException, SQLException {
    report.chapter("A property set on A: no write id moves, the list reads as before");
    String before = writeIds(b);
    Table table = a.client().getTable(database, TABLE);
    table.putToParameters(PROPERTY, "sales");
    change(
        a,
        "set property " + PROPERTY + "=sales",
        () -> {
          a.client().alterTable(database, TABLE, table);
          return "done";
        });
    String list = writeIds(b);
    Expected expected = Expected.of("id", "amount", "currency").with(PROPERTY, "sales");
    String same = list.equals(before) ? "equal list" : "new list";
    reads.read(b, "new snapshot, " + same, TABLE, list, expected, Source.EITHER);
    reads.readSettled(b, "new snapshot", TABLE, list, expected);
  }

  private void insideAnUncommittedChange() throws TException, SQLException {
    report.chapter("A read by the writer itself, before it commits");
    MetastoreClient writer = a.client();
    long transaction = writer.openTransaction();
    long writeId = writer.allocateWriteId(transaction, database, TABLE);
    Table table = writer.getTable(database, TABLE);
    addColumn(table, "note");
    String own = writer.writeIds(database, TABLE, writer.validTransactions(transaction));
    change(
        a,
        "add column note under write id " + writeId + ", open",
        () -> {
          writer.alterTable(database, TABLE, table, writeId, own);
          return "not committed";
        });
    Expected expected = Expected.of("id", "amount", "currency", "note").with(PROPERTY, "sales");
    String ownOnB = b.client().writeIds(database, TABLE, b.client().validTransactions(transaction));
    reads.read(b, "the writer's own list", TABLE, ownOnB, expected, Source.DATABASE);
    reads.read(b, "the writer's own list", TABLE, ownOnB, expected, Source.DATABASE);
    change(
        a,
        "commit",
        () -> {
          writer.commit(transaction);
          return "done";
        });
    String list = writeIds(b);
    reads.read(b, "after the commit, at once", TABLE, list, expected, Source.EITHER);
    reads.readSettled(b, "after the commit", TABLE, list, expected);
  }

  private void droppedAndCreatedAgain() throws TException, SQLException {
    report.chapter("Dropped on A and created again under the same name");
    change(
        a,
        "drop table " + TABLE,
        () -> {
          a.client().dropTable(database, TABLE);
          return "done";
        });
    reads.readMissing(b, "dropped", TABLE, null);
    change(
        a,
        "create transactional table " + TABLE,
        () -> {
          a.client().createTable(Tables.transactional(database, TABLE, "sku", "price"));
          return "columns sku, price";
        });
    String list = writeIds(b);
    Expected expected = Expected.of("sku", "price");
    reads.read(b, "new table, at once", TABLE, list, expected, Source.EITHER);
    reads.readSettled(b, "new table", TABLE, list, expected);
  }

  private void externalTable() throws TException, SQLException {
    report.chapter(
        "An external table: no write ids, so B may lag, but never more than "
            + boundMillis
            + " ms");
    change(
        a,
        "create external table " + EXTERNAL,
        () -> {
          a.client().createTable(Tables.external(database, EXTERNAL, "ts"));
          return "columns ts";
        });
    reads.awaitApplied(b);
    Expected before = Expected.of("ts");
    reads.read(b, "first read", EXTERNAL, null, before, Source.DATABASE);
    reads.readSettled(b, "read", EXTERNAL, null, before);
    Table table = a.client().getTable(database, EXTERNAL);
    addColumn(table, "url");
    change(
        a,
        "add column url",
        () -> {
          a.client().alterTable(database, EXTERNAL, table);
          return "done";
        });
    measureDelay(before, Expected.of("ts", "url"), System.nanoTime());
    reads.readSettled(b, "read", EXTERNAL, null, Expected.of("ts", "url"));
  }

  /** Reads until the change is seen; an answer is the old table or the new one, never later old. */
  private void measureDelay(Expected before, Expected after, long changed) throws TException {
    int old = 0;
    while (true) {
      Reads.Answer answer = reads.ask(b, EXTERNAL, null, -1);
      double delay = Math.max(0, answer.startNanos() - changed) / 1e6;
      boolean isNew = after.matches(answer.table());
      boolean late = delay > boundMillis;
      if (isNew || late || !before.matches(answer.table())) {
        report.step(
            isNew,
            b.name(),
            "get_table " + EXTERNAL + ": read until the change shows",
            String.format(
                Locale.ROOT,
                "%s; seen after %.0f ms and %d older answers, bound %d ms",
                after.describe(answer.table()),
                delay,
                old,
                boundMillis),
            answer.decision(),
            answer.nanos());
        return;
      }
      old++;
    }
  }

  private void alterInTransaction(Consumer<Table> edit, String what) throws TException {
    MetastoreClient writer = a.client();
    change(
        a,
        "transaction: " + what,
        () -> {
          long transaction = writer.openTransaction();
          long writeId = writer.allocateWriteId(transaction, database, TABLE);
          String list = writer.writeIds(database, TABLE, writer.validTransactions(transaction));
          Table table = writer.getTable(database, TABLE, list, -1);
          edit.accept(table);
          writer.alterTable(database, TABLE, table, writeId, list);
          writer.commit(transaction);
          return "committed, write id " + writeId;
        });
  }

  private void change(Instance instance, String what, Change change) throws TException {
    long start = System.nanoTime();
    String answer = change.run();
    report.step(true, instance.name(), what, answer, "", System.nanoTime() - start);
  }

  private String writeIds(Instance instance) throws TException {
    return instance.client().writeIds(database, TABLE);
  }

  private static void addColumn(Table table, String name) {
    table.getSd().addToCols(new FieldSchema(name, "int", ""));
  }
}
