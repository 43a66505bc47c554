package io.hmscache.notification;

/**
 * A head source that remembers enough of its answers to notice a restored backup: entries may have
 * been loaded at any position that was ever answered, not only up to the one that is applied.
 * Thread-safe.
 */
public interface WatchedHeadSource extends HeadSource {

  /** The last head answered to anybody; -1 if none. */
  long latest();

  /** How many answers were lower than the one before. */
  long fallbacks();

  /**
   * How many times answers may have come from another database than the ones before: a query
   * failed, or another connection was opened.
   */
  long interruptions();
}
