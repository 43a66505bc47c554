package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.WriteIdStates;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** The tailer with its thread on real databases. */
@Databases({DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES, DatabaseKind.MARIADB})
@Timeout(180)
class TailerDatabaseTest {

  private static final long LONG = TimeUnit.SECONDS.toNanos(60);

  private final RecordingSink sink = new RecordingSink();

  private LogAccess open(TestDatabase db, TailerSettings settings) throws InterruptedException {
    LogAccess log =
        LogAccess.of(
            db.configuration(),
            30_000,
            20_000,
            sink,
            new WriteIdStates(),
            settings,
            TailerHooks.NONE);
    log.tailer().start();
    assertTrue(log.tailer().await(0, LONG));
    return log;
  }

  @DatabaseTest
  void awaitWakesTheTailer(TestDatabase db) throws Exception {
    TailerSettings lazy = TailerSettings.defaults().withPollMillis(600_000);
    try (LogAccess log = open(db, lazy);
        LogWriter writer = new LogWriter(db)) {
      for (int i = 0; i < 3; i++) {
        writer.append(Rows.alter("t" + i));
        long head = log.heads().head();
        assertTrue(log.tailer().await(head, LONG));
        assertEquals("table hive.db.t" + i, sink.told.get(sink.told.size() - 1));
      }
      assertFalse(log.tailer().await(4, TimeUnit.MILLISECONDS.toNanos(50)), "not committed yet");
    }
  }

  @DatabaseTest
  void pollFindsWhatNobodyWaitsFor(TestDatabase db) throws Exception {
    try (LogAccess log = open(db, TailerSettings.defaults().withPollMillis(20));
        LogWriter writer = new LogWriter(db)) {
      writer.append(Rows.alter("t"));
      while (log.tailer().applied() < 1) {
        Thread.onSpinWait();
      }
      assertEquals(List.of("everything", "table hive.db.t"), sink.told);
    }
  }

  @DatabaseTest
  void b01RowOfAnOpenTransactionIsAppliedWhenItCommits(TestDatabase db) throws Exception {
    TailerSettings patient =
        TailerSettings.defaults().withPollMillis(20).withHoleGraceMillis(120_000);
    try (LogAccess log = open(db, patient);
        LogWriter late = new LogWriter(db);
        LogWriter writer = new LogWriter(db)) {
      writer.execute("UPDATE [NOTIFICATION_SEQUENCE] SET [NEXT_EVENT_ID] = 2");
      late.insert(1, Rows.alter("late"));
      writer.append(Rows.alter("after"));
      assertFalse(log.tailer().await(1, TimeUnit.MILLISECONDS.toNanos(500)));
      late.commit();
      assertTrue(log.tailer().await(2, LONG));
      assertEquals(List.of("everything", "table hive.db.late", "table hive.db.after"), sink.told);
    }
  }

  @DatabaseTest
  void b01RowThatCommitsAfterTheGraceResetsTwice(TestDatabase db) throws Exception {
    if (db.kind() == DatabaseKind.DERBY_MEMORY) {
      // Here a reader of the range waits for the writer's row lock: it cannot be late.
      return;
    }
    TailerSettings hasty =
        TailerSettings.defaults()
            .withPollMillis(20)
            .withHoleGraceMillis(100)
            .withLateCheckMillis(20);
    try (LogAccess log = open(db, hasty);
        LogWriter late = new LogWriter(db);
        LogWriter writer = new LogWriter(db)) {
      writer.append(Rows.alter("before"));
      writer.execute("UPDATE [NOTIFICATION_SEQUENCE] SET [NEXT_EVENT_ID] = 3");
      late.insert(2, Rows.alter("late"));
      writer.append(Rows.alter("after"));
      assertTrue(log.tailer().await(3, LONG));
      TailerMetrics metrics = log.tailer().metrics();
      assertEquals(1, metrics.resets(ResetReason.HOLE));
      late.commit();
      while (metrics.resets(ResetReason.LATE_EVENT) == 0 || log.tailer().applied() != 3) {
        Thread.onSpinWait();
      }
    }
  }

  @DatabaseTest
  void b04b15TruncatedLogAndRestoredBackup(TestDatabase db) throws Exception {
    TailerSettings hasty = TailerSettings.defaults().withPollMillis(20).withHoleGraceMillis(100);
    try (LogAccess log = open(db, hasty);
        LogWriter writer = new LogWriter(db)) {
      log.tailer().pause();
      for (int i = 0; i < 6; i++) {
        writer.append(Rows.alter("t" + i));
      }
      writer.execute("DELETE FROM [NOTIFICATION_LOG] WHERE [EVENT_ID] <= 4");
      log.tailer().resume();
      assertTrue(log.tailer().await(6, LONG));
      assertEquals(1, log.tailer().metrics().resets(ResetReason.TRUNCATED));
      writer.execute("DELETE FROM [NOTIFICATION_LOG]");
      writer.execute("UPDATE [NOTIFICATION_SEQUENCE] SET [NEXT_EVENT_ID] = 3");
      // A reset is counted when it begins; readers see the new position once the cache is empty.
      while (log.tailer().applied() != 2) {
        Thread.onSpinWait();
      }
      assertEquals(1, log.tailer().metrics().resets(ResetReason.HEAD_WENT_BACK));
      writer.append(Rows.alter("new"));
      assertTrue(log.tailer().await(3, LONG));
      assertEquals("table hive.db.new", sink.told.get(sink.told.size() - 1));
    }
  }

  /** Derby waits for the writer, the others answer with the last committed head. */
  @DatabaseTest
  void headWhileAWriterHoldsTheSequence(TestDatabase db) throws Exception {
    LogDatabase database = LogDatabase.of(db.configuration(), 30_000);
    try (LogWriter writer = new LogWriter(db);
        HeadReader hasty = new HeadReader(database, 300);
        HeadReader patient = new HeadReader(database, 60_000)) {
      writer.append(Rows.alter("a"));
      assertEquals(1, patient.head());
      writer.begin(Rows.alter("b"));
      if (db.schemaType().equals("derby")) {
        assertThrows(HeadUnavailableException.class, hasty::head);
        assertThrows(HeadUnavailableException.class, hasty::head);
      } else {
        assertEquals(1, patient.head());
      }
      writer.commit();
      assertEquals(2, patient.head());
    }
  }

  @DatabaseTest
  void killedConnectionsAreReplacedWithoutAReset(TestDatabase db) throws Exception {
    if (db.kind() != DatabaseKind.POSTGRES) {
      return;
    }
    try (LogAccess log = open(db, TailerSettings.defaults().withPollMillis(20));
        LogWriter writer = new LogWriter(db)) {
      writer.append(Rows.alter("a"));
      assertTrue(log.tailer().await(1, LONG));
      try (Connection connection = db.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name = 'hmscache-log'");
      }
      writer.append(Rows.alter("b"));
      assertTrue(log.tailer().await(2, LONG));
      assertEquals(List.of("everything", "table hive.db.a", "table hive.db.b"), sink.told);
      assertEquals(0, log.tailer().metrics().resets());
    }
  }

  @DatabaseTest
  void closeEndsAWaitForAWriter(TestDatabase db) throws Exception {
    try (LogWriter writer = new LogWriter(db)) {
      LogAccess log = open(db, TailerSettings.defaults().withPollMillis(20));
      writer.begin(Rows.alter("a"));
      assertFalse(log.tailer().await(1, TimeUnit.MILLISECONDS.toNanos(200)));
      long start = System.nanoTime();
      log.close();
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10));
      assertEquals(TailerState.STOPPED, log.tailer().state());
      assertFalse(log.tailer().serving());
      assertFalse(log.tailer().await(1, LONG), "nobody waits for a stopped tailer");
    }
  }
}
