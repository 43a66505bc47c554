package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import javax.annotation.Nullable;

/** What readers see of the tailer. Thread-safe. */
public interface LogPosition {

  /**
   * The position applied to this instance's cache; -1 before the first rebase has ended.
   *
   * <p>Read it before the write-id state and both before the entry: what was read later is then at
   * least as new. It goes down only when the database was restored from a backup, and {@link
   * #serving} is false while that happens; a reader that finds applied lower after it has fetched
   * the entry than before must not use the entry.
   */
  long applied();

  /**
   * The {@link System#nanoTime} at which a head query started whose answer has since been applied:
   * everything committed before that instant is in the cache's past. {@link Long#MIN_VALUE} if
   * nothing was confirmed yet.
   */
  long confirmedNanos();

  /** Whether entries may be served and published at all (started, not stopped, not paused). */
  boolean serving();

  /** Write-id state of a table; null if nothing is known. */
  @Nullable
  TableWriteIds writeIds(TableKey table);

  /**
   * Wakes the tailer and waits until a position is applied.
   *
   * @return whether applied reached the position in time
   */
  boolean await(long position, long timeoutNanos) throws InterruptedException;
}
