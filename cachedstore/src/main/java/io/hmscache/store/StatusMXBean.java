package io.hmscache.store;

/**
 * What can be seen and done by JMX, under {@code io.hmscache:type=CachedStore,name=…}. Whatever
 * takes a table takes {@code [catalog.]database.table}. Wrong arguments are refused with an
 * IllegalArgumentException whose message is one sentence.
 */
public interface StatusMXBean {

  /** State, lag, hit rate, top tables and last resets, as JSON. */
  String status();

  /** Whether a table is cached, since which position, its write ids, why it was last bypassed. */
  String explain(String table);

  /**
   * Drops entries, also what is loading at that moment.
   *
   * @param scope {@code all}, {@code catalog C}, {@code database [C.]D}, {@code table [C.]D.T} or
   *     {@code partition [C.]D.T/k=v[/k=v]}
   * @return what was flushed
   */
  String flush(String scope);

  /** Answers everything from the database from now on. */
  void pause();

  /** Answers from memory again, starting empty. */
  void resume();

  /** Whether everything is answered from the database. */
  boolean isPaused();

  /**
   * Sets the level of the tables that match a pattern, until the metastore ends.
   *
   * @param pattern {@code [catalog.]database.table} with {@code *} for any characters
   * @param level database, strict, snapshot or eventual
   */
  void level(String pattern, String level);

  /** Position applied to the cache; -1 before the log has been read. */
  long getAppliedEventId();

  /** Hits that the shadow check has compared with the database. */
  long getVerifiedHits();

  /** Hits that differed from the database at the same position. */
  long getMismatches();

  /** What became of the last read of a table, and why. */
  String lastDecision(String table);

  /** Stops applying the log, for tests and demonstrations; reads stay right. */
  void pauseTailer();

  /** Applies the log again. */
  void resumeTailer();
}
