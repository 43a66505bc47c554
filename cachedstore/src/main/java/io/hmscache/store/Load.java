package io.hmscache.store;

import io.hmscache.notification.HeadSource;
import io.hmscache.notification.HeadUnavailableException;

/**
 * One read of the database that may be published: what was captured before its first query, and the
 * position after its last. Confined to one thread.
 */
final class Load {

  private final HeadSource heads;
  private final Rules rules;
  private final Floor[] floors;
  private final long asOf;
  private long upTo = -1;

  private Load(HeadSource heads, Rules rules, long asOf, Floor... floors) {
    this.heads = heads;
    this.rules = rules;
    this.asOf = asOf;
    this.floors = floors;
  }

  /**
   * Reads the head before the first query. The caller has captured its stamps before.
   *
   * @param floors the floors of what is read
   */
  static Load begin(HeadSource heads, Rules rules, Floor... floors)
      throws HeadUnavailableException {
    return new Load(heads, rules, heads.head(), floors);
  }

  /**
   * Ends the queries: reads the head again and raises the floors, before anything is published or
   * answered. If the head cannot be read the floors stay pending.
   *
   * @return whether the positions are known, so that the result may be published
   */
  boolean finish() {
    try {
      upTo = Math.max(asOf, heads.head()); // never below, should the log have been restored
      for (Floor floor : floors) {
        floor.raise(rules.holds(Rule.FLOOR_AFTER_LOAD) ? upTo : asOf);
      }
      return true;
    } catch (HeadUnavailableException e) {
      abandon();
      return false;
    }
  }

  /** The queries failed or their position is unknown: nobody knows what was seen. */
  void abandon() {
    if (upTo >= 0) {
      return; // finished: the floors have been raised
    }
    for (Floor floor : floors) {
      floor.pend();
    }
  }

  Entry entry(Object value, long stamp, int weight) {
    if (upTo < 0) {
      throw new IllegalStateException("the load has not been finished");
    }
    return new Entry(value, asOf, upTo, stamp, weight);
  }

  long asOf() {
    return asOf;
  }
}
