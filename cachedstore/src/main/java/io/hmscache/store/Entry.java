package io.hmscache.store;

/**
 * What the database answered: an immutable value that nobody outside may touch, and the positions
 * between which it was read.
 */
final class Entry {

  /** The answer; owned by the cache, copied on the way out. */
  final Object value;

  /** Head of the log read before the first query: the value reflects every event up to it. */
  final long asOf;

  /** Head of the log read after the last query: the value reflects no event beyond it. */
  final long upTo;

  /** Sum of the generations that the value depends on, read before {@link #asOf}. */
  final long stamp;

  /** Bytes, estimated. */
  final int weight;

  Entry(Object value, long asOf, long upTo, long stamp, int weight) {
    this.value = value;
    this.asOf = asOf;
    this.upTo = upTo;
    this.stamp = stamp;
    this.weight = weight;
  }
}
