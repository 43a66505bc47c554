package io.hmscache.notification;

import java.util.concurrent.TimeUnit;

/**
 * Settings of a {@link Tailer}. Immutable; the {@code with} methods return changed copies. Times
 * are in milliseconds.
 */
public final class TailerSettings {

  private static final TailerSettings DEFAULTS = new TailerSettings();

  private long pollMillis = 100;
  private long holeGraceMillis = 2_000;
  private long lateWatchMillis = TimeUnit.MINUTES.toMillis(10);
  private long lateCheckMillis = 1_000;
  private int lateWindow = 10_000;
  private int batchEvents = 1_000;
  private long batchBytes = 8L << 20;
  private long backlogLimit = 20_000;
  private long retryMinMillis = 100;
  private long retryMaxMillis = 5_000;
  private long transactionCheckMillis = 60_000;

  private TailerSettings() {}

  private TailerSettings(TailerSettings from) {
    pollMillis = from.pollMillis;
    holeGraceMillis = from.holeGraceMillis;
    lateWatchMillis = from.lateWatchMillis;
    lateCheckMillis = from.lateCheckMillis;
    lateWindow = from.lateWindow;
    batchEvents = from.batchEvents;
    batchBytes = from.batchBytes;
    backlogLimit = from.backlogLimit;
    retryMinMillis = from.retryMinMillis;
    retryMaxMillis = from.retryMaxMillis;
    transactionCheckMillis = from.transactionCheckMillis;
  }

  /** The defaults. */
  public static TailerSettings defaults() {
    return DEFAULTS;
  }

  /** Interval of the head query while nothing happens; default 100 ms, at least 1. */
  public TailerSettings withPollMillis(long millis) {
    TailerSettings copy = new TailerSettings(this);
    copy.pollMillis = positive("poll interval", millis);
    return copy;
  }

  /**
   * How long a missing id may stay missing before everything is flushed; default 2 s, 0 or more.
   * Longer than a metastore's write transaction usually takes, so that a writer that does not take
   * the log's lock is waited for; while waiting, applied stands still and reads that need more go
   * to the database, so waiting costs speed only. What comes later still is found by {@link
   * #withLateWatchMillis}.
   */
  public TailerSettings withHoleGraceMillis(long millis) {
    TailerSettings copy = new TailerSettings(this);
    copy.holeGraceMillis = notNegative("hole grace", millis);
    return copy;
  }

  /** How long ids that were missing at a rebase are watched for; default 10 min, 0 or more. */
  public TailerSettings withLateWatchMillis(long millis) {
    TailerSettings copy = new TailerSettings(this);
    copy.lateWatchMillis = notNegative("late watch", millis);
    return copy;
  }

  /** Interval of that look-up while ids are watched; default 1 s, 0 or more. */
  public TailerSettings withLateCheckMillis(long millis) {
    TailerSettings copy = new TailerSettings(this);
    copy.lateCheckMillis = notNegative("late check", millis);
    return copy;
  }

  /** How many ids before the head a rebase looks at for missing ones; default 10,000. */
  public TailerSettings withLateWindow(int ids) {
    TailerSettings copy = new TailerSettings(this);
    copy.lateWindow = (int) notNegative("late window", ids);
    return copy;
  }

  /** Most events in a batch; default 1,000, at least 1. */
  public TailerSettings withBatchEvents(int events) {
    TailerSettings copy = new TailerSettings(this);
    copy.batchEvents = (int) positive("batch events", events);
    return copy;
  }

  /** Most bytes of messages in a batch, exceeded by one message at most; default 8 MiB. */
  public TailerSettings withBatchBytes(long bytes) {
    TailerSettings copy = new TailerSettings(this);
    copy.batchBytes = positive("batch bytes", bytes);
    return copy;
  }

  /** Pending events beyond which everything is flushed instead; default 20,000, at least 1. */
  public TailerSettings withBacklogLimit(long events) {
    TailerSettings copy = new TailerSettings(this);
    copy.backlogLimit = positive("backlog limit", events);
    return copy;
  }

  /** First and longest pause between attempts while the database fails; default 100 ms and 5 s. */
  public TailerSettings withRetryMillis(long first, long longest) {
    TailerSettings copy = new TailerSettings(this);
    copy.retryMinMillis = positive("first retry pause", first);
    copy.retryMaxMillis = positive("longest retry pause", longest);
    if (longest < first) {
      throw new IllegalArgumentException("longest retry pause below the first: " + longest);
    }
    return copy;
  }

  /** Interval at which transactions that stay open are looked up; default 60 s, at least 1. */
  public TailerSettings withTransactionCheckMillis(long millis) {
    TailerSettings copy = new TailerSettings(this);
    copy.transactionCheckMillis = positive("transaction check", millis);
    return copy;
  }

  long pollNanos() {
    return TimeUnit.MILLISECONDS.toNanos(pollMillis);
  }

  long holeGraceNanos() {
    return TimeUnit.MILLISECONDS.toNanos(holeGraceMillis);
  }

  long lateWatchNanos() {
    return TimeUnit.MILLISECONDS.toNanos(lateWatchMillis);
  }

  long lateCheckNanos() {
    return TimeUnit.MILLISECONDS.toNanos(lateCheckMillis);
  }

  int lateWindow() {
    return lateWindow;
  }

  /** Most events in a batch. */
  public int batchEvents() {
    return batchEvents;
  }

  /** Most bytes of messages in a batch. */
  public long batchBytes() {
    return batchBytes;
  }

  long backlogLimit() {
    return backlogLimit;
  }

  long retryMinNanos() {
    return TimeUnit.MILLISECONDS.toNanos(retryMinMillis);
  }

  long retryMaxNanos() {
    return TimeUnit.MILLISECONDS.toNanos(retryMaxMillis);
  }

  long transactionCheckNanos() {
    return TimeUnit.MILLISECONDS.toNanos(transactionCheckMillis);
  }

  private static long positive(String what, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(what + " must be positive: " + value);
    }
    return value;
  }

  private static long notNegative(String what, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(what + " must not be negative: " + value);
    }
    return value;
  }
}
