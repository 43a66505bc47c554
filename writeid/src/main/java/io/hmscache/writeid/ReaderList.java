package io.hmscache.writeid;

import javax.annotation.Nullable;

/** What a request's write-id list is worth for one table. Immutable. */
public final class ReaderList {

  /** Why a list is or is not a snapshot. */
  public enum Kind {
    SNAPSHOT,
    ABSENT,
    EMPTY,
    MALFORMED,
    OTHER_TABLE,
    EVERYTHING
  }

  private ReaderList() {}

  /** Reads a list for a table; never throws. */
  public static ReaderList of(@Nullable String text, TableKey table) {
    throw new UnsupportedOperationException();
  }

  /** Why this is or is not a snapshot. */
  public Kind kind() {
    throw new UnsupportedOperationException();
  }

  /** The snapshot, or null unless {@link Kind#SNAPSHOT}. */
  @Nullable
  public Snapshot snapshot() {
    throw new UnsupportedOperationException();
  }
}
