package io.hmscache.notification;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection with its prepared statements, opened when needed and again after a failure. Confined
 * to one thread, but for {@link #close}.
 */
final class LogConnection {

  private static final Logger LOG = LoggerFactory.getLogger(LogConnection.class);

  /** Work on an open connection. */
  interface Work<T> {
    T on(LogConnection connection) throws SQLException;
  }

  private final LogDatabase database;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private volatile @Nullable Connection connection;
  private volatile boolean closed;

  /** Written by the owner only. */
  private volatile long opened;

  private LogDatabase.Product product = LogDatabase.Product.OTHER;

  LogConnection(LogDatabase database) {
    this.database = database;
  }

  /**
   * Runs read-only work. A connection that was left over from earlier may have died with a restart
   * of the database, which says nothing of the database now: the work then runs once more on a new
   * one.
   */
  <T> T run(Work<T> work) throws SQLException {
    boolean leftOver = connection != null;
    try {
      return attempt(work);
    } catch (SQLTimeoutException e) {
      throw e;
    } catch (SQLException e) {
      if (!leftOver || closed) {
        throw e;
      }
      LOG.debug("connection to the log failed, opening another one", e);
      return attempt(work);
    }
  }

  private <T> T attempt(Work<T> work) throws SQLException {
    boolean done = false;
    try {
      open();
      T result = work.on(this);
      done = true;
      return result;
    } finally {
      if (!done) {
        disconnect();
      }
    }
  }

  private void open() throws SQLException {
    if (closed) {
      throw new SQLException("closed");
    }
    if (connection != null) {
      return;
    }
    Connection fresh = database.open();
    connection = fresh;
    opened = opened + 1;
    product = LogDatabase.Product.of(fresh);
    if (closed) {
      throw new SQLException("closed");
    }
  }

  /** How many connections were opened; from any thread. */
  long opened() {
    return opened;
  }

  /** The open connection; only inside {@link Work}. */
  Connection connection() throws SQLException {
    Connection open = connection;
    if (open == null) {
      throw new SQLException("not connected");
    }
    return open;
  }

  /** The product; only inside {@link Work}. */
  LogDatabase.Product product() {
    return product;
  }

  /** A statement, prepared once for each connection, with identifiers written as [NAME]. */
  PreparedStatement statement(String template) throws SQLException {
    PreparedStatement statement = statements.get(template);
    if (statement == null) {
      statement = connection().prepareStatement(product.sql(template));
      statement.setQueryTimeout(database.querySeconds());
      statements.put(template, statement);
    }
    return statement;
  }

  private void disconnect() {
    statements.clear();
    Connection open = connection;
    connection = null;
    if (open != null) {
      closeQuietly(open);
    }
  }

  /**
   * Closes for good; also from another thread, to end a query that is running there. The owner's
   * next use fails.
   */
  void close() {
    closed = true;
    Connection open = connection;
    if (open != null) {
      // Not close, and not here: drivers make both wait for the query, Derby for a minute.
      Thread thread = new Thread(() -> abort(open), "hmscache-log-abort");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.debug("aborting a connection to the log failed", e);
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("closing a connection to the log failed", e);
    }
  }
}
