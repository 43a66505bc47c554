package io.hmscache.store;

import io.hmscache.notification.LogAccess;
import io.hmscache.writeid.TableKey;

/** What JMX shows. Thread-safe. */
final class Status implements StatusMXBean {

  private final SharedCache shared;
  private final LogAccess log;

  Status(SharedCache shared, LogAccess log) {
    this.shared = shared;
    this.log = log;
  }

  @Override
  public long getAppliedEventId() {
    return log.tailer().applied();
  }

  @Override
  public String lastDecision(String table) {
    TableScope scope = shared.cache().scopes().tableIfPresent(parse(table));
    return scope == null ? "never read" : scope.readLog.last();
  }

  @Override
  public void pauseTailer() {
    log.tailer().pause();
  }

  @Override
  public void resumeTailer() {
    log.tailer().resume();
  }

  /** Parses {@code [catalog.]database.table}. */
  static TableKey parse(String table) {
    String[] parts = table.split("\\.", -1);
    if (parts.length == 2) {
      return TableKey.of(null, parts[0], parts[1]);
    }
    if (parts.length == 3) {
      return TableKey.of(parts[0], parts[1], parts[2]);
    }
    throw new IllegalArgumentException("'" + table + "' is not [catalog.]database.table");
  }
}
