package io.hmscache.notification;

import java.time.Clock;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Deadline;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old rows of the notification log and of the write notification log, since nothing in the
 * standalone metastore does (EventCleanerTask cleans another table). One per process and database
 * is enough; several processes may clean the same database.
 *
 * <p>Settings, those of Hive's listener:
 *
 * <ul>
 *   <li>{@code metastore.event.db.listener.timetolive} (default 1 day): rows older than this are
 *       deleted; with {@code metastore.repl.cm.enabled} instead {@code
 *       metastore.repl.event.db.listener.timetolive} (10 days);
 *   <li>{@code metastore.event.db.listener.clean.startup.wait.interval} (1 day): wait before the
 *       first run;
 *   <li>{@code metastore.event.db.listener.clean.interval} (7200 s): wait after each run, at least
 *       one second;
 *   <li>{@code metastore.event.db.clean.maxevents} (10000): rows deleted in one transaction, by
 *       {@link RawStore#cleanNotificationEvents}.
 * </ul>
 *
 * <p>Thread-safe. A run is executed by the executor on a RawStore of its own, which is opened and
 * shut down by that run: a RawStore belongs to one thread, and a run that comes every two hours
 * should not hold a connection meanwhile. A failed run is logged and counted; the next one comes as
 * planned.
 */
public final class LogCleaner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogCleaner.class);

  /** Opens a RawStore that goes to the database, not to a cache. */
  public interface StoreOpener {
    RawStore open(Configuration conf) throws MetaException;
  }

  private final Configuration conf;
  private final StoreOpener opener;
  private final ScheduledExecutorService executor;
  private final Clock clock;
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final Object lock = new Object();

  @GuardedBy("lock")
  @Nullable
  private Future<?> next;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * A cleaner that does nothing until {@link #start()}.
   *
   * @param executor runs the cleaning; stays the caller's, {@link #close()} does not shut it down
   * @param clock tells how long a run took and bounds the time to live
   */
  public LogCleaner(
      Configuration conf, StoreOpener opener, ScheduledExecutorService executor, Clock clock) {
    this.conf = conf;
    this.opener = opener;
    this.executor = executor;
    this.clock = clock;
  }

  /** Plans the first run. A second call, or one after {@link #close()}, does nothing. */
  public void start() {
    synchronized (lock) {
      if (next == null) {
        plan(millis(ConfVars.EVENT_DB_LISTENER_CLEAN_STARTUP_WAIT_INTERVAL));
      }
    }
  }

  /** Cancels what is planned. A run that is under way ends by itself and plans no other. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      if (next != null) {
        next.cancel(false);
      }
    }
  }

  /** Number of runs that have ended, failed ones included. */
  public long runs() {
    return runs.get();
  }

  /** Number of runs that have failed. */
  public long failures() {
    return failures.get();
  }

  private void runAndPlan() {
    try {
      clean();
    } catch (Exception e) {
      failures.incrementAndGet();
      LOG.warn("The notification log could not be cleaned; the next attempt comes as planned", e);
    } finally {
      runs.incrementAndGet();
      synchronized (lock) {
        plan(Math.max(1000L, millis(ConfVars.EVENT_DB_LISTENER_CLEAN_INTERVAL)));
      }
    }
  }

  @GuardedBy("lock")
  private void plan(long delayMillis) {
    if (!closed) {
      next = executor.schedule(this::runAndPlan, delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  private void clean() throws MetaException {
    int seconds = timeToLiveSeconds();
    long started = clock.millis();
    RawStore store = opener.open(conf);
    try {
      // RawStore code checks the deadline of a request, also where there is no request.
      Deadline.registerIfNot(millis(ConfVars.CLIENT_SOCKET_TIMEOUT));
      Deadline.startTimer("cleanNotificationEvents");
      try {
        store.cleanNotificationEvents(seconds);
        store.cleanWriteNotificationEvents(seconds);
      } finally {
        Deadline.stopTimer();
        Deadline.clear();
      }
    } finally {
      store.shutdown();
    }
    LOG.info(
        "Cleaned the notification log of events older than {} s in {} ms",
        seconds,
        clock.millis() - started);
  }

  /** RawStore subtracts it from the seconds since the epoch and wants the result as an int. */
  private int timeToLiveSeconds() {
    ConfVars setting =
        MetastoreConf.getBoolVar(conf, ConfVars.REPLCMENABLED)
            ? ConfVars.REPL_EVENT_DB_LISTENER_TTL
            : ConfVars.EVENT_DB_LISTENER_TTL;
    long wanted = MetastoreConf.getTimeVar(conf, setting, TimeUnit.SECONDS);
    long sinceEpoch = TimeUnit.MILLISECONDS.toSeconds(clock.millis());
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0L, Math.min(wanted, sinceEpoch)));
  }

  private long millis(ConfVars setting) {
    return MetastoreConf.getTimeVar(conf, setting, TimeUnit.MILLISECONDS);
  }
}
