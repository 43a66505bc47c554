package io.hmscache.notification;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/**
 * Reads the log over the tailer's connection, always by ranges of EVENT_ID, for which Hive's schema
 * has a unique index on every database. Confined to one thread. Does not own the connection.
 *
 * <p>Both bounds of a read are ids, so its cost does not depend on the size of the log, and on a
 * database that locks rows for reading (Derby, SQL Server) it never waits for a writer: rows up to
 * the head are committed.
 *
 * <p>Memory: rows stream, so what is held is the batch, bounded by bytes, and the driver's fetch
 * buffer of {@value #FETCH_ROWS} rows. The width of the range adapts to the size of the messages,
 * because some drivers drain what is left of a stream when it is closed.
 */
final class JdbcLogReader implements LogReader {

  private static final int FETCH_ROWS = 50;
  private static final int FIRST_WIDTH = 100;

  /** Estimated size of a row without its message, in memory. */
  private static final int ROW_BYTES = 512;

  private static final String READ =
      "SELECT [EVENT_ID], [EVENT_TIME], [EVENT_TYPE], [CAT_NAME], [DB_NAME], [TBL_NAME],"
          + " [MESSAGE_FORMAT], [MESSAGE] FROM [NOTIFICATION_LOG]"
          + " WHERE [EVENT_ID] > ? AND [EVENT_ID] <= ? ORDER BY [EVENT_ID]";
  private static final String MARK =
      "SELECT [EVENT_TIME], [EVENT_TYPE], [DB_NAME], [TBL_NAME] FROM [NOTIFICATION_LOG]"
          + " WHERE [EVENT_ID] = ?";
  private static final String OLDEST = "SELECT MIN([EVENT_ID]) FROM [NOTIFICATION_LOG]";
  private static final String IDS =
      "SELECT [EVENT_ID] FROM [NOTIFICATION_LOG]"
          + " WHERE [EVENT_ID] > ? AND [EVENT_ID] <= ? ORDER BY [EVENT_ID]";
  private static final String FIRST_BETWEEN =
      "SELECT MIN([EVENT_ID]) FROM [NOTIFICATION_LOG] WHERE [EVENT_ID] >= ? AND [EVENT_ID] <= ?";

  /** All statements on the log, for a look at their plans. */
  static final List<String> STATEMENTS =
      Collections.unmodifiableList(Arrays.asList(READ, MARK, OLDEST, IDS, FIRST_BETWEEN));

  private final LogConnection connection;
  private final int maxEvents;
  private final long maxBytes;
  private long width;

  JdbcLogReader(LogConnection connection, int maxEvents, long maxBytes) {
    this.connection = connection;
    this.maxEvents = maxEvents;
    this.maxBytes = maxBytes;
    this.width = Math.min(FIRST_WIDTH, maxEvents);
  }

  @Override
  public LogBatch read(long after, long head) throws SQLException {
    long upTo = Math.min(head, after + width);
    LogBatch batch =
        connection.run(on -> streaming(on, READ, rows -> batch(rows, upTo), after, upTo));
    if (batch.upTo() < upTo) {
      width = Math.max(1, batch.events().size());
    } else if (upTo == after + width) {
      width = Math.min(maxEvents, 2 * width);
    }
    return batch;
  }

  private LogBatch batch(ResultSet rows, long upTo) throws SQLException {
    List<NotificationEvent> events = new ArrayList<>();
    long bytes = 0;
    while (rows.next()) {
      NotificationEvent event = event(rows);
      events.add(event);
      bytes += ROW_BYTES + 2L * (event.isSetMessage() ? event.getMessage().length() : 0);
      if (bytes >= maxBytes || events.size() >= maxEvents) {
        // Where a writer could double an id, cutting here could hide the second row: the next
        // read starts above it. Hive's unique index forbids doubled ids.
        return new LogBatch(events, rows.next() ? event.getEventId() : upTo);
      }
    }
    return new LogBatch(events, upTo);
  }

  private static NotificationEvent event(ResultSet row) throws SQLException {
    NotificationEvent event = new NotificationEvent();
    event.setEventId(row.getLong(1));
    event.setEventTime(row.getInt(2));
    event.setEventType(row.getString(3));
    event.setCatName(row.getString(4));
    event.setDbName(row.getString(5));
    event.setTableName(row.getString(6));
    event.setMessageFormat(row.getString(7));
    event.setMessage(row.getString(8));
    return event;
  }

  @Override
  @Nullable
  public String mark(long id) throws SQLException {
    Optional<String> mark =
        connection.run(on -> query(on, MARK, rows -> Optional.ofNullable(mark(rows)), id));
    return mark.orElse(null);
  }

  private static @Nullable String mark(ResultSet rows) throws SQLException {
    if (!rows.next()) {
      return null;
    }
    NotificationEvent event = new NotificationEvent();
    event.setEventTime(rows.getInt(1));
    event.setEventType(rows.getString(2));
    event.setDbName(rows.getString(3));
    event.setTableName(rows.getString(4));
    return LogReader.markOf(event);
  }

  @Override
  public long oldest() throws SQLException {
    return connection.run(on -> query(on, OLDEST, JdbcLogReader::idOrNone));
  }

  @Override
  public boolean anyBetween(long first, long last) throws SQLException {
    return connection.run(on -> query(on, FIRST_BETWEEN, JdbcLogReader::idOrNone, first, last))
        >= 0;
  }

  private static long idOrNone(ResultSet rows) throws SQLException {
    if (!rows.next()) {
      return -1;
    }
    long id = rows.getLong(1);
    return rows.wasNull() ? -1 : id;
  }

  @Override
  public List<long[]> missing(long after, long upTo, int limit) throws SQLException {
    return connection.run(
        on -> streaming(on, IDS, rows -> missing(rows, after, upTo, limit), after, upTo));
  }

  private static List<long[]> missing(ResultSet rows, long after, long upTo, int limit)
      throws SQLException {
    Deque<long[]> missing = new ArrayDeque<>();
    long expected = after + 1;
    while (rows.next()) {
      long id = rows.getLong(1);
      if (id > expected) {
        add(missing, expected, id - 1, limit);
      }
      expected = id + 1;
    }
    if (expected <= upTo) {
      add(missing, expected, upTo, limit);
    }
    return new ArrayList<>(missing);
  }

  private static void add(Deque<long[]> ranges, long first, long last, int limit) {
    if (ranges.size() == limit) {
      ranges.removeFirst();
    }
    ranges.addLast(new long[] {first, last});
  }

  private interface Rows<T> {
    T read(ResultSet rows) throws SQLException;
  }

  private static <T> T query(LogConnection on, String template, Rows<T> result, long... ids)
      throws SQLException {
    PreparedStatement statement = on.statement(template);
    for (int i = 0; i < ids.length; i++) {
      statement.setLong(i + 1, ids[i]);
    }
    try (ResultSet rows = statement.executeQuery()) {
      return result.read(rows);
    }
  }

  /** As {@link #query}, but in a way in which the driver does not fetch all rows at once. */
  private static <T> T streaming(LogConnection on, String template, Rows<T> result, long... ids)
      throws SQLException {
    PreparedStatement statement = on.statement(template);
    if (on.product() == LogDatabase.Product.MYSQL) {
      // The one value that makes Connector/J stream; every other fetches everything.
      statement.setFetchSize(Integer.MIN_VALUE);
      return query(on, template, result, ids);
    }
    statement.setFetchSize(FETCH_ROWS);
    if (on.product() != LogDatabase.Product.POSTGRES) {
      return query(on, template, result, ids);
    }
    // PostgreSQL's driver heeds the fetch size in a transaction only.
    Connection jdbc = on.connection();
    jdbc.setAutoCommit(false);
    T value = query(on, template, result, ids);
    jdbc.commit();
    jdbc.setAutoCommit(true);
    return value;
  }
}
