package io.hmscache.notification;

import io.hmscache.writeid.WriteIdStates;
import java.io.Closeable;
import org.apache.hadoop.conf.Configuration;

/**
 * The log of one database: a head reader and a tailer with a connection each. Thread-safe once
 * built; closing it closes both.
 */
public final class LogAccess implements Closeable {

  private final HeadReader heads;
  private final LogConnection connection;
  private final Tailer tailer;

  private LogAccess(HeadReader heads, LogConnection connection, Tailer tailer) {
    this.heads = heads;
    this.connection = connection;
    this.tailer = tailer;
  }

  /**
   * Prepares to follow the log of the database that a metastore's configuration names. Connects to
   * nothing yet; {@link Tailer#start} does.
   *
   * @param conf the metastore's configuration
   * @param queryTimeoutMillis how long a query or connecting may take; 1 or more
   * @param headTimeoutMillis how long a reader waits for the head; 1 or more
   * @throws IllegalStateException if the driver or the password is missing
   */
  public static LogAccess of(
      Configuration conf,
      int queryTimeoutMillis,
      long headTimeoutMillis,
      ChangeSink sink,
      WriteIdStates states,
      TailerSettings settings,
      TailerHooks hooks) {
    return of(
        LogDatabase.of(conf, queryTimeoutMillis), headTimeoutMillis, sink, states, settings, hooks);
  }

  /** As the other one, for a database. */
  public static LogAccess of(
      LogDatabase database,
      long headTimeoutMillis,
      ChangeSink sink,
      WriteIdStates states,
      TailerSettings settings,
      TailerHooks hooks) {
    HeadReader heads = new HeadReader(database, headTimeoutMillis);
    LogConnection connection = new LogConnection(database);
    Tailer tailer =
        new Tailer(
            new JdbcLogReader(connection, settings.batchEvents(), settings.batchBytes()),
            heads,
            new JdbcWriteIdSeeds(connection),
            sink,
            states,
            settings,
            hooks,
            System::nanoTime);
    return new LogAccess(heads, connection, tailer);
  }

  /** Reads the head. */
  public HeadReader heads() {
    return heads;
  }

  /** Follows the log; not started. */
  public Tailer tailer() {
    return tailer;
  }

  @Override
  public void close() {
    // The tailer may be waiting for the head or for its connection: ending those ends it at once.
    tailer.stop();
    heads.close();
    connection.close();
    tailer.close();
  }
}
