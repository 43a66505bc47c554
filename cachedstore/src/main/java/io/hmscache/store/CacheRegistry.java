package io.hmscache.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one piece of static mutable state: the caches of this process by connection URL, so that the
 * many RawStore instances of a metastore share one, and metastores of different databases in one
 * JVM do not. Thread-safe; making a cache touches no database.
 */
public final class CacheRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(CacheRegistry.class);

  private static final CacheRegistry INSTANCE = new CacheRegistry();

  @GuardedBy("this")
  private final Map<String, Slot> slots = new HashMap<>();

  private CacheRegistry() {}

  /** A cache, or the remembered decision that there is none. */
  private static final class Slot {
    final @Nullable SharedCache cache;

    Slot(@Nullable SharedCache cache) {
      this.cache = cache;
    }
  }

  /**
   * The cache for a configuration, made if it is missing; null if the set-up forbids to cache.
   *
   * @throws IllegalArgumentException if a setting has a wrong value; the message names its key
   */
  @Nullable
  static SharedCache get(Configuration conf) {
    return INSTANCE.get(conf, SharedCacheFactory::start);
  }

  /** The cache for a configuration if there is one. */
  @Nullable
  public static SharedCache find(Configuration conf) {
    synchronized (INSTANCE) {
      Slot slot = INSTANCE.slots.get(key(conf));
      return slot == null ? null : slot.cache;
    }
  }

  /** Closes the cache of a configuration, for tests that run several metastores in one JVM. */
  public static void close(Configuration conf) {
    Slot slot;
    synchronized (INSTANCE) {
      slot = INSTANCE.slots.remove(key(conf));
    }
    if (slot != null && slot.cache != null) {
      slot.cache.close();
    }
  }

  /** Puts a cache in the place of what a configuration would make, for tests. */
  static void put(Configuration conf, SharedCache cache) {
    synchronized (INSTANCE) {
      INSTANCE.slots.put(key(conf), new Slot(cache));
    }
  }

  private synchronized @Nullable SharedCache get(
      Configuration conf, Function<Configuration, SharedCache> factory) {
    String key = key(conf);
    Slot slot = slots.get(key);
    if (slot == null) {
      List<String> reasons = Deployment.reasonsNotToCache(conf);
      for (String reason : reasons) {
        LOG.error("CachedStore caches nothing: {}", reason);
      }
      slot = new Slot(reasons.isEmpty() ? factory.apply(conf) : null);
      slots.put(key, slot);
    }
    return slot.cache;
  }

  /** Connection URL and, where a JVM runs several metastores on one database, the cache's name. */
  private static String key(Configuration conf) {
    String url = MetastoreConf.getVar(conf, ConfVars.CONNECT_URL_KEY);
    return url + '\n' + Setting.CACHE_NAME.text(conf);
  }
}
