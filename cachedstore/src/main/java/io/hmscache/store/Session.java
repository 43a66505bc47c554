package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
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
  private final Configuration conf;
  private final boolean txnStatistics;
  private final BooleanSupplier inTransaction;
  private final boolean directSql;
  private final boolean ormInTransaction;
  private final boolean listsByName;
  private final int namesAtOnce;

  /**
   * The reads of one instance.
   *
   * @param delegate the store below, inside the request's transaction if that matters to it
   * @param inTransaction whether the request has opened a transaction, real or imitated
   */
  Session(
      SharedCache shared,
      Supplier<RawStore> delegate,
      BooleanSupplier inTransaction,
      Configuration conf) {
    this.shared = shared;
    this.delegate = delegate;
    this.inTransaction = inTransaction;
    this.conf = conf;
    // ObjectStore reads this once, too, in setConf.
    this.txnStatistics = MetastoreConf.getBoolVar(conf, ConfVars.HIVE_TXN_STATS_ENABLED);
    this.directSql = MetastoreConf.getBoolVar(conf, ConfVars.TRY_DIRECT_SQL);
    this.ormInTransaction = ormInTransaction(conf);
    this.listsByName =
        ConfVars.PARTITION_ORDER_EXPR
            .getDefaultVal()
            .equals(MetastoreConf.getVar(conf, ConfVars.PARTITION_ORDER_EXPR));
    this.namesAtOnce = namesAtOnce(conf);
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

  /** Shares short strings among what is stored. */
  StringPool strings() {
    return shared.strings();
  }

  /** Whether the delegate tries direct SQL now, which fills in less of a serde than the ORM. */
  boolean directSql() {
    return directSql && !keptFromSql();
  }

  /** Whether ObjectStore uses direct SQL outside of transactions and the ORM inside. */
  static boolean ormInTransaction(Configuration conf) {
    return MetastoreConf.getBoolVar(conf, ConfVars.TRY_DIRECT_SQL)
        && !MetastoreConf.getBoolVar(conf, ConfVars.TRY_DIRECT_SQL_DDL);
  }

  /** Whether only the request's transaction keeps the delegate from direct SQL now. */
  boolean keptFromSql() {
    return ormInTransaction && inTransaction.getAsBoolean();
  }

  /** How the delegate builds partitions in listings and reads by names now. */
  PartitionForm bulk() {
    return keptFromSql() ? PartitionForm.BULK_BY_ORM : PartitionForm.BULK;
  }

  /** Whether the delegate lists partitions in the order of their names. */
  boolean listsByName() {
    return listsByName;
  }

  /**
   * How many names of partitions the delegate takes at once. Beyond that its direct SQL answers
   * every partition once per batch and its ORM sorts batch by batch.
   */
  int namesAtOnce() {
    return namesAtOnce;
  }

  private static int namesAtOnce(Configuration conf) {
    int sql = MetastoreConf.getIntVar(conf, ConfVars.DIRECT_SQL_PARTITION_BATCH_SIZE);
    if (sql == 0) {
      String url = String.valueOf(MetastoreConf.getVar(conf, ConfVars.CONNECT_URL_KEY));
      boolean batches = url.startsWith("jdbc:oracle:") || url.startsWith("jdbc:sqlserver:");
      sql = batches ? 1000 : -1;
    }
    int orm = MetastoreConf.getIntVar(conf, ConfVars.RAWSTORE_PARTITION_BATCH_SIZE);
    return Math.min(sql > 0 ? sql : Integer.MAX_VALUE, orm > 0 ? orm : Integer.MAX_VALUE);
  }

  /** Whether tables of this name are stored at all. */
  boolean stores(TableKey key) {
    return shared.settings().tables.match(key) != null;
  }

  /**
   * How this connection lets the delegate ask the database now. A client can change it for itself
   * (setMetaConf), and direct SQL and JDO need not answer alike, so what depends on it is
   * remembered for each of the ways.
   */
  int sqlPaths() {
    return sqlPaths(conf) + (keptFromSql() ? 4 : 0);
  }

  /** As {@link #sqlPaths()}, of any configuration and outside of transactions. */
  static int sqlPaths(Configuration conf) {
    return (MetastoreConf.getBoolVar(conf, ConfVars.TRY_DIRECT_SQL) ? 1 : 0)
        + (MetastoreConf.getBoolVar(conf, ConfVars.TRY_DIRECT_SQL_DDL) ? 2 : 0);
  }

  /** Whether statistics of a table as cached are accurate for a reader with this list. */
  boolean statisticsComply(Table cached, String list) throws MetaException {
    return !TxnUtils.isTransactionalTable(cached)
        || (txnStatistics
            && ObjectStore.isCurrentStatsValidForTheQuery(
                cached.getParameters(), cached.getWriteId(), list, false));
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

  /** Whether ObjectStore hides the state of statistics whoever asks. */
  boolean hidesStatistics(Table table) {
    return !txnStatistics && TxnUtils.isTransactionalTable(table);
  }

  /**
   * What ObjectStore.getPartition does to a partition for a reader with a list.
   *
   * @param partition as read without a list; changed in place
   */
  Partition complied(Partition partition, Table table, @Nullable String list) throws MetaException {
    if (!TxnUtils.isTransactionalTable(table)) {
      return partition;
    }
    if (!txnStatistics) {
      StatsSetupConst.setBasicStatsState(partition.getParameters(), StatsSetupConst.FALSE);
    } else if (list != null) {
      boolean valid =
          ObjectStore.isCurrentStatsValidForTheQuery(
              partition.getParameters(), partition.getWriteId(), list, false);
      partition.setIsStatsCompliant(valid);
      if (!valid) {
        StatsSetupConst.setBasicStatsState(partition.getParameters(), StatsSetupConst.FALSE);
      }
    }
    return partition;
  }
}
