package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.junit.jupiter.api.Test;

/** The cleaner's timing, and what it deletes. */
class LogCleanerTest {

  /** Remembers what is planned; the test runs it. */
  private static final class ManualExecutor extends ScheduledThreadPoolExecutor {
    private final List<Runnable> planned = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();
    private final List<ScheduledFuture<?>> futures = new ArrayList<>();

    ManualExecutor() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      planned.add(task);
      delays.add(unit.toMillis(delay));
      ScheduledFuture<?> future = super.schedule(() -> {}, 1, TimeUnit.DAYS);
      futures.add(future);
      return future;
    }

    void runNext() {
      planned.remove(0).run();
    }
  }

  @Test
  void timingFollowsTheSettings() {
    Configuration conf = MetastoreConf.newMetastoreConf();
    conf.set("metastore.event.db.listener.clean.startup.wait.interval", "7s");
    conf.set("metastore.event.db.listener.clean.interval", "40s");
    ManualExecutor executor = new ManualExecutor();
    LogCleaner cleaner = new LogCleaner(conf, LogCleanerTest::refuse, executor, Clock.systemUTC());
    try {
      assertEquals(List.of(), executor.delays);
      cleaner.start();
      cleaner.start();
      assertEquals(List.of(7_000L), executor.delays);

      executor.runNext();
      assertEquals(List.of(7_000L, 40_000L), executor.delays, "a failure must not end the runs");
      assertEquals(1, cleaner.runs());
      assertEquals(1, cleaner.failures());

      conf.set("metastore.event.db.listener.clean.interval", "0s");
      executor.runNext();
      assertEquals(1_000L, executor.delays.get(2), "never without a pause");

      cleaner.close();
      assertTrue(executor.futures.get(2).isCancelled());
      executor.runNext();
      assertEquals(3, executor.delays.size(), "nothing is planned after close");
      cleaner.start();
      assertEquals(3, executor.delays.size());
    } finally {
      executor.shutdownNow();
    }
  }

  @DatabaseTest
  void deletesWhatIsOlderThanTheTimeToLive(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Configuration conf = metastore.conf();
      conf.set("metastore.event.db.listener.timetolive", "3600s");
      conf.set("metastore.event.db.clean.maxevents", "3");
      for (int i = 0; i < 10; i++) {
        TransactionEventsTest.open(metastore, TxnType.DEFAULT);
      }
      long head = metastore.head();
      long oldest = Instant.now().getEpochSecond() - 3700;
      try (Connection connection = metastore.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "UPDATE \"NOTIFICATION_LOG\" SET \"EVENT_TIME\" = "
                + oldest
                + " WHERE \"EVENT_ID\" <= "
                + (head - 2));
        for (int i = 0; i < 2; i++) {
          statement.execute(
              "INSERT INTO \"TXN_WRITE_NOTIFICATION_LOG\" VALUES ("
                  + (100 + i)
                  + ", "
                  + i
                  + ", 1, 'd', 't', 'p', '{}', null, 'f', "
                  + (i == 0 ? oldest : oldest + 3600)
                  + ")");
        }
      }
      ManualExecutor executor = new ManualExecutor();
      try (LogCleaner cleaner =
          new LogCleaner(conf, LogCleanerTest::objectStore, executor, Clock.systemUTC())) {
        cleaner.start();
        executor.runNext();
        assertEquals(0, cleaner.failures());
        assertEquals(1, cleaner.runs());
      } finally {
        executor.shutdownNow();
      }

      assertEquals(
          List.of(head - 1, head),
          metastore.rowsAfter(0).stream().map(row -> row.getEventId()).toList());
      assertEquals(head, metastore.head(), "cleaning does not move the head");
      try (Connection connection = metastore.connect();
          Statement statement = connection.createStatement();
          ResultSet left =
              statement.executeQuery("SELECT \"WNL_ID\" FROM \"TXN_WRITE_NOTIFICATION_LOG\"")) {
        assertTrue(left.next());
        assertEquals(101, left.getLong(1));
        assertFalse(left.next());
      }
    }
  }

  @Test
  void timeToLiveThatReachesBeyondTheEpochIsCut() throws Exception {
    Configuration conf = MetastoreConf.newMetastoreConf();
    conf.set("metastore.repl.cm.enabled", "true");
    conf.set("metastore.repl.event.db.listener.timetolive", "100000d");
    List<Object> calls = new ArrayList<>();
    ManualExecutor executor = new ManualExecutor();
    Clock clock = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);
    try (LogCleaner cleaner = new LogCleaner(conf, ignored -> recording(calls), executor, clock)) {
      cleaner.start();
      executor.runNext();
    } finally {
      executor.shutdownNow();
    }
    assertEquals(
        List.of(
            "cleanNotificationEvents", 1_000, "cleanWriteNotificationEvents", 1_000, "shutdown"),
        calls);
  }

  private static RawStore refuse(Configuration conf) throws MetaException {
    throw new MetaException("no database");
  }

  private static RawStore objectStore(Configuration conf) {
    ObjectStore store = new ObjectStore();
    store.setConf(conf);
    return store;
  }

  private static RawStore recording(List<Object> calls) {
    return (RawStore)
        java.lang.reflect.Proxy.newProxyInstance(
            RawStore.class.getClassLoader(),
            new Class<?>[] {RawStore.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              if (arguments != null) {
                calls.addAll(List.of(arguments));
              }
              return null;
            });
  }
}
