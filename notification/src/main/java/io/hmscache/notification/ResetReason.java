package io.hmscache.notification;

/** Why a {@link Tailer} flushed everything and took a new position: the closed set for metrics. */
public enum ResetReason {
  /** First position after the start. */
  START("first position"),
  /** An id below the head did not appear within the grace period although later ones did. */
  HOLE("an event is missing"),
  /** The oldest event kept in the log is newer than the next one needed: a cleaner was faster. */
  TRUNCATED("the log was cleaned beyond the position"),
  /** The log ends before the head. */
  TAIL_MISSING("the log ends before its head"),
  /** The log has a head but no rows. */
  EMPTY("the log is empty but has a head"),
  /** The head is below the position: a restored backup. */
  HEAD_WENT_BACK("the head went back"),
  /** The row at the position is another one than was applied: a restored backup. */
  REPLACED("the log was replaced"),
  /** An id appeared twice or out of order. */
  DISORDER("an id is doubled or out of order"),
  /** A row appeared below the position: its writer did not take the log's lock. */
  LATE_EVENT("an event appeared below the position"),
  /** More events are pending than are worth replaying. */
  BACKLOG("too many events are pending"),
  /** An event whose effect cannot be bounded. */
  UNBOUNDED("an event's effect cannot be bounded"),
  /** Decoding or applying an event failed in a way that nobody foresaw. */
  APPLY_FAILED("applying an event failed");

  private final String text;

  ResetReason(String text) {
    this.text = text;
  }

  /** The reason as people read it. */
  public String text() {
    return text;
  }
}
