package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

/**
 * What the reads of one RawStore instance need: its delegate, its configuration, the shared cache.
 * Confined to the thread that owns the RawStore.
 */
final class Session {

  private final SharedCache shared;
  private final Supplier<RawStore> delegate;
  private final boolean txnStatistics;

  Session(SharedCache shared, Supplier<RawStore> delegate, Configuration conf) {
    this.shared = shared;
    this.delegate = delegate;
    // ObjectStore reads this once, too, in setConf.
    this.txnStatistics = MetastoreConf.getBoolVar(conf, ConfVars.HIVE_TXN_STATS_ENABLED);
  }

  /** The store below; made when it is first needed. */
  RawStore delegate() {
    return delegate.get();
  }

  MetadataCache cache() {
    return shared.cache();
  }

  SharedCache shared() {
    return shared;
  }

  /** Whether tables of this name are stored at all. */
  boolean stores(TableKey key) {
    return shared.settings().tables.match(key) != null;
  }

  /** Shares equal leaves of what the cache owns. */
  Table interned(Table table) {
    return table;
  }

  /** A copy of a cached table as the delegate would return it to a reader with this list. */
  Table tableFor(Table cached, @Nullable String list) throws MetaException {
    return complied(shared.rules().holds(Rule.COPY) ? Copies.table(cached) : cached, list);
  }

  /**
   * What ObjectStore.getTable does to a table for a reader with a list: the statistics of an
   * unpartitioned transactional table are accurate only if the reader may see who wrote them.
   *
   * @param table changed in place
   */
  Table complied(Table table, @Nullable String list) throws MetaException {
    if (list == null || !TxnUtils.isTransactionalTable(table)) {
      return table;
    }
    if (!txnStatistics) {
      StatsSetupConst.setBasicStatsState(table.getParameters(), StatsSetupConst.FALSE);
    } else if (table.getPartitionKeysSize() == 0) {
      boolean valid =
          ObjectStore.isCurrentStatsValidForTheQuery(
              table.getParameters(), table.getWriteId(), list, false);
      table.setIsStatsCompliant(valid);
      if (!valid) {
        StatsSetupConst.setBasicStatsState(table.getParameters(), StatsSetupConst.FALSE);
      }
    }
    return table;
  }
}
