package io.hmscache.thrift;

import io.hmscache.writeid.Gate;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;

/** The table that a request is about, with the list and the id it carries for it. Immutable. */
final class RequestSnapshot {

  /** Of a request that is about no table, or about several. */
  static final RequestSnapshot NONE = new RequestSnapshot(null, null, null, null, Gate.UNKNOWN);

  private final @Nullable String catalog;
  private final @Nullable String database;
  private final @Nullable String table;
  private final @Nullable String writeIdList;
  private final long tableId;

  private RequestSnapshot(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIdList,
      long tableId) {
    this.catalog = catalog;
    this.database = database;
    this.table = table;
    this.writeIdList = writeIdList;
    this.tableId = tableId;
  }

  /**
   * Snapshot of a request about one table. A name in the old style, {@code @catalog#database}, is
   * taken apart; a request without a catalog means the configured default one, as in HMSHandler.
   *
   * @param tableId as sent; clients send 0 or -1 for "unknown", which become {@link Gate#UNKNOWN}
   * @param conf names the default catalog
   * @return {@link #NONE} if the names do not name a table
   */
  static RequestSnapshot of(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIdList,
      long tableId,
      Configuration conf) {
    String[] names;
    try {
      names = MetaStoreUtils.parseDbName(database, conf);
    } catch (MetaException e) {
      // The handler refuses such a name in the same way.
      return NONE;
    }
    String databaseName = names[MetaStoreUtils.DB_NAME];
    if (databaseName == null || table == null) {
      return NONE;
    }
    return new RequestSnapshot(
        catalog == null ? names[MetaStoreUtils.CAT_NAME] : catalog,
        databaseName,
        table,
        writeIdList,
        tableId > 0 ? tableId : Gate.UNKNOWN);
  }

  @Nullable
  String catalog() {
    return catalog;
  }

  @Nullable
  String database() {
    return database;
  }

  @Nullable
  String table() {
    return table;
  }

  @Nullable
  String writeIdList() {
    return writeIdList;
  }

  long tableId() {
    return tableId;
  }

  @Override
  public String toString() {
    return catalog + "." + database + "." + table + " list " + writeIdList + " id " + tableId;
  }
}
