package io.hmscache.writeid;

/** What the {@link Gate} decided, and why: the closed set that metrics, logs and the demo show. */
public enum Decision {
  /** The entry satisfies the position that the read demands. */
  HIT(Verdict.SERVE, "hit"),
  /**
   * As {@link #HIT}, by the head read after the request arrived, because the log cannot vouch for
   * an id of the list (forgotten after drop, create or rename, or never shown).
   */
  HIT_AT_HEAD(Verdict.SERVE, "hit at head: write ids not shown by the log"),
  /** A position is demanded that only the head can give: read it and ask again. */
  HEAD_NEEDED(Verdict.READ_HEAD, "head needed"),
  /** Applied has not reached the demanded position. */
  BEHIND(Verdict.WAIT, "behind the demanded position"),
  /** Somebody committed while the entry was loaded and applied has not passed that yet. */
  UNSETTLED(Verdict.WAIT, "entry not settled"),
  /** An id that the list calls committed is open in the log: the reader's own. */
  OWN_WRITE_OPEN(Verdict.DATABASE, "own write id is open"),
  /** The request names another incarnation of the table than the entry. */
  OTHER_TABLE_ID(Verdict.DATABASE, "other table id"),
  /** The tailer has not confirmed the head within the staleness bound. */
  BOUND_EXCEEDED(Verdict.DATABASE, "staleness bound exceeded"),
  /** The level of the read is {@link Level#DATABASE}. */
  LEVEL_DATABASE(Verdict.DATABASE, "level database"),
  /** The head could not be read: what the caller of the gate says, which cannot know it. */
  HEAD_UNKNOWN(Verdict.DATABASE, "head could not be read");

  /** What the caller does next. */
  public enum Verdict {
    /** Answer from memory. */
    SERVE,
    /** Read the head of the log, then decide again. */
    READ_HEAD,
    /** Wait for {@link Gate#waitFor}, then decide once more. */
    WAIT,
    /** Answer from the database. */
    DATABASE
  }

  private final Verdict verdict;
  private final String text;

  Decision(Verdict verdict, String text) {
    this.verdict = verdict;
    this.text = text;
  }

  /** What the caller does next. */
  public Verdict verdict() {
    return verdict;
  }

  /** The reason as people read it. */
  public String text() {
    return text;
  }
}
