package io.hmscache.store;

import org.apache.hadoop.conf.Configuration;

/**
 * Every setting of the plugin: key, type, range, default, meaning. A system property of the same
 * name wins over the site file, as for Hive's own settings. Values are checked at start.
 */
public enum Setting {
  LEVEL_TRANSACTIONAL(
      "cachedstore.level.transactional",
      Type.LEVEL,
      "snapshot",
      "Level of reads of transactional tables."),
  LEVEL_EXTERNAL(
      "cachedstore.level.external",
      Type.LEVEL,
      "eventual",
      "Level of reads of tables without write ids, views included."),
  LEVEL_POINTER(
      "cachedstore.level.pointer",
      Type.LEVEL,
      "strict",
      "Level of reads of tables whose parameters point at their state (Iceberg)."),
  LEVEL_DATABASE(
      "cachedstore.level.database",
      Type.LEVEL,
      "eventual",
      "Level of reads of database objects and of listings of databases and tables; requests for a"
          + " database object go to the database while the fleet is not complete."),
  LEVEL_OVERRIDES(
      "cachedstore.level.overrides",
      Type.PATTERN_LEVELS,
      "",
      "Levels of single tables: pattern=level, comma separated, first match wins; a pattern is"
          + " [catalog.]database.table with * for any characters."),
  UNVERSIONED_READS(
      "cachedstore.unversioned.reads",
      Type.LEVEL,
      "strict",
      "Level of reads of transactional tables that carry no usable write-id list: strict, database"
          + " or eventual."),
  MAX_STALENESS(
      "cachedstore.max.staleness",
      Type.MILLIS,
      "2000",
      "Eventual reads go to the database when the log has not been confirmed as applied for this"
          + " long (milliseconds)."),
  CATCHUP_WAIT(
      "cachedstore.catchup.wait",
      Type.MILLIS_OR_ZERO,
      "20",
      "How long a read waits for the log before it goes to the database (milliseconds)."),
  POLL_INTERVAL(
      "cachedstore.poll.interval",
      Type.MILLIS,
      "100",
      "How often the log is polled when nobody waits (milliseconds)."),
  HEAD_TIMEOUT(
      "cachedstore.head.timeout",
      Type.MILLIS,
      "5000",
      "How long a read waits for the head of the log before it goes to the database"
          + " (milliseconds)."),
  FLEET_COMPLETE(
      "cachedstore.fleet.complete",
      Type.BOOLEAN,
      "false",
      "Whether every instance on this database runs the plugin, so that no change is silent."),
  TABLES(
      "cachedstore.tables",
      Type.PATTERNS,
      "*",
      "Which tables are stored: patterns, comma separated. Invalidations are heard for all."),
  MAX_MEMORY(
      "cachedstore.max.memory",
      Type.MEMORY,
      "25%",
      "Bound of the cache: bytes (with k, m, g) or per cent of the heap."),
  TTL(
      "cachedstore.ttl",
      Type.MILLIS,
      "3600000",
      "Entries are dropped this long after they were written, whatever happens (milliseconds)."),
  SYNC_POINTS(
      "cachedstore.sync.points",
      Type.COUNT,
      "100000",
      "How many (table, write-id list) pairs keep their position in the log."),
  HOLE_GRACE(
      "cachedstore.log.hole.grace",
      Type.MILLIS,
      "1000",
      "How long a missing event id may be a late commit before everything is reset"
          + " (milliseconds)."),
  BATCH_EVENTS(
      "cachedstore.log.batch.events", Type.COUNT, "1000", "Events read from the log at once."),
  BATCH_BYTES(
      "cachedstore.log.batch.bytes",
      Type.COUNT,
      "16777216",
      "Bytes of messages read from the log at once."),
  BACKLOG_LIMIT(
      "cachedstore.log.backlog.limit",
      Type.COUNT,
      "100000",
      "With more events to apply than this everything is reset instead."),
  WARMUP(
      "cachedstore.warmup",
      Type.PATTERNS_OR_NONE,
      "",
      "Tables to load at start: patterns, comma separated."),
  WARMUP_THREADS(
      "cachedstore.warmup.threads", Type.COUNT, "2", "Threads that load tables at start."),
  WARMUP_RATE(
      "cachedstore.warmup.rate",
      Type.COUNT,
      "200",
      "Upper bound of tables loaded per second at start."),
  VERIFY_SAMPLE(
      "cachedstore.verify.sample",
      Type.PERCENT,
      "0",
      "Per cent of hits that are compared with the database off the request's path."),
  CACHE_NAME(
      "cachedstore.cache.name",
      Type.TEXT,
      "",
      "Tells apart caches of several metastores on one database in one JVM.");

  /** What values a setting takes. */
  enum Type {
    LEVEL,
    PATTERN_LEVELS,
    PATTERNS,
    PATTERNS_OR_NONE,
    MILLIS,
    MILLIS_OR_ZERO,
    BOOLEAN,
    MEMORY,
    COUNT,
    PERCENT,
    TEXT
  }

  private final String key;
  private final Type type;
  private final String defaultText;
  private final String meaning;

  Setting(String key, Type type, String defaultText, String meaning) {
    this.key = key;
    this.type = type;
    this.defaultText = defaultText;
    this.meaning = meaning;
  }

  /** The key, as in the site file. */
  public String key() {
    return key;
  }

  Type type() {
    return type;
  }

  /** The default, as text. */
  public String defaultText() {
    return defaultText;
  }

  /** One sentence. */
  public String meaning() {
    return meaning;
  }

  /** The text that is in force: system property, site file, default. Trimmed. */
  public String text(Configuration conf) {
    String property = System.getProperty(key);
    String value = property != null ? property : conf.get(key);
    return value == null || value.trim().isEmpty() ? defaultText : value.trim();
  }
}
