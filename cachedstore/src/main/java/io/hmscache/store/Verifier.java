package io.hmscache.store;

import java.util.List;
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
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.UnknownDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shadow check: a sample of all hits, whatever was read, is asked of the database again, off
 * the request's path, and compared. A difference counts only if the entries are still valid after
 * the log has been applied past the database read, which makes both of the same position, and if a
 * second look finds it again. It is logged with the fields that differ, counted, and the entries
 * are dropped. Thread-safe.
 */
final class Verifier {

  private static final Logger LOG = LoggerFactory.getLogger(Verifier.class);
  private static final int QUEUE = 1000;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final double share;
  private final BlockingQueue<Hit> queue = new ArrayBlockingQueue<>(QUEUE);
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

  /**
   * A query was answered from memory; never blocks. The caller must not use the queries any more.
   *
   * @param table the query of the table that the other one is about; null if of none or several
   */
  void served(Query<?, ?, ?> query, @Nullable TableQuery table) {
    if (share > 0 && ThreadLocalRandom.current().nextDouble() < share) {
      queue.offer(new Hit(query, table)); // a full queue drops the sample
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
    int sqlPaths = Session.sqlPaths(conf);
    RawStore store = null;
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Hit hit = queue.take();
        if (hit.sqlPaths != sqlPaths) {
          continue; // this thread's delegate asks in another way, which may answer otherwise
        }
        try {
          Deadline.registerIfNot(TimeUnit.MINUTES.toMillis(10));
          Deadline.startTimer("verify");
          if (store == null) {
            store = Delegates.newDelegate(conf);
          }
          check(hit, shared, store);
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          LOG.debug("cannot verify {}", hit, e);
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

  /** Compares what memory answers with what the database does; visible for tests. */
  void check(Hit hit, SharedCache shared, RawStore store) throws Exception {
    String difference = difference(hit, shared, store);
    if (difference == null) {
      return;
    }
    if (!difference.isEmpty()) {
      difference = difference(hit, shared, store);
      if (difference == null) {
        return;
      }
    }
    checked.increment();
    if (!difference.isEmpty()) {
      mismatches.increment();
      LOG.error(
          "{} differs from the database at event {}: {}; it is dropped",
          hit,
          shared.position().applied(),
          difference);
      hit.query.forget();
    }
  }

  /** What differs, an empty text if nothing; null if nothing can be said. */
  private static @Nullable String difference(Hit hit, SharedCache shared, RawStore store)
      throws Exception {
    List<Entry> entries = hit.find();
    if (entries == null) {
      return null;
    }
    Object cached = hit.query.answer();
    Object now = database(hit.query, store);
    if (!shared.position().await(shared.heads().head(), WAIT_NANOS)) {
      return null; // the log is behind
    }
    if (!Hit.same(entries, hit.find())) {
      return null; // changed meanwhile, which the cache knows
    }
    if (Objects.equals(cached, now)) {
      return "";
    }
    if (hit.query.unordered()) {
      cached = AnswerOrder.sorted(cached);
      now = AnswerOrder.sorted(now);
    }
    return Differences.between(cached, now);
  }

  /** What the database answers; null if it says that there is no such thing. */
  private static @Nullable Object database(Query<?, ?, ?> query, RawStore store) throws Exception {
    try {
      return query.ask(store);
    } catch (Exception e) {
      if (e instanceof NoSuchObjectException || e instanceof UnknownDBException) {
        return null;
      }
      throw e;
    }
  }
}
