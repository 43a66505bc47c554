package io.hmscache.writeid;

import javax.annotation.Nullable;

/** Decides whether an entry may answer a read. Pure functions; allocates nothing. */
public final class Gate {

  /** A position or table id that is not known or not given. */
  public static final long UNKNOWN = -1;

  private Gate() {}

  /** Decides; see the class comment. */
  public static Decision decide(
      Level level,
      TableKind kind,
      @Nullable Snapshot snapshot,
      long syncPoint,
      long head,
      long requestTableId,
      long entryTableId,
      long asOf,
      long upTo,
      long applied,
      @Nullable TableWriteIds state,
      boolean withinBound) {
    throw new UnsupportedOperationException();
  }

  /** The position to wait for after a decision with verdict WAIT. */
  public static long waitFor(Level level, long syncPoint, long head, long upTo) {
    throw new UnsupportedOperationException();
  }
}
