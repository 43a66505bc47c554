package io.hmscache.notification;

/**
 * Reads the head of the log: the id of the last committed event. Thread-safe. Never call it from a
 * thread whose own database transaction may hold the row of NOTIFICATION_SEQUENCE.
 */
public interface HeadSource {

  /**
   * The head, read by a query that started after this call (readers that arrive while a query runs
   * share the next one).
   *
   * @throws HeadUnavailableException if the database did not answer in time
   */
  long head() throws HeadUnavailableException;
}
