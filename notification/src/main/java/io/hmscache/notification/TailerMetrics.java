package io.hmscache.notification;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters of a {@link Tailer}. Written by its thread, read by any. */
public final class TailerMetrics {

  private final LongAdder polls = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder applied = new LongAdder();
  private final LongAdder undecodable = new LongAdder();
  private final LongAdder abandonedTransactions = new LongAdder();
  private final Map<ResetReason, LongAdder> resets = new EnumMap<>(ResetReason.class);
  private volatile long lastApplied = -1;
  private volatile long latestSeen = -1;
  private volatile long behindSinceNanos;
  private volatile boolean behind;

  TailerMetrics() {
    for (ResetReason reason : ResetReason.values()) {
      resets.put(reason, new LongAdder());
    }
  }

  void polled(long head, long nowNanos) {
    polls.increment();
    latestSeen = head;
    updateLag(nowNanos);
  }

  void failed() {
    failures.increment();
  }

  void advanced(long eventId) {
    applied.increment();
    lastApplied = eventId;
  }

  void rebased(long head) {
    lastApplied = head;
  }

  /** Notes since when the position has been behind the head. */
  void updateLag(long nowNanos) {
    boolean now = lastApplied < latestSeen;
    if (now && !behind) {
      behindSinceNanos = nowNanos;
    }
    behind = now;
  }

  void reset(ResetReason reason) {
    counter(reason).increment();
  }

  void undecodable() {
    undecodable.increment();
  }

  void abandonedTransaction() {
    abandonedTransactions.increment();
  }

  private LongAdder counter(ResetReason reason) {
    LongAdder counter = resets.get(reason);
    if (counter == null) {
      throw new IllegalArgumentException("unknown reason: " + reason);
    }
    return counter;
  }

  /** Head queries answered. */
  public long polls() {
    return polls.sum();
  }

  /** Attempts that failed because the database did not answer. */
  public long failures() {
    return failures.sum();
  }

  /** Events applied one by one. */
  public long eventsApplied() {
    return applied.sum();
  }

  /** Events whose message could not be read; their row's columns told what to invalidate. */
  public long undecodableEvents() {
    return undecodable.sum();
  }

  /** Transactions that ended without an event and were found by the look-up. */
  public long abandonedTransactions() {
    return abandonedTransactions.sum();
  }

  /** Rebases for one reason. */
  public long resets(ResetReason reason) {
    return counter(reason).sum();
  }

  /** All rebases but the first position. */
  public long resets() {
    long sum = 0;
    for (Map.Entry<ResetReason, LongAdder> entry : resets.entrySet()) {
      if (entry.getKey() != ResetReason.START) {
        sum += entry.getValue().sum();
      }
    }
    return sum;
  }

  /** The last id applied; -1 before the first position. */
  public long lastApplied() {
    return lastApplied;
  }

  /** The last head read; -1 before the first. */
  public long latestSeen() {
    return latestSeen;
  }

  /** Events between the position and the last head read; not negative. */
  public long lagEvents() {
    return Math.max(0, latestSeen - lastApplied);
  }

  /**
   * How long the position has been behind the head without a break, in milliseconds; 0 if it is
   * not.
   *
   * @param nowNanos now, on the tailer's clock
   */
  public long lagMillis(long nowNanos) {
    return behind ? Math.max(0, (nowNanos - behindSinceNanos) / 1_000_000) : 0;
  }
}
