package io.hmscache.writeid;

/** (table, list text) to the position a reader with that list must be shown. Thread-safe. */
public final class SyncPoints {

  /** Creates a bounded map. */
  public SyncPoints(int maxEntries) {
    if (maxEntries <= 0) {
      throw new IllegalArgumentException("maxEntries must be positive: " + maxEntries);
    }
  }

  /** Records a position; records only grow. */
  public void record(TableKey table, String listText, long position) {
    throw new UnsupportedOperationException();
  }

  /** The recorded position or {@link Gate#UNKNOWN}. */
  public long get(TableKey table, String listText) {
    throw new UnsupportedOperationException();
  }
}
