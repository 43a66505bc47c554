package io.hmscache.store;

import io.hmscache.notification.HeadSource;
import io.hmscache.notification.HeadUnavailableException;
import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import java.util.HashMap;
import java.util.Map;

/** A log whose head and applied position a test moves by hand. */
final class ScriptedLog implements LogPosition, HeadSource {

  long head;
  long applied;
  long now;
  boolean confirmed = true;
  boolean headFails;
  int headQueries;
  int waits;
  final Map<TableKey, TableWriteIds> states = new HashMap<>();

  /** What the next wait for the log does. */
  Runnable onWait = () -> {};

  /** What happens right after the head was read. */
  Runnable onHead = () -> {};

  @Override
  public long applied() {
    return applied;
  }

  @Override
  public long confirmedNanos() {
    return confirmed ? now : Long.MIN_VALUE;
  }

  @Override
  public boolean serving() {
    return applied >= 0;
  }

  @Override
  public TableWriteIds writeIds(TableKey table) {
    return states.get(table);
  }

  @Override
  public boolean await(long position, long timeoutNanos) {
    waits++;
    onWait.run();
    return applied >= position;
  }

  @Override
  public long head() throws HeadUnavailableException {
    headQueries++;
    if (headFails) {
      throw new HeadUnavailableException("the head is out of order", null);
    }
    long answer = head;
    onHead.run();
    return answer;
  }
}
