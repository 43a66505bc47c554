package io.hmscache.writeid;

/** What the log up to a position has shown of one table's write ids. Immutable. */
public final class TableWriteIds {
  TableWriteIds() {}
}
