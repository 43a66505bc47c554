package io.hmscache.writeid;

import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.Nullable;

/**
 * (table, list text) to the position a reader with that list must be shown. Thread-safe.
 *
 * <p>The position is the head, read after the list was computed and before the answer leaves, so
 * that everything committed before the list was computed lies at or below it. Records only grow: of
 * equal texts the latest answer counts for all. The catalog is ignored, as TxnHandler knows none.
 * An evicted record is unknown, and its reader takes the head.
 */
public final class SyncPoints {

  /** Characters of list texts kept for each entry allowed, on the average. */
  private static final long CHARACTERS_PER_ENTRY = 512;

  /** The record of one table under a text. The text names its table: the chain has one link. */
  private static final class Point {
    final String database;
    final String table;
    final AtomicLong position = new AtomicLong(Gate.UNKNOWN);
    @Nullable volatile Point next;

    Point(TableKey key) {
      this.database = key.database();
      this.table = key.table();
    }

    @Nullable
    Point find(TableKey key) {
      for (Point point = this; point != null; point = point.next) {
        if (point.table.equals(key.table()) && point.database.equals(key.database())) {
          return point;
        }
      }
      return null;
    }

    synchronized Point findOrAdd(TableKey key) {
      Point found = find(key);
      if (found == null) {
        found = new Point(key);
        found.next = next;
        next = found;
      }
      return found;
    }
  }

  private final TextCache<Point> points;

  /**
   * Creates a bounded map.
   *
   * @param maxEntries lists remembered, at least 1; their texts together are bounded to 512 times
   *     as many characters
   */
  public SyncPoints(int maxEntries) {
    if (maxEntries <= 0) {
      throw new IllegalArgumentException("maxEntries must be positive: " + maxEntries);
    }
    this.points = new TextCache<>(maxEntries, maxEntries * CHARACTERS_PER_ENTRY);
  }

  /** Records a position; records only grow. A negative position is none and records nothing. */
  public void record(TableKey table, String listText, long position) {
    if (position >= 0) {
      points
          .getOrMake(listText, () -> new Point(table))
          .findOrAdd(table)
          .position
          .accumulateAndGet(position, Math::max);
    }
  }

  /** The recorded position or {@link Gate#UNKNOWN}. */
  public long get(TableKey table, String listText) {
    Point first = points.get(listText);
    Point point = first == null ? null : first.find(table);
    return point == null ? Gate.UNKNOWN : point.position.get();
  }

  /** Forgets everything: the log began anew, and its positions mean something else. */
  public void clear() {
    points.clear();
  }

  /** How many lists are remembered. */
  public int size() {
    return points.size();
  }
}
