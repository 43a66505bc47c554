package io.hmscache.writeid;

/** What a read is promised, from the strongest to the weakest. */
public enum Level {
  /** Answered by the database, always. */
  DATABASE,
  /** Linearizable: sees everything committed before the request arrived. */
  STRICT,
  /**
   * Sees everything committed before the reader's write-id list was computed. A read that carries
   * no usable list, or of a table that is not transactional, is treated as {@link #STRICT}.
   */
  SNAPSHOT,
  /** Not older than the staleness bound, and never older than an earlier answer here. */
  EVENTUAL
}
