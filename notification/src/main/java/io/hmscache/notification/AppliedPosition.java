package io.hmscache.notification;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;

/**
 * The position as readers see it, and the place where readers and the tailer wait for each other.
 * Written by the tailer's thread, read by any.
 */
final class AppliedPosition {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Condition wanted = lock.newCondition();

  private volatile long applied = -1;
  private volatile long confirmedNanos = Long.MIN_VALUE;
  private volatile TailerState state = TailerState.STARTING;

  /** Lets the writer skip the lock while nobody waits. */
  private volatile int waiters;

  @GuardedBy("lock")
  private boolean wakeRequested;

  long applied() {
    return applied;
  }

  long confirmedNanos() {
    return confirmedNanos;
  }

  TailerState state() {
    return state;
  }

  /** Moves the position forward; the effect of the event is in the cache already. */
  void advance(long eventId) {
    applied = eventId;
    signal();
  }

  /** Takes a new position at the end of a rebase, possibly a lower one. */
  void rebased(long head, long askedNanos) {
    applied = head;
    confirmedNanos = askedNanos;
    signal();
  }

  void confirm(long askedNanos) {
    confirmedNanos = askedNanos;
  }

  void state(TailerState next) {
    if (state != TailerState.STOPPED) {
      state = next;
    }
  }

  /** The last state; wakes everybody. */
  void stop() {
    lock.lock();
    try {
      state = TailerState.STOPPED;
      moved.signalAll();
      wanted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void signal() {
    // Volatile write of applied, then volatile read of waiters; a waiter does the reverse, so one
    // of both sees the other.
    if (waiters > 0) {
      lock.lock();
      try {
        moved.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Wakes the tailer and waits until a position is applied. */
  boolean await(long position, long timeoutNanos) throws InterruptedException {
    if (applied >= position) {
      return true;
    }
    long left = timeoutNanos;
    lock.lockInterruptibly();
    try {
      waiters = waiters + 1;
      try {
        wake();
        while (applied < position) {
          if (left <= 0 || state == TailerState.STOPPED) {
            return false;
          }
          left = moved.awaitNanos(left);
        }
        return true;
      } finally {
        waiters = waiters - 1;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the tailer's pause before its time. */
  void wake() {
    lock.lock();
    try {
      wakeRequested = true;
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The tailer's pause.
   *
   * @param nanos how long
   * @param early whether a waiting reader ends it; not while the database fails
   */
  void pause(long nanos, boolean early) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (left > 0 && state != TailerState.STOPPED && !(early && wakeRequested)) {
        left = wanted.awaitNanos(left);
      }
      wakeRequested = false;
    } finally {
      lock.unlock();
    }
  }
}
