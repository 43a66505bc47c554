package io.hmscache.store;

import io.hmscache.notification.HeadSource;
import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.ReaderList;
import io.hmscache.writeid.ReaderLists;
import io.hmscache.writeid.SyncPoints;
import io.hmscache.writeid.TableKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the many RawStore instances of one metastore share: the entries, the tailer's position, the
 * head reader, the sync points. Thread-safe.
 */
public final class SharedCache {

  private static final Logger LOG = LoggerFactory.getLogger(SharedCache.class);

  /** Parsed lists that are kept; one that is missing is parsed again. */
  private static final int READER_LISTS = 10_000;

  private final CacheSettings settings;
  private final MetadataCache cache;
  private final LogPosition position;
  private final HeadSource heads;
  private final SyncPoints syncPoints;
  private final ReaderLists readerLists = new ReaderLists(READER_LISTS);
  private final LongSupplier nanoTime;
  private final CacheMetrics metrics;
  private final Levels levels;
  private final Flights flights = new Flights();
  private final StringPool strings = new StringPool();
  private final ReadPath readPath;
  private volatile boolean paused;
  private volatile Runnable storeWatcher = () -> {};
  private volatile HitWatcher hitWatcher = (query, table) -> {};
  private volatile boolean schemaVerified;
  private final AutoCloseable resources;

  /**
   * Puts a cache together.
   *
   * @param resources what {@link #close} closes: the tailer and the connections
   */
  SharedCache(
      CacheSettings settings,
      MetadataCache cache,
      CacheMetrics metrics,
      LogPosition position,
      HeadSource heads,
      LongSupplier nanoTime,
      AutoCloseable resources) {
    this.resources = resources;
    this.settings = settings;
    this.cache = cache;
    this.metrics = metrics;
    this.position = position;
    this.heads = heads;
    this.nanoTime = nanoTime;
    this.syncPoints = new SyncPoints(settings.syncPoints);
    this.levels = new Levels(settings);
    this.readPath = new ReadPath(this);
    cache.onFlush(syncPoints::clear);
  }

  /**
   * Sets who wants to know of new stores and of hits.
   *
   * @param newStores called whenever a store of this process is configured
   * @param hits called with the query of every hit, after the last use of it
   */
  void watch(Runnable newStores, HitWatcher hits) {
    storeWatcher = newStores;
    hitWatcher = hits;
  }

  /** A store of this process was configured. */
  void storeConfigured() {
    storeWatcher.run();
  }

  /** Wants to know of hits. */
  interface HitWatcher {
    /**
     * A query was answered from memory, and its thread will not use it any more.
     *
     * @param table the query of the table that the other one is about; null if of none or several
     */
    void served(Query<?, ?, ?> query, @Nullable TableQuery table);
  }

  /** A query was answered from memory; see {@link HitWatcher#served}. */
  void served(Query<?, ?, ?> query, @Nullable TableQuery table) {
    hitWatcher.served(query, table);
  }

  CacheSettings settings() {
    return settings;
  }

  MetadataCache cache() {
    return cache;
  }

  CacheMetrics metrics() {
    return metrics;
  }

  Rules rules() {
    return cache.rules();
  }

  Levels levels() {
    return levels;
  }

  Flights flights() {
    return flights;
  }

  StringPool strings() {
    return strings;
  }

  ReadPath readPath() {
    return readPath;
  }

  LogPosition position() {
    return position;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  ReaderList readerList(@Nullable String text, TableKey table) {
    return readerLists.of(text, table);
  }

  /** The cache of this process for a configuration; null if there is none. */
  @Nullable
  public static SharedCache find(Configuration conf) {
    return CacheRegistry.find(conf);
  }

  /** The head of the log. */
  public HeadSource headSource() {
    return heads;
  }

  HeadSource heads() {
    return heads;
  }

  /** The positions that readers with a list must be shown. */
  public SyncPoints syncPoints() {
    return syncPoints;
  }

  /**
   * The position that a reader with a list must be shown; {@link Gate#UNKNOWN} if none is known.
   */
  long syncPoint(TableKey table, String list) {
    return rules().holds(Rule.SYNC_POINT) ? syncPoints.get(table, list) : 0;
  }

  /** Counters by name, as fb303's {@code getCounters} hands them to any Thrift client. */
  public Map<String, Long> counters() {
    Map<String, Long> counters = new HashMap<>();
    counters.put("cachedstore.hits", metrics.hits.sum());
    counters.put("cachedstore.misses", metrics.misses.sum());
    counters.put("cachedstore.bypasses", metrics.bypasses.sum());
    counters.put("cachedstore.catchups", metrics.catchUps.sum());
    return counters;
  }

  /** Whether a store of this process has found the schema right. */
  boolean schemaVerified() {
    return schemaVerified;
  }

  void schemaVerified(boolean value) {
    schemaVerified = value;
  }

  /** Stops the tailer and forgets everything; stores that still use it read the database. */
  void close() {
    paused = true;
    cache.everythingChanged();
    try {
      resources.close();
    } catch (Exception e) {
      LOG.warn("cannot close the notification log's reader: {}", e.toString());
    }
  }

  /** Whether everything is answered by the database because an operator wants it so. */
  boolean paused() {
    return paused;
  }

  /** Answers everything from the database, or no longer. */
  void pause(boolean value) {
    if (!value) {
      cache.everythingChanged();
    }
    paused = value;
  }
}
