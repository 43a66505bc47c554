package io.hmscache.store;

import javax.annotation.Nullable;

/**
 * A remembered listing: which partitions the database answered, in which order. The partitions
 * themselves are in their own entries, so that an event on one of them leaves the others, or, for
 * answers in a shape of their own, in the listing. Immutable.
 */
final class PartitionListing {

  /** The partitions' keys, in the form that the listing answers with; null if it holds them. */
  @Nullable final SlotKey[] keys;

  /** The partitions in a shape that no other answer has; null if they have their own entries. */
  @Nullable final StoredPartition[] held;

  final boolean unknown;

  /** Stamp of the table when the listing was read: while it lasts the entries may be valid. */
  final long tableStamp;

  PartitionListing(
      @Nullable SlotKey[] keys,
      @Nullable StoredPartition[] held,
      boolean unknown,
      long tableStamp) {
    this.keys = keys;
    this.held = held;
    this.unknown = unknown;
    this.tableStamp = tableStamp;
  }

  /** Bytes, estimated; keys are shared with the partitions' entries, most of the time. */
  long weight() {
    long bytes = 48;
    if (keys != null) {
      bytes += 16 + 4L * keys.length;
    }
    if (held != null) {
      for (StoredPartition partition : held) {
        bytes += 4 + partition.weight();
      }
    }
    return bytes;
  }
}
