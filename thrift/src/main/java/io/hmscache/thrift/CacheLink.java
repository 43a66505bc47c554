package io.hmscache.thrift;

import io.hmscache.store.SharedCache;
import java.util.Map;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;

/** What the proxy uses of the cache behind it. Immutable, thread-safe. */
final class CacheLink {

  private final SyncPointRecorder recorder;
  private final Supplier<Map<String, Long>> counters;

  CacheLink(SyncPointRecorder recorder, Supplier<Map<String, Long>> counters) {
    this.recorder = recorder;
    this.counters = counters;
  }

  /** The cache of this process for a configuration; null where nothing is cached. */
  @Nullable
  static CacheLink find(Configuration conf) {
    SharedCache cache = SharedCache.find(conf);
    return cache == null
        ? null
        : new CacheLink(
            new SyncPointRecorder(cache.headSource(), cache.syncPoints()), cache::counters);
  }

  SyncPointRecorder recorder() {
    return recorder;
  }

  /** The cache's counters by name. */
  Map<String, Long> counters() {
    return counters.get();
  }
}
