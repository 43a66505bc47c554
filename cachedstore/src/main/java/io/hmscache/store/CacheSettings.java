package io.hmscache.store;

import io.hmscache.writeid.Level;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** The plugin's settings, parsed and checked. Immutable. */
final class CacheSettings {

  final Level transactional;
  final Level external;
  final Level pointer;
  final Level database;
  final Level unversioned;
  final TablePatterns<Level> overrides;
  final TablePatterns<Boolean> tables;
  final TablePatterns<Boolean> warmup;
  final long maxStalenessNanos;
  final long catchupWaitNanos;
  final long pollIntervalMillis;
  final long headTimeoutMillis;
  final boolean fleetComplete;
  final long maxMemory;
  final long ttlNanos;
  final int syncPoints;
  final long holeGraceMillis;
  final int batchEvents;
  final int batchBytes;
  final int backlogLimit;
  final int warmupThreads;
  final int warmupRate;
  final double verifySample;
  final String cacheName;

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException with the key's name and what it takes
   */
  CacheSettings(Configuration conf) {
    transactional = level(conf, Setting.LEVEL_TRANSACTIONAL);
    external = level(conf, Setting.LEVEL_EXTERNAL);
    pointer = level(conf, Setting.LEVEL_POINTER);
    database = level(conf, Setting.LEVEL_DATABASE);
    unversioned = level(conf, Setting.UNVERSIONED_READS);
    if (unversioned == Level.SNAPSHOT) {
      throw wrong(
          Setting.UNVERSIONED_READS, "snapshot", "strict, database or eventual (there is no list)");
    }
    overrides =
        TablePatterns.parse(
            Setting.LEVEL_OVERRIDES.text(conf),
            text -> parseLevel(Setting.LEVEL_OVERRIDES, text),
            reason -> wrong(Setting.LEVEL_OVERRIDES, reason, "pattern=level, comma separated"));
    tables = patterns(conf, Setting.TABLES);
    warmup = patterns(conf, Setting.WARMUP);
    maxStalenessNanos = millisToNanos(conf, Setting.MAX_STALENESS, 1);
    catchupWaitNanos = millisToNanos(conf, Setting.CATCHUP_WAIT, 0);
    pollIntervalMillis = number(conf, Setting.POLL_INTERVAL, 1, 3_600_000);
    headTimeoutMillis = number(conf, Setting.HEAD_TIMEOUT, 1, 3_600_000);
    fleetComplete = bool(conf, Setting.FLEET_COMPLETE);
    maxMemory = memory(conf, Setting.MAX_MEMORY);
    ttlNanos = millisToNanos(conf, Setting.TTL, 1);
    syncPoints = (int) number(conf, Setting.SYNC_POINTS, 1, Integer.MAX_VALUE);
    holeGraceMillis = number(conf, Setting.HOLE_GRACE, 1, 3_600_000);
    batchEvents = (int) number(conf, Setting.BATCH_EVENTS, 1, 1_000_000);
    batchBytes = (int) number(conf, Setting.BATCH_BYTES, 1024, Integer.MAX_VALUE);
    backlogLimit = (int) number(conf, Setting.BACKLOG_LIMIT, 1, Integer.MAX_VALUE);
    warmupThreads = (int) number(conf, Setting.WARMUP_THREADS, 1, 64);
    warmupRate = (int) number(conf, Setting.WARMUP_RATE, 1, 1_000_000);
    verifySample = percent(conf, Setting.VERIFY_SAMPLE);
    cacheName = Setting.CACHE_NAME.text(conf);
    if (pollIntervalMillis * 1_000_000 > maxStalenessNanos) {
      throw wrong(
          Setting.MAX_STALENESS,
          Setting.MAX_STALENESS.text(conf),
          "at least " + Setting.POLL_INTERVAL.key() + " (" + pollIntervalMillis + ")");
    }
  }

  private static TablePatterns<Boolean> patterns(Configuration conf, Setting setting) {
    return TablePatterns.parseNames(
        setting.text(conf), reason -> wrong(setting, reason, "patterns, comma separated"));
  }

  private static Level level(Configuration conf, Setting setting) {
    return parseLevel(setting, setting.text(conf));
  }

  static Level parseLevel(Setting setting, String text) {
    for (Level level : Level.values()) {
      if (level.name().equalsIgnoreCase(text)) {
        return level;
      }
    }
    throw wrong(setting, text, "database, strict, snapshot or eventual");
  }

  private static long millisToNanos(Configuration conf, Setting setting, long least) {
    return TimeUnit.MILLISECONDS.toNanos(number(conf, setting, least, 365L * 86_400_000));
  }

  private static long number(Configuration conf, Setting setting, long least, long most) {
    String text = setting.text(conf);
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(setting, text, "a whole number from " + least + " to " + most);
    }
    throw wrong(setting, text, "a whole number from " + least + " to " + most);
  }

  private static boolean bool(Configuration conf, Setting setting) {
    String text = setting.text(conf).toLowerCase(Locale.ROOT);
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw wrong(setting, text, "true or false");
  }

  private static double percent(Configuration conf, Setting setting) {
    String text = setting.text(conf);
    String digits = text.endsWith("%") ? text.substring(0, text.length() - 1).trim() : text;
    try {
      double value = Double.parseDouble(digits);
      if (value >= 0 && value <= 100) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(setting, text, "a number from 0 to 100");
    }
    throw wrong(setting, text, "a number from 0 to 100");
  }

  private static long memory(Configuration conf, Setting setting) {
    String text = setting.text(conf).toLowerCase(Locale.ROOT);
    String takes = "bytes (with k, m or g) or 1% to 90% of the heap";
    try {
      if (text.endsWith("%")) {
        double share = Double.parseDouble(text.substring(0, text.length() - 1).trim());
        if (share >= 1 && share <= 90) {
          return (long) (Runtime.getRuntime().maxMemory() * (share / 100));
        }
      } else {
        int unit = "kmg".indexOf(text.charAt(text.length() - 1));
        String digits = unit < 0 ? text : text.substring(0, text.length() - 1).trim();
        long value = Math.multiplyExact(Long.parseLong(digits), 1L << (10 * (unit + 1)));
        if (value >= 0) {
          return value;
        }
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong(setting, text, takes);
    }
    throw wrong(setting, text, takes);
  }

  private static IllegalArgumentException wrong(Setting setting, String value, String takes) {
    return new IllegalArgumentException(
        setting.key() + " cannot be '" + value + "': it takes " + takes);
  }
}
