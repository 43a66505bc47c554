package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Deadline;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shadow check: a sample of the hits on table objects is read from the database again, off the
 * request's path, and compared. A difference counts only if the entry is still valid after the log
 * has been applied past the database read: then both are from the same position. It is logged with
 * the fields that differ, counted, and the table's entries are dropped. Thread-safe.
 */
final class Verifier {

  private static final Logger LOG = LoggerFactory.getLogger(Verifier.class);
  private static final int QUEUE = 1000;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final double share;
  private final BlockingQueue<TableKey> queue = new ArrayBlockingQueue<>(QUEUE);
  private final LongAdder checked = new LongAdder();
  private final LongAdder mismatches = new LongAdder();
  private volatile @Nullable Thread thread;

  /**
   * A verifier.
   *
   * @param percent how many of 100 hits are checked; 0 checks none
   */
  Verifier(double percent) {
    this.share = percent / 100;
  }

  /** Hits compared. */
  long checked() {
    return checked.sum();
  }

  /** Differences at the same position. */
  long mismatches() {
    return mismatches.sum();
  }

  /** A table's object was served from memory; never blocks. */
  void served(TableKey key) {
    if (share > 0 && ThreadLocalRandom.current().nextDouble() < share) {
      queue.offer(key); // a full queue drops the sample
    }
  }

  void start(Configuration conf, SharedCache shared) {
    if (share <= 0) {
      return;
    }
    Configuration own = new Configuration(conf);
    Thread worker = new Thread(() -> run(own, shared), "hmscache-verifier");
    worker.setDaemon(true);
    thread = worker;
    worker.start();
  }

  void close() {
    Thread worker = thread;
    if (worker != null) {
      worker.interrupt();
    }
  }

  private void run(Configuration conf, SharedCache shared) {
    RawStore store = null;
    try {
      while (!Thread.currentThread().isInterrupted()) {
        TableKey key = queue.take();
        try {
          Deadline.registerIfNot(TimeUnit.MINUTES.toMillis(10));
          Deadline.startTimer("verify");
          if (store == null) {
            store = Delegates.newDelegate(conf);
          }
          check(key, shared, store);
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          LOG.debug("cannot verify {}", key, e);
          shutdown(store);
          store = null;
        } finally {
          Deadline.clear();
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("verifier ends", e);
    } finally {
      shutdown(store);
    }
  }

  private static void shutdown(@Nullable RawStore store) {
    if (store != null) {
      store.shutdown();
    }
  }

  /** Compares one table's entry with the database; visible for tests. */
  void check(TableKey key, SharedCache shared, RawStore store) throws Exception {
    TableScope scope = shared.cache().scopes().tableIfPresent(key);
    if (scope == null) {
      return;
    }
    SlotKey slot = TableQuery.slot(scope);
    Entry entry = shared.cache().get(slot, scope.object.stamp());
    if (entry == null) {
      return;
    }
    Table now = store.getTable(key.catalog(), key.database(), key.table(), null);
    long head = shared.heads().head();
    if (!shared.position().await(head, WAIT_NANOS)) {
      return; // the log is behind: nothing can be said
    }
    if (shared.cache().get(slot, scope.object.stamp()) != entry) {
      return; // changed meanwhile, which the cache knows
    }
    checked.increment();
    Table cached = ((TableValue) entry.value).table;
    if (!Objects.equals(cached, now)) {
      mismatches.increment();
      LOG.error(
          "{} differs from the database at event {}: {}; its entries are dropped",
          key,
          head,
          Differences.between(cached, now));
      shared.cache().tableChanged(key);
    }
  }
}
