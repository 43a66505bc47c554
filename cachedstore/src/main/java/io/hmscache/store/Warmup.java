package io.hmscache.store;

import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Deadline;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the tables that {@code cachedstore.warmup} names, in the background, throttled, and never
 * in anybody's way: a table that is gone or fails is skipped, and every load is the one that a
 * reader's miss would make, with the same rules. It begins when the log is followed, since nothing
 * is stored before. Thread-safe.
 */
final class Warmup {

  private static final Logger LOG = LoggerFactory.getLogger(Warmup.class);

  private static final long POLL_MILLIS = 50;
  private static final int PROGRESS_EVERY = 1000;
  private static final long QUERY_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private final AtomicLong planned = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean closed;
  private volatile @Nullable ExecutorService executor;

  /** Tables to load, 0 before they have been listed. */
  long planned() {
    return planned.get();
  }

  /** Tables loaded or skipped. */
  long done() {
    return done.get();
  }

  /** Ends it; a load that runs comes to its end. */
  void close() {
    closed = true;
    ExecutorService threads = executor;
    if (threads != null) {
      threads.shutdownNow();
    }
  }

  /** Starts to load, or only to look whether the settings' patterns match anything. */
  void start(Configuration conf, SharedCache shared) {
    CacheSettings settings = shared.settings();
    if (!TableNames.wanted(settings)) {
      return;
    }
    Configuration own = new Configuration(conf);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            settings.warmupThreads + 1,
            task -> {
              Thread thread = new Thread(task, "hmscache-warmup");
              thread.setDaemon(true);
              return thread;
            });
    executor = threads;
    threads.execute(() -> run(own, shared, threads));
  }

  private void run(Configuration conf, SharedCache shared, ExecutorService threads) {
    try {
      awaitLog(shared.position());
      TableNames names = new TableNames(shared.settings());
      withStore(conf, names::read);
      names.warn();
      if (!shared.settings().warmup.isEmpty() && !closed) {
        loadAll(conf, shared, names.warmup(), threads);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("warm-up ended early, reads load what they need: {}", e.toString());
    } finally {
      threads.shutdown();
    }
  }

  private void awaitLog(LogPosition position) throws InterruptedException {
    while (!closed && (position.applied() < 0 || !position.serving())) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private void loadAll(
      Configuration conf, SharedCache shared, List<TableKey> tables, ExecutorService threads)
      throws InterruptedException, ExecutionException {
    long begun = System.nanoTime();
    planned.set(tables.size());
    LOG.info("warm-up: {} tables", tables.size());
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < shared.settings().warmupThreads; i++) {
      workers.add(
          threads.submit(
              () -> {
                withStore(conf, store -> work(conf, shared, store, tables, next, begun));
                return null;
              }));
    }
    for (Future<?> worker : workers) {
      worker.get();
    }
    LOG.info(
        "warm-up: {} of {} tables in {} ms",
        done.get(),
        tables.size(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
  }

  private void work(
      Configuration conf,
      SharedCache shared,
      RawStore store,
      List<TableKey> tables,
      AtomicInteger next,
      long begun)
      throws InterruptedException, MetaException {
    Session session = new Session(shared, () -> store, () -> false, conf);
    for (int i = next.getAndIncrement(); i < tables.size() && !closed; i = next.getAndIncrement()) {
      throttle(shared.settings().warmupRate, i, begun);
      load(shared, session, tables.get(i));
      if (done.incrementAndGet() % PROGRESS_EVERY == 0) {
        LOG.info("warm-up: {} of {} tables so far", done.get(), tables.size());
      }
    }
  }

  private static void load(SharedCache shared, Session session, TableKey key) throws MetaException {
    TableQuery query = new TableQuery(session, shared.cache().scopes().table(key), null, null, -1);
    Deadline.startTimer("warm-up"); // of one table: the whole may take hours
    try {
      if (query.entry(shared.cache()) == null) {
        shared.readPath().load(query);
      }
    } catch (Exception e) {
      LOG.debug("warm-up skips {}", key, e);
    } finally {
      Deadline.stopTimer();
    }
  }

  /** Waits until the i-th table may be loaded at this rate. */
  private static void throttle(int perSecond, int i, long begun) throws InterruptedException {
    long wait = begun + dueNanos(perSecond, i) - System.nanoTime();
    if (wait > 0) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
  }

  /** When the i-th table may be loaded, in nanoseconds after the begin. */
  static long dueNanos(int perSecond, int i) {
    return TimeUnit.SECONDS.toNanos(i) / perSecond;
  }

  /** What is done with a store. */
  private interface Work {
    void with(RawStore store) throws InterruptedException, MetaException;
  }

  private static void withStore(Configuration conf, Work work)
      throws InterruptedException, MetaException {
    Deadline.registerIfNot(QUERY_MILLIS);
    try {
      Deadline.startTimer("warm-up");
      RawStore store = Delegates.newDelegate(conf);
      try {
        work.with(store);
      } finally {
        store.shutdown();
      }
    } finally {
      Deadline.clear();
    }
  }
}
