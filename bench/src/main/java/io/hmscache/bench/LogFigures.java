package io.hmscache.bench;

import io.hmscache.notification.ChangeSink;
import io.hmscache.notification.HeadReader;
import io.hmscache.notification.LogAccess;
import io.hmscache.notification.LogDatabase;
import io.hmscache.notification.Tailer;
import io.hmscache.notification.TailerHooks;
import io.hmscache.notification.TailerSettings;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.WriteIdStates;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;

/**
 * Prints what following the log costs, on PostgreSQL: head queries for 1, 8 and 64 waiting readers,
 * events applied per second, an idle poll with a large log, and the delay from a commit to its
 * position. Takes about a minute.
 */
public final class LogFigures {

  private static final int BACKLOG = 20_000;
  private static final int LARGE_LOG = 1_000_000;
  private static final int COMMITS = 200;

  private LogFigures() {}

  /** Prints the figures; takes no arguments. */
  public static void main(String[] args) throws Exception {
    try (TestDatabase db = TestDatabase.create(DatabaseKind.POSTGRES)) {
      for (int readers : new int[] {1, 8, 64}) {
        heads(db, readers);
      }
      try (LogAccess log = open(db)) {
        eventsPerSecond(db, log.tailer());
        delay(db, log.tailer());
      }
      idlePoll(db);
    }
  }

  private static LogAccess open(TestDatabase db) throws InterruptedException {
    LogAccess log =
        LogAccess.of(
            db.configuration(),
            30_000,
            30_000,
            new Deaf(),
            new WriteIdStates(),
            TailerSettings.defaults(),
            TailerHooks.NONE);
    log.tailer().start();
    await(log.tailer(), 0);
    return log;
  }

  private static void await(Tailer tailer, long position) throws InterruptedException {
    if (!tailer.await(position, TimeUnit.MINUTES.toNanos(2))) {
      throw new IllegalStateException("not applied: " + position);
    }
  }

  private static void heads(TestDatabase db, int readers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(readers);
    try (HeadReader heads = new HeadReader(LogDatabase.of(db.configuration(), 30_000), 30_000)) {
      for (int i = 0; i < 500; i++) {
        heads.head();
      }
      long queriesBefore = heads.queries();
      long start = System.nanoTime();
      long end = start + TimeUnit.SECONDS.toNanos(5);
      List<Future<List<Long>>> all = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        all.add(
            threads.submit(
                () -> {
                  List<Long> nanos = new ArrayList<>();
                  for (long now = System.nanoTime(); now - end < 0; ) {
                    heads.head();
                    long then = System.nanoTime();
                    nanos.add(then - now);
                    now = then;
                  }
                  return nanos;
                }));
      }
      List<Long> nanos = new ArrayList<>();
      for (Future<List<Long>> one : all) {
        nanos.addAll(one.get());
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      long queries = heads.queries() - queriesBefore;
      System.out.printf(
          "head, %2d readers: %,8.0f reads/s, %,6.0f queries/s, %5.2f reads per query, %s%n",
          readers,
          nanos.size() / seconds,
          queries / seconds,
          (double) nanos.size() / queries,
          percentiles(nanos, 1e3, "us"));
    } finally {
      threads.shutdownNow();
    }
  }

  private static void eventsPerSecond(TestDatabase db, Tailer tailer) throws Exception {
    for (String name : new String[] {"warm-up", "measured"}) {
      tailer.pause();
      long target = tailer.applied() + BACKLOG;
      append(db, tailer.applied() + 1, BACKLOG);
      long start = System.nanoTime();
      tailer.resume();
      await(tailer, target);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "backlog of %,d ALTER_TABLE, %s: %,.0f events/s%n", BACKLOG, name, BACKLOG / seconds);
    }
  }

  private static void delay(TestDatabase db, Tailer tailer) throws Exception {
    for (boolean awaited : new boolean[] {false, true}) {
      List<Long> nanos = new ArrayList<>();
      for (int i = 0; i < COMMITS; i++) {
        long id = tailer.applied() + 1;
        append(db, id, 1);
        long committed = System.nanoTime();
        if (awaited) {
          await(tailer, id);
        } else {
          while (tailer.applied() < id) {
            TimeUnit.MICROSECONDS.sleep(50);
          }
        }
        nanos.add(System.nanoTime() - committed);
        TimeUnit.MILLISECONDS.sleep(i % 20);
      }
      System.out.printf(
          "commit to applied, %s: %s%n",
          awaited ? "somebody waits" : "nobody waits (100 ms interval)",
          percentiles(nanos, 1e6, "ms"));
    }
  }

  private static void idlePoll(TestDatabase db) throws Exception {
    try (Connection connection = db.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM \"NOTIFICATION_LOG\"");
      statement.execute(
          "INSERT INTO \"NOTIFICATION_LOG\" (\"NL_ID\", \"EVENT_ID\", \"EVENT_TIME\","
              + " \"EVENT_TYPE\", \"MESSAGE\") SELECT n, n, 0, 'OPEN_TXN', 'm'"
              + " FROM generate_series(1, "
              + LARGE_LOG
              + ") n");
      statement.execute(
          "UPDATE \"NOTIFICATION_SEQUENCE\" SET \"NEXT_EVENT_ID\" = " + (LARGE_LOG + 1));
    }
    try (LogAccess log = open(db)) {
      long queries = log.heads().queries();
      long polls = log.tailer().metrics().polls();
      TimeUnit.SECONDS.sleep(5);
      System.out.printf(
          "idle with %,d rows in the log: %.1f polls/s, %.2f queries per poll%n",
          LARGE_LOG,
          (log.tailer().metrics().polls() - polls) / 5.0,
          (double) (log.heads().queries() - queries) / (log.tailer().metrics().polls() - polls));
    }
  }

  /** Appends events that all alter one table, in one transaction under the lock. */
  private static void append(TestDatabase db, long first, int events) throws SQLException {
    String message = alteredTable();
    try (Connection connection = db.connect();
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO \"NOTIFICATION_LOG\" (\"NL_ID\", \"EVENT_ID\", \"EVENT_TIME\","
                    + " \"EVENT_TYPE\", \"CAT_NAME\", \"DB_NAME\", \"TBL_NAME\","
                    + " \"MESSAGE_FORMAT\", \"MESSAGE\") VALUES (?, ?, 0, '"
                    + EventType.ALTER_TABLE
                    + "', 'hive', 'db', 't', '"
                    + JSONMessageEncoder.FORMAT
                    + "', ?)")) {
      connection.setAutoCommit(false);
      statement.executeUpdate(
          "UPDATE \"NOTIFICATION_SEQUENCE\" SET \"NEXT_EVENT_ID\" = " + (first + events));
      for (long id = first; id < first + events; id++) {
        insert.setLong(1, id);
        insert.setLong(2, id);
        insert.setString(3, message);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  private static String alteredTable() {
    Table table = new Table();
    table.setCatName("hive");
    table.setDbName("db");
    table.setTableName("t");
    for (int i = 0; i < 20; i++) {
      table.putToParameters("parameter" + i, "value of some length " + i);
    }
    return JSONMessageEncoder.getInstance()
        .getSerializer()
        .serialize(MessageBuilder.getInstance().buildAlterTableMessage(table, table, false, 0L));
  }

  private static String percentiles(List<Long> nanos, double unit, String name) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return String.format(
        "median %.1f %s, p99 %.1f %s",
        sorted[sorted.length / 2] / unit, name, sorted[(int) (sorted.length * 0.99)] / unit, name);
  }

  /** Does nothing about what it is told. */
  private static final class Deaf implements ChangeSink {
    @Override
    public void databaseChanged(String catalog, String database) {}

    @Override
    public void databaseAndContentsChanged(String catalog, String database) {}

    @Override
    public void catalogChanged(String catalog) {}

    @Override
    public void tableChanged(TableKey table) {}

    @Override
    public void tableCreatedOrDropped(TableKey table) {}

    @Override
    public void partitionsChanged(TableKey table, List<List<String>> partitionValues) {}

    @Override
    public void tableStatisticsChanged(TableKey table) {}

    @Override
    public void constraintsChanged() {}

    @Override
    public void transactionEnded(long txnId, boolean committed, Set<TableKey> tables) {}

    @Override
    public void everythingChanged() {}
  }
}
