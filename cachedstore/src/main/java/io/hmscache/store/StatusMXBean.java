package io.hmscache.store;

/** What can be seen and done by JMX, under {@code io.hmscache:type=CachedStore,name=…}. */
public interface StatusMXBean {

  /** Position applied to the cache; -1 before the log has been read. */
  long getAppliedEventId();

  /** What became of the last read of a table, and why. */
  String lastDecision(String table);

  /** Stops applying the log, for tests and demonstrations; reads stay right. */
  void pauseTailer();

  /** Applies the log again. */
  void resumeTailer();
}
