package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Coalescing of head queries; interleavings are laid out step by step. */
@Timeout(60)
class HeadReaderTest {

  /** A query that reads the head when it begins and answers when the test lets it. */
  private static final class SteppedQuery implements HeadQuery {
    final AtomicLong head = new AtomicLong(1);
    volatile boolean open;
    final BlockingQueue<CompletableFuture<Void>> running = new LinkedBlockingQueue<>();

    @Override
    public long head() throws SQLException {
      long seen = head.get();
      if (open) {
        return seen;
      }
      CompletableFuture<Void> gate = new CompletableFuture<>();
      running.add(gate);
      try {
        gate.get();
      } catch (ExecutionException e) {
        throw new SQLException(e.getCause().getMessage(), e.getCause());
      } catch (InterruptedException e) {
        throw new SQLException(e);
      }
      return seen;
    }

    /** Waits until a query runs. */
    CompletableFuture<Void> next() throws InterruptedException {
      CompletableFuture<Void> gate = running.poll(20, TimeUnit.SECONDS);
      if (gate == null) {
        throw new AssertionError("no query was sent");
      }
      return gate;
    }

    @Override
    public long connections() {
      return 1;
    }

    @Override
    public void close() {
      running.forEach(gate -> gate.completeExceptionally(new SQLException("closed")));
    }
  }

  private final SteppedQuery query = new SteppedQuery();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HeadReader reader = new HeadReader(query, 30_000);

  @AfterEach
  void close() {
    reader.close();
    threads.shutdownNow();
  }

  /** Starts a reader and waits until it has joined a round. */
  private Future<Long> read() {
    long before = reader.readers();
    Future<Long> result = threads.submit((Callable<Long>) reader::head);
    while (reader.readers() == before) {
      Thread.onSpinWait();
    }
    return result;
  }

  private static long value(Future<Long> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  @Test
  void readerThatArrivesWhileAQueryRunsSharesTheNextOne() throws Exception {
    assertEquals(2, headSeenByAReaderThatCommittedWhileAQueryRan(reader));
  }

  /** What makes the test above worth something: the tempting way to share does not pass it. */
  @Test
  void sharingTheRunningQueryWouldMissTheReadersOwnCommit() throws Exception {
    assertEquals(1, headSeenByAReaderThatCommittedWhileAQueryRan(new SharesTheRunningQuery(query)));
  }

  private long headSeenByAReaderThatCommittedWhileAQueryRan(HeadSource heads) throws Exception {
    Future<Long> first = threads.submit(heads::head);
    CompletableFuture<Void> firstQuery = query.next();
    // The query has read 1 already. Now somebody commits 2 and then asks.
    query.head.set(2);
    CompletableFuture<Long> second = new CompletableFuture<>();
    Thread asking =
        new Thread(
            () -> {
              try {
                second.complete(heads.head());
              } catch (HeadUnavailableException e) {
                second.completeExceptionally(e);
              }
            });
    asking.start();
    // It has joined something when it waits.
    while (asking.getState() != Thread.State.WAITING
        && asking.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    firstQuery.complete(null);
    assertEquals(1, value(first));
    while (!second.isDone()) {
      CompletableFuture<Void> another = query.running.poll(10, TimeUnit.MILLISECONDS);
      if (another != null) {
        another.complete(null);
      }
    }
    return value(second);
  }

  /** A head source that lets readers join a query that has begun. */
  private static final class SharesTheRunningQuery implements HeadSource {
    private final HeadQuery query;
    private CompletableFuture<Long> running;

    SharesTheRunningQuery(HeadQuery query) {
      this.query = query;
    }

    @Override
    public long head() throws HeadUnavailableException {
      CompletableFuture<Long> mine = new CompletableFuture<>();
      CompletableFuture<Long> joined;
      synchronized (this) {
        joined = running;
        if (joined == null) {
          running = mine;
        }
      }
      try {
        if (joined != null) {
          return joined.get();
        }
        long head = query.head();
        synchronized (this) {
          running = null;
        }
        mine.complete(head);
        return head;
      } catch (SQLException | InterruptedException | ExecutionException e) {
        throw new HeadUnavailableException("failed", e);
      }
    }
  }

  @Test
  void allThatArriveMeanwhileShareOneQuery() throws Exception {
    Future<Long> first = read();
    CompletableFuture<Void> firstQuery = query.next();
    List<Future<Long>> others = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      others.add(read());
    }
    query.head.set(7);
    firstQuery.complete(null);
    query.next().complete(null);
    for (Future<Long> other : others) {
      assertEquals(7, value(other));
    }
    assertEquals(1, value(first));
    assertEquals(2, reader.queries());
    assertEquals(65, reader.readers());
  }

  @Test
  void failureReachesAllThatShareItAndNobodyElse() throws Exception {
    Future<Long> first = read();
    CompletableFuture<Void> firstQuery = query.next();
    Future<Long> second = read();
    Future<Long> third = read();
    firstQuery.complete(null);
    assertEquals(1, value(first));
    query.next().completeExceptionally(new SQLException("no such database"));
    for (Future<Long> failed : List.of(second, third)) {
      ExecutionException e = assertThrows(ExecutionException.class, () -> value(failed));
      assertEquals(HeadUnavailableException.class, e.getCause().getClass());
      assertTrue(e.getCause().getMessage().contains("no such database"));
    }
    Future<Long> fourth = read();
    query.next().complete(null);
    assertEquals(1, value(fourth));
  }

  @Test
  void readersOfABlockedQueryGiveUpAfterTheirOwnTimeOut() throws Exception {
    reader.close();
    SteppedQuery blocked = new SteppedQuery();
    reader = new HeadReader(blocked, 200);
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      assertThrows(HeadUnavailableException.class, reader::head);
      assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(200));
    }
    assertEquals(1, reader.queries(), "the second and third wait behind the blocked one");
    blocked.head.set(5);
    blocked.open = true;
    blocked.next().complete(null);
    long after = -1;
    while (after < 0) {
      try {
        after = reader.head();
      } catch (HeadUnavailableException e) {
        assertTrue(e.getMessage().contains("within 200 ms"), e.getMessage());
      }
    }
    assertEquals(5, after);
  }

  @Test
  void manyReadersCostFewQueries() throws Exception {
    reader.close();
    AtomicLong head = new AtomicLong();
    HeadQuery quick =
        new HeadQuery() {
          @Override
          public long head() {
            return head.incrementAndGet();
          }

          @Override
          public long connections() {
            return 1;
          }

          @Override
          public void close() {}
        };
    reader = new HeadReader(quick, 30_000);
    List<Future<Long>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(
          threads.submit(
              () -> {
                long last = 0;
                for (int n = 0; n < 2_000; n++) {
                  long before = head.get();
                  last = reader.head();
                  if (last <= before) {
                    throw new AssertionError("got " + last + ", asked after " + before);
                  }
                }
                return last;
              }));
    }
    for (Future<Long> one : all) {
      value(one);
    }
    assertEquals(16_000, reader.readers());
    assertTrue(reader.queries() <= 16_000);
  }

  @Test
  void remembersWhatTellsARestoredBackup() throws Exception {
    query.open = true;
    assertEquals(-1, reader.latest());
    query.head.set(9);
    assertEquals(9, reader.head());
    assertEquals(9, reader.latest());
    assertEquals(0, reader.fallbacks());
    assertEquals(1, reader.interruptions(), "one connection was opened");
    query.head.set(8);
    assertEquals(8, reader.head());
    assertEquals(1, reader.fallbacks());
    query.open = false;
    Future<Long> failing = read();
    query.next().completeExceptionally(new SQLException("down"));
    assertThrows(ExecutionException.class, () -> value(failing));
    assertEquals(2, reader.interruptions());
  }

  @Test
  void closeEndsWaitingReaders() throws Exception {
    Future<Long> first = read();
    CompletableFuture<Void> running = query.next();
    Future<Long> second = read();
    query.running.add(running);
    reader.close();
    for (Future<Long> ended : List.of(first, second)) {
      ExecutionException e = assertThrows(ExecutionException.class, () -> value(ended));
      assertEquals(HeadUnavailableException.class, e.getCause().getClass());
    }
    assertThrows(HeadUnavailableException.class, reader::head);
  }
}
