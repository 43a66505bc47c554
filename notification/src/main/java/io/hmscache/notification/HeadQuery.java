package io.hmscache.notification;

import java.io.Closeable;
import java.sql.SQLException;

/** The single-row query that gives the head. Used by one thread, but for {@link #close}. */
interface HeadQuery extends Closeable {

  /** Id of the last committed event; 0 if there never was one. */
  long head() throws SQLException;

  /** How many connections were opened so far; from any thread. */
  long connections();

  /** Closes; from any thread, also while a query runs. */
  @Override
  void close();
}
