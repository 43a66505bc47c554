package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import io.hmscache.writeid.WriteIdStates;
import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log on one daemon thread and lets a cache know what changed. Thread-safe.
 *
 * <p>It only invalidates and advances: it builds no object from an event and writes nothing. See
 * {@link LogFollower} for the rules of the position and {@link Rebase} for what happens when it is
 * lost.
 */
public final class Tailer implements LogPosition, Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(Tailer.class);
  private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private final AppliedPosition position = new AppliedPosition();
  private final TailerMetrics metrics = new TailerMetrics();
  private final WriteIdStates states;
  private final LogFollower follower;
  private final Thread thread;

  /**
   * A tailer that has not started. What is passed in stays the caller's.
   *
   * @param reader reads the log; used by the tailer's thread only
   * @param heads reads the head
   * @param seeds seeds the states; used by the tailer's thread only
   * @param sink what is told of changes
   * @param states the write-id states to move; nobody else may
   * @param settings settings
   * @param hooks places for tests to hold it; {@link TailerHooks#NONE} otherwise
   * @param nanoClock {@link System#nanoTime}, or a test's clock
   */
  public Tailer(
      LogReader reader,
      WatchedHeadSource heads,
      WriteIdSeeds seeds,
      ChangeSink sink,
      WriteIdStates states,
      TailerSettings settings,
      TailerHooks hooks,
      LongSupplier nanoClock) {
    this.states = states;
    this.follower =
        new LogFollower(
            reader, heads, seeds, sink, states, settings, hooks, nanoClock, position, metrics);
    this.thread = new Thread(this::run, "hmscache-tailer");
    thread.setDaemon(true);
  }

  /** Starts the thread. Once only. */
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (position.state() != TailerState.STOPPED) {
        long wait = follower.step();
        if (wait > 0) {
          position.pause(wait, !follower.failing());
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("tailer interrupted", e);
    } finally {
      position.stop();
      LOG.info("stopped following the log at event {}", position.applied());
    }
  }

  @Override
  public long applied() {
    return position.applied();
  }

  @Override
  public long confirmedNanos() {
    return position.confirmedNanos();
  }

  /**
   * Follows from {@link #state} alone. While {@linkplain #pause paused} it stays true: applied just
   * does not move, so reads that demand more go to the database by themselves.
   */
  @Override
  public boolean serving() {
    return position.state().serving();
  }

  @Override
  @Nullable
  public TableWriteIds writeIds(TableKey table) {
    return states.get(table);
  }

  @Override
  public boolean await(long eventId, long timeoutNanos) throws InterruptedException {
    return position.await(eventId, timeoutNanos);
  }

  /** What it does now. */
  public TailerState state() {
    return position.state();
  }

  /** Its counters. */
  public TailerMetrics metrics() {
    return metrics;
  }

  /**
   * For tests and operators: nothing is applied until {@link #resume}. When this returns, no effect
   * is under way. The head is still polled, so the lag shows.
   */
  public void pause() {
    follower.pause();
  }

  /** Ends {@link #pause}. */
  public void resume() {
    follower.resume();
    position.wake();
  }

  /** Lets the thread end after its step, without waiting for it. */
  void stop() {
    position.stop();
  }

  /**
   * Stops; nothing is served or published any more. Waits a few seconds for the step under way. The
   * thread is not interrupted: embedded Derby takes that badly.
   */
  @Override
  public void close() {
    stop();
    if (thread == Thread.currentThread()) {
      return;
    }
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
