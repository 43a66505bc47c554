package io.hmscache.store;

import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * Copies of cached objects for callers, who may change whatever they get: handlers append to lists,
 * hooks edit parameters (invariant 14). Strings are shared, structs and containers are fresh and
 * can grow.
 */
final class Copies {

  private Copies() {}

  static Table table(Table table) {
    return table.deepCopy();
  }

  static Database database(Database database) {
    return database.deepCopy();
  }
}
