package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Deadline;
import org.apache.hadoop.hive.metastore.RawStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the tables that {@code cachedstore.warmup} names, in the background, throttled, and never
 * in anybody's way: a table that is gone or fails is skipped, and every load is the one that a
 * reader's miss would make, with the same rules. Thread-safe.
 */
final class Warmup {

  private static final Logger LOG = LoggerFactory.getLogger(Warmup.class);

  private final AtomicLong planned = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean closed;

  /** Tables to load, 0 before they have been listed. */
  long planned() {
    return planned.get();
  }

  /** Tables loaded or skipped. */
  long done() {
    return done.get();
  }

  void close() {
    closed = true;
  }

  /** Starts to load, if any pattern is set. */
  void start(Configuration conf, SharedCache shared) {
    CacheSettings settings = shared.settings();
    if (settings.warmup.isEmpty()) {
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
    threads.execute(() -> run(own, shared, threads));
  }

  private void run(Configuration conf, SharedCache shared, ExecutorService threads) {
    long begun = System.nanoTime();
    try {
      List<TableKey> tables = list(conf, shared);
      planned.set(tables.size());
      LOG.info("warm-up: {} tables", tables.size());
      AtomicInteger next = new AtomicInteger();
      List<java.util.concurrent.Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < shared.settings().warmupThreads; i++) {
        workers.add(threads.submit(() -> loadAll(conf, shared, tables, next, begun)));
      }
      for (java.util.concurrent.Future<?> worker : workers) {
        worker.get();
      }
      LOG.info(
          "warm-up: {} of {} tables in {} ms",
          done.get(),
          tables.size(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("warm-up ended early, reads load what they need: {}", e.toString());
    } finally {
      threads.shutdown();
    }
  }

  private static List<TableKey> list(Configuration conf, SharedCache shared) throws Exception {
    TablePatterns<Boolean> patterns = shared.settings().warmup;
    List<TableKey> tables = new ArrayList<>();
    withStore(
        conf,
        store -> {
          try {
            for (String catalog : store.getCatalogs()) {
              for (String database : store.getAllDatabases(catalog)) {
                for (String table : store.getAllTables(catalog, database)) {
                  TableKey key = TableKey.of(catalog, database, table);
                  if (patterns.match(key) != null) {
                    tables.add(key);
                  }
                }
              }
            }
          } catch (org.apache.hadoop.hive.metastore.api.MetaException e) {
            throw new IllegalStateException(e.getMessage(), e);
          }
        });
    for (String text : patterns.texts()) {
      TablePatterns<Boolean> one = TablePatterns.parseNames(text, IllegalArgumentException::new);
      boolean any = false;
      for (TableKey key : tables) {
        any = any || one.match(key) != null;
      }
      if (!any) {
        LOG.warn("{}: no table matches '{}'", Setting.WARMUP.key(), text);
      }
    }
    return tables;
  }

  private void loadAll(
      Configuration conf,
      SharedCache shared,
      List<TableKey> tables,
      AtomicInteger next,
      long begun) {
    withStore(
        conf,
        store -> {
          Session session = new Session(shared, () -> store, conf);
          for (int i = next.getAndIncrement();
              i < tables.size() && !closed;
              i = next.getAndIncrement()) {
            throttle(shared.settings().warmupRate, i, begun);
            TableKey key = tables.get(i);
            TableQuery query =
                new TableQuery(session, shared.cache().scopes().table(key), null, null, -1);
            try {
              shared.readPath().read(query, query, false);
            } catch (Exception e) {
              LOG.debug("warm-up skips {}", key, e);
            }
            done.incrementAndGet();
          }
        });
  }

  /** Waits until the i-th table may be loaded at this rate. */
  private static void throttle(int perSecond, int i, long begun) {
    long due = begun + TimeUnit.SECONDS.toNanos(i) / perSecond;
    long wait = due - System.nanoTime();
    if (wait > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void withStore(Configuration conf, Consumer<RawStore> work) {
    RawStore store;
    try {
      Deadline.registerIfNot(TimeUnit.HOURS.toMillis(1));
      Deadline.startTimer("warm-up");
      store = Delegates.newDelegate(conf);
    } catch (org.apache.hadoop.hive.metastore.api.MetaException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    try {
      work.accept(store);
    } finally {
      store.shutdown();
      Deadline.clear();
    }
  }
}
