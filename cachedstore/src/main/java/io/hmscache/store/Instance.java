package io.hmscache.store;

import io.hmscache.notification.HeadReader;
import io.hmscache.notification.LogAccess;
import io.hmscache.notification.TailerMetrics;
import io.hmscache.notification.TailerState;

/** One running cache with everything that reports want to know of it. Thread-safe. */
final class Instance {

  private final SharedCache shared;
  private final LogAccess log;
  private final Warmup warmup;
  private final Verifier verifier;

  Instance(SharedCache shared, LogAccess log, Warmup warmup, Verifier verifier) {
    this.shared = shared;
    this.log = log;
    this.warmup = warmup;
    this.verifier = verifier;
  }

  SharedCache shared() {
    return shared;
  }

  CacheMetrics counters() {
    return shared.metrics();
  }

  MetadataCache cache() {
    return shared.cache();
  }

  CacheSettings settings() {
    return shared.settings();
  }

  LogAccess log() {
    return log;
  }

  TailerMetrics tail() {
    return log.tailer().metrics();
  }

  TailerState tailerState() {
    return log.tailer().state();
  }

  HeadReader head() {
    return log.heads();
  }

  Warmup warmup() {
    return warmup;
  }

  Verifier verifier() {
    return verifier;
  }

  long nanoTime() {
    return shared.nanoTime();
  }
}
