package io.hmscache.thrift.fleetcheck;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import javax.annotation.concurrent.GuardedBy;

/**
 * The truth about one table: which versions were written, in which order, and when each was
 * acknowledged. One writer; any thread asks. Thread-safe. Times are {@link System#nanoTime} of this
 * process, which both writes and reads go through, so no clocks are compared.
 */
final class Register {

  static final long NONE = -1;

  @GuardedBy("this")
  private long started = NONE;

  @GuardedBy("this")
  private final List<Long> versions = new ArrayList<>();

  @GuardedBy("this")
  private final List<Long> times = new ArrayList<>();

  @GuardedBy("this")
  private final NavigableSet<Long> absences = new TreeSet<>();

  /** A write is about to be sent; its version. */
  synchronized long begin(boolean drop) {
    started++;
    if (drop) {
      absences.add(started);
    }
    return started;
  }

  /** The write has been answered. */
  synchronized void acknowledge(long version, long nanos) {
    versions.add(version);
    times.add(nanos);
  }

  /** The last version acknowledged; {@link #NONE} before the first. */
  synchronized long acknowledged() {
    return versions.isEmpty() ? NONE : versions.get(versions.size() - 1);
  }

  /** The last version acknowledged at or before a time; {@link #NONE} if there is none. */
  synchronized long acknowledgedBy(long nanos) {
    int index = firstAfter(nanos) - 1;
    return index < 0 ? NONE : versions.get(index);
  }

  @GuardedBy("this")
  private int firstAfter(long nanos) {
    int low = 0;
    int high = times.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times.get(middle) - nanos <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * For how long a version was no longer the newest at a time: since the first newer one was
   * acknowledged.
   *
   * @return nanoseconds, 0 if none newer was
   */
  synchronized long ageAt(long version, long nanos) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (versions.get(i) <= version) {
        return i == versions.size() - 1 ? 0 : Math.max(0, nanos - times.get(i + 1));
      }
    }
    return times.isEmpty() ? 0 : Math.max(0, nanos - times.get(0));
  }

  /**
   * The lowest version, not below a floor and sent by now, that an answer can have shown.
   *
   * @return {@link #NONE} if there is none
   */
  synchronized long resolve(Sight sight, long floor) {
    if (sight.isAbsent()) {
      Long absence = absences.ceiling(floor);
      return absence == null ? NONE : absence;
    }
    long version = sight.version();
    return version >= floor && exists(version) ? version : NONE;
  }

  @GuardedBy("this")
  private boolean exists(long version) {
    return version <= started && !absences.contains(version);
  }
}
