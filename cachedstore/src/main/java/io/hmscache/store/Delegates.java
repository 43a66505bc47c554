package io.hmscache.store;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.utils.JavaUtils;
import org.apache.hadoop.util.ReflectionUtils;

/** Makes the stores below. */
final class Delegates {

  /** Names the store below; upstream's own cache reads the same setting. */
  static final String SETTING = "metastore.cached.rawstore.impl";

  private static final String DEFAULT = "org.apache.hadoop.hive.metastore.ObjectStore";

  private Delegates() {}

  /**
   * Makes a store for one thread.
   *
   * @throws MetaException if the setting names no store, or the cache itself
   */
  static RawStore newDelegate(Configuration conf) throws MetaException {
    String name = conf.get(SETTING, DEFAULT).trim();
    Class<? extends RawStore> type;
    try {
      type = JavaUtils.getClass(name, RawStore.class);
    } catch (MetaException e) {
      throw new MetaException(SETTING + " names no RawStore: " + name);
    }
    if (TransactionalStore.class.isAssignableFrom(type)) {
      throw new MetaException(SETTING + " names the cache itself: " + name);
    }
    return ReflectionUtils.newInstance(type, conf);
  }
}
