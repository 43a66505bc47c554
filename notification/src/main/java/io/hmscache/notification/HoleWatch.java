package io.hmscache.notification;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Remembers ids below the position that had no row when the position was taken. A writer that does
 * not take the log's lock may commit such a row later, where a reader of "everything above the
 * position" never sees it. Confined to the tailer's thread.
 */
final class HoleWatch {

  /** Of more ranges the newest are watched: a writer that is late is most likely a little late. */
  private static final int MOST_RANGES = 64;

  private final long watchNanos;
  private final long checkNanos;
  private final List<Range> ranges = new ArrayList<>();
  private long lastCheckNanos;

  private static final class Range {
    final long first;
    final long last;
    final long untilNanos;

    Range(long first, long last, long untilNanos) {
      this.first = first;
      this.last = last;
      this.untilNanos = untilNanos;
    }
  }

  HoleWatch(TailerSettings settings) {
    this.watchNanos = settings.lateWatchNanos();
    this.checkNanos = settings.lateCheckNanos();
  }

  /** Begins again with the ids above {@code after} that have no row now. */
  void begin(LogReader reader, long after, long upTo, long nowNanos) throws SQLException {
    ranges.clear();
    lastCheckNanos = nowNanos;
    if (watchNanos == 0) {
      return;
    }
    for (long[] range : reader.missing(Math.max(0, after), upTo, MOST_RANGES)) {
      ranges.add(new Range(range[0], range[1], nowNanos + watchNanos));
    }
  }

  /** Whether a row appeared since; looks at most once per check interval. */
  boolean appeared(LogReader reader, long nowNanos) throws SQLException {
    if (ranges.isEmpty() || nowNanos - lastCheckNanos < checkNanos) {
      return false;
    }
    lastCheckNanos = nowNanos;
    Iterator<Range> each = ranges.iterator();
    while (each.hasNext()) {
      Range range = each.next();
      if (reader.anyBetween(range.first, range.last)) {
        return true;
      }
      if (nowNanos - range.untilNanos >= 0) {
        each.remove();
      }
    }
    return false;
  }
}
