package io.hmscache.notification;

import java.io.Closeable;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the head for any number of threads with as few queries as linearizability allows, like
 * Raft's ReadIndex. Thread-safe.
 *
 * <p>At any time one query runs and one round collects the readers that arrived meanwhile; when the
 * query ends, one query answers that whole round. A reader must not share the query that is running
 * when it arrives: that one may have read the row before a commit which the reader already knows
 * of. So N readers cost at most two queries, whatever N is.
 *
 * <p>The queries run on a thread of their own. On Derby and SQL Server a query waits for the writer
 * that holds the row; its readers then give up after their own time-out, each by itself, and the
 * next ones wait for no more than theirs.
 */
public final class HeadReader implements WatchedHeadSource, Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(HeadReader.class);

  private final HeadQuery query;
  private final long timeoutMillis;
  private final Thread worker;
  private final LongAdder queries = new LongAdder();

  /** Written by the worker only. */
  private volatile long latest = -1;

  /** Written by the worker only. */
  private volatile long fallbacks;

  /** Written by the worker only. */
  private volatile long failures;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();

  /** The round whose query has not started; readers join it. */
  @GuardedBy("lock")
  private @Nullable CompletableFuture<Long> next;

  /** The round whose query runs. */
  @GuardedBy("lock")
  private @Nullable CompletableFuture<Long> running;

  @GuardedBy("lock")
  private long readers;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Starts a reader.
   *
   * @param database where the log is
   * @param timeoutMillis how long a caller waits at most; 1 or more
   */
  public HeadReader(LogDatabase database, long timeoutMillis) {
    this(new JdbcHeadQuery(database), timeoutMillis);
  }

  HeadReader(HeadQuery query, long timeoutMillis) {
    if (timeoutMillis <= 0) {
      throw new IllegalArgumentException("timeout must be positive: " + timeoutMillis);
    }
    this.query = query;
    this.timeoutMillis = timeoutMillis;
    this.worker = new Thread(this::work, "hmscache-head");
    worker.setDaemon(true);
    worker.start();
  }

  @Override
  public long head() throws HeadUnavailableException {
    try {
      return join().get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HeadUnavailableException(
          "the head of the log was not read within " + timeoutMillis + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeadUnavailableException("interrupted while waiting for the head of the log", e);
    } catch (ExecutionException e) {
      throw new HeadUnavailableException(
          "the head of the log could not be read: " + e.getCause(), e.getCause());
    }
  }

  private CompletableFuture<Long> join() throws HeadUnavailableException {
    lock.lock();
    try {
      if (closed) {
        throw new HeadUnavailableException("the reader of the log's head is closed", null);
      }
      readers++;
      CompletableFuture<Long> round = next;
      if (round == null) {
        round = new CompletableFuture<>();
        next = round;
        work.signal();
      }
      return round;
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    for (CompletableFuture<Long> round = take(); round != null; round = take()) {
      queries.increment();
      try {
        round.complete(remember(query.head()));
      } catch (SQLException | RuntimeException e) {
        failures = failures + 1;
        LOG.debug("reading the head failed", e);
        round.completeExceptionally(e);
      } catch (Error e) {
        // Whoever waits must learn of it and the next query must have a thread.
        failures = failures + 1;
        LOG.error("reading the head failed", e);
        round.completeExceptionally(e);
      }
    }
  }

  private long remember(long head) {
    if (head < latest) {
      fallbacks = fallbacks + 1;
    }
    latest = head;
    return head;
  }

  @Override
  public long latest() {
    return latest;
  }

  @Override
  public long fallbacks() {
    return fallbacks;
  }

  @Override
  public long interruptions() {
    return failures + query.connections();
  }

  /** Waits for a round and closes it for readers; null when closed. */
  private @Nullable CompletableFuture<Long> take() {
    lock.lock();
    try {
      while (next == null && !closed) {
        work.awaitUninterruptibly();
      }
      CompletableFuture<Long> round = next;
      next = null;
      running = round;
      return closed ? null : round;
    } finally {
      lock.unlock();
    }
  }

  /** How many queries were sent to the database. */
  public long queries() {
    return queries.sum();
  }

  /** How many times {@link #head} was called. */
  public long readers() {
    lock.lock();
    try {
      return readers;
    } finally {
      lock.unlock();
    }
  }

  /** Stops; callers that wait get {@link HeadUnavailableException}. Does not wait for a query. */
  @Override
  public void close() {
    CompletableFuture<Long> waiting;
    CompletableFuture<Long> asked;
    lock.lock();
    try {
      closed = true;
      waiting = next;
      asked = running;
      next = null;
      work.signal();
    } finally {
      lock.unlock();
    }
    end(waiting);
    end(asked);
    query.close();
  }

  private static void end(@Nullable CompletableFuture<Long> round) {
    if (round != null) {
      round.completeExceptionally(new IllegalStateException("closed"));
    }
  }
}
