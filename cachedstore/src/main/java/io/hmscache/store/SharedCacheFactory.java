package io.hmscache.store;

import org.apache.hadoop.conf.Configuration;

/** Puts the parts of a shared cache together and starts its tailer. */
final class SharedCacheFactory {

  private SharedCacheFactory() {}

  static SharedCache start(Configuration conf) {
    throw new UnsupportedOperationException(conf.toString());
  }
}
