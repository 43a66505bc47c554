package io.hmscache.thrift;

import io.hmscache.notification.SilentWrites;
import io.hmscache.writeid.TableKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.ReplLastIdInfo;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what a committed {@code commit_txn} changed besides its transaction when no listener could
 * do so within it: Hive fires no event for the commits of a replication load (CommitTxnFunction),
 * and Hive's own listener knows no hint. Thread-safe.
 */
final class UnloggedCommits {
  private static final Logger LOG = LoggerFactory.getLogger(UnloggedCommits.class);

  private final Configuration conf;

  UnloggedCommits(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Logs ALTER rows for the objects whose replication state the commit set. The commit has
   * succeeded: a failure here must not fail it, and is reported with its remedy.
   */
  void log(IHMSHandler handler, CommitTxnRequest request) {
    try {
      if (request.isSetReplLastIdInfo()) {
        logState(handler.getMS(), request.getReplLastIdInfo());
      }
      if (request.isSetKeyValue()) {
        LOG.warn(
            "commit_txn has set {} on the table with id {} and logged nothing; caches show it"
                + " after their time to live",
            request.getKeyValue().getKey(),
            request.getKeyValue().getTableId());
      }
    } catch (MetaException | RuntimeException e) {
      LOG.error(
          "The change that commit_txn made besides its transaction {} is not logged; flush the"
              + " caches of all instances",
          request.getTxnid(),
          e);
    }
  }

  private void logState(RawStore store, ReplLastIdInfo info) throws MetaException {
    String catalog =
        info.isSetCatalog() ? info.getCatalog() : MetaStoreUtils.getDefaultCatalog(conf);
    SilentWrites writes = new SilentWrites(conf);
    boolean committed = false;
    store.openTransaction();
    try {
      writes.logDatabase(
          store, TableKey.canonical(catalog), TableKey.canonical(info.getDatabase()));
      if (info.isSetTable()) {
        writes.logTable(store, TableKey.of(catalog, info.getDatabase(), info.getTable()));
      }
      committed = store.commitTransaction();
    } finally {
      if (!committed) {
        store.rollbackTransaction();
      }
    }
    if (!committed) {
      throw new MetaException("the transaction of the log rows was rolled back");
    }
  }
}
