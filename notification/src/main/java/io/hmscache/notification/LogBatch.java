package io.hmscache.notification;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/**
 * Events read in one go, in order of their ids, with the range they are complete for. Immutable.
 */
public final class LogBatch {

  private final List<NotificationEvent> events;
  private final long upTo;

  /**
   * A batch.
   *
   * @param events in order of ids
   * @param upTo every row that was visible above the start of the read and up to this id is here
   */
  public LogBatch(List<NotificationEvent> events, long upTo) {
    this.events = Collections.unmodifiableList(new ArrayList<>(events));
    this.upTo = upTo;
  }

  /** The events in order of their ids. */
  public List<NotificationEvent> events() {
    return events;
  }

  /** The id up to which nothing visible was left out. */
  public long upTo() {
    return upTo;
  }
}
