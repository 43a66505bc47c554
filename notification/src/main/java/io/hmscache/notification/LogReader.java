package io.hmscache.notification;

import java.sql.SQLException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/**
 * Reads the rows of the log. Used by one thread. No event is filtered out by any method: a reader
 * that filters cannot see holes.
 */
public interface LogReader {

  /**
   * The next events after a position, bounded by count and by bytes, at least one if there is any.
   *
   * @param after events with greater ids are wanted
   * @param head last committed id; rows above it are not looked at, they may not be committed
   */
  LogBatch read(long after, long head) throws SQLException;

  /**
   * Something that tells the row with this id from another row that gets the same id after a
   * restored backup, as {@link #markOf}; null if there is no such row.
   */
  @Nullable
  String mark(long id) throws SQLException;

  /** The mark of an event that was read. */
  static String markOf(NotificationEvent event) {
    return event.getEventTime()
        + "/"
        + event.getEventType()
        + "/"
        + event.getDbName()
        + "/"
        + event.getTableName();
  }

  /** The smallest id in the log; -1 if it has no rows. */
  long oldest() throws SQLException;

  /**
   * Ranges of ids that have no row, in order; both ends of a range are included.
   *
   * @param after ids above this are looked at
   * @param upTo and up to this
   * @param limit at most so many ranges; of more, the ones with the greatest ids
   */
  List<long[]> missing(long after, long upTo, int limit) throws SQLException;

  /** Whether any row has an id in this range, both ends included. */
  boolean anyBetween(long first, long last) throws SQLException;
}
