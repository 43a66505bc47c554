package io.hmscache.store;

/**
 * The rules of the protocol that a test can switch off, to see that a checker notices: a checker
 * that never found anything proves nothing. Production has all of them, always.
 */
enum Rule {
  /** The position is read before the entries. */
  APPLIED_FIRST,
  /** An entry is valid only while the generations it captured are unchanged. */
  STAMP,
  /** Nothing below the floor is served. */
  FLOOR,
  /** The floor is raised to the head after the load, not to the one before it. */
  FLOOR_AFTER_LOAD,
  /** An entry that may be torn is not served until the log is applied past its load. */
  SETTLED,
  /** Reads with a list see what the list calls committed, and their sync point. */
  GATE,
  /** Reads with a list see everything up to the position recorded when their list was computed. */
  SYNC_POINT,
  /** Strict reads are current to the head. */
  STRICT,
  /** Eventual reads stop when the log is not confirmed within the bound. */
  BOUND,
  /** What is handed out is a copy. */
  COPY,
  /** Own writes invalidate before the call returns. */
  OWN_WRITES,
  /** What a writing request reads comes from the database. */
  WRITES_READ_DATABASE,
  /** What a transaction touched and nobody logged is logged. */
  SILENT_WRITES
}
