package io.hmscache.notification;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/** A log in memory with everything that can go wrong with a real one. Not thread-safe. */
final class FakeLog implements LogReader, WatchedHeadSource {

  final TreeMap<Long, NotificationEvent> rows = new TreeMap<>();
  long head;
  int batchEvents = 1_000;
  boolean down;
  int headQueries;
  long latest = -1;
  long fallbacks;
  long interruptions;
  int reads;
  @Nullable Runnable beforeHead;
  @Nullable List<NotificationEvent> nextBatch;

  /** Appends events as a writer does that takes the lock: ids without gaps, head with them. */
  void append(NotificationEvent... events) {
    for (NotificationEvent event : events) {
      event.setEventId(++head);
      rows.put(head, event);
    }
  }

  /** Takes an id without a row, as a transaction that has not committed. */
  long hole() {
    return ++head;
  }

  /** The row of a late commit. */
  void fill(long id, NotificationEvent event) {
    event.setEventId(id);
    rows.put(id, event);
  }

  private void query() throws SQLException {
    if (down) {
      throw new SQLException("down");
    }
  }

  @Override
  public long head() throws HeadUnavailableException {
    if (beforeHead != null) {
      beforeHead.run();
    }
    headQueries++;
    if (down) {
      interruptions++;
      throw new HeadUnavailableException("down", null);
    }
    if (head < latest) {
      fallbacks++;
    }
    latest = head;
    return head;
  }

  @Override
  public long latest() {
    return latest;
  }

  @Override
  public long fallbacks() {
    return fallbacks;
  }

  @Override
  public long interruptions() {
    return interruptions;
  }

  @Override
  public LogBatch read(long after, long upTo) throws SQLException {
    query();
    reads++;
    if (nextBatch != null) {
      List<NotificationEvent> batch = nextBatch;
      nextBatch = null;
      return new LogBatch(batch, upTo);
    }
    List<NotificationEvent> events = new ArrayList<>();
    for (Map.Entry<Long, NotificationEvent> row :
        rows.subMap(after, false, upTo, true).entrySet()) {
      if (events.size() == batchEvents) {
        return new LogBatch(events, events.get(events.size() - 1).getEventId());
      }
      events.add(row.getValue());
    }
    return new LogBatch(events, upTo);
  }

  @Override
  public @Nullable String mark(long id) throws SQLException {
    query();
    NotificationEvent row = rows.get(id);
    return row == null ? null : LogReader.markOf(row);
  }

  @Override
  public long oldest() throws SQLException {
    query();
    return rows.isEmpty() ? -1 : rows.firstKey();
  }

  @Override
  public List<long[]> missing(long after, long upTo, int limit) throws SQLException {
    query();
    List<long[]> missing = new ArrayList<>();
    for (long id = after + 1; id <= upTo; id++) {
      if (!rows.containsKey(id)) {
        missing.add(new long[] {id, id});
      }
    }
    return missing.subList(Math.max(0, missing.size() - limit), missing.size());
  }

  @Override
  public boolean anyBetween(long first, long last) throws SQLException {
    query();
    return !rows.subMap(first, true, last, true).isEmpty();
  }
}
