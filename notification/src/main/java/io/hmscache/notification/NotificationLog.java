package io.hmscache.notification;

import io.hmscache.writeid.WriteIdStates;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * The log of one database as one process follows it: the head reader and the tailer, with the
 * connections that are theirs. Thread-safe.
 */
public final class NotificationLog implements Closeable {

  private final HeadReader heads;
  private final JdbcLogReader reader;
  private final JdbcWriteIdSeeds seeds;
  private final Tailer tailer;

  private NotificationLog(
      HeadReader heads, JdbcLogReader reader, JdbcWriteIdSeeds seeds, Tailer tailer) {
    this.heads = heads;
    this.reader = reader;
    this.seeds = seeds;
    this.tailer = tailer;
  }

  /**
   * Starts to follow the log. Connects in the background: a database that is down delays the first
   * position and nothing else.
   *
   * @param database where the log is
   * @param settings the tailer's settings
   * @param headTimeoutMillis how long a reader of the head waits at most
   * @param sink what is told of changes
   * @param states the write-id states to move; nobody else may
   * @param hooks places for tests to hold the tailer
   * @param nanoClock {@link System#nanoTime}, or a test's clock
   */
  public static NotificationLog follow(
      LogDatabase database,
      TailerSettings settings,
      long headTimeoutMillis,
      ChangeSink sink,
      WriteIdStates states,
      TailerHooks hooks,
      LongSupplier nanoClock) {
    HeadReader heads = new HeadReader(database, headTimeoutMillis);
    JdbcLogReader reader =
        new JdbcLogReader(database, settings.batchEvents(), settings.batchBytes());
    JdbcWriteIdSeeds seeds = new JdbcWriteIdSeeds(database);
    Tailer tailer = new Tailer(reader, heads, seeds, sink, states, settings, hooks, nanoClock);
    tailer.start();
    return new NotificationLog(heads, reader, seeds, tailer);
  }

  /** The head of the log. */
  public HeadReader heads() {
    return heads;
  }

  /** The position applied. */
  public Tailer tailer() {
    return tailer;
  }

  @Override
  public void close() throws IOException {
    tailer.close();
    heads.close();
    reader.close();
    seeds.close();
  }
}
