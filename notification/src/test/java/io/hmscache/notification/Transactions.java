package io.hmscache.notification;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.AbortTxnRequest;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.txn.TxnStore;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

/** Hive transactions through stock TxnHandler. One thread. */
final class Transactions {

  private final TxnStore store;

  Transactions(Configuration conf) {
    store = TxnUtils.getTxnStore(conf);
  }

  long open() throws Exception {
    return store.openTxns(new OpenTxnRequest(1, "tester", "localhost")).getTxn_ids().get(0);
  }

  long allocate(long txnId, String table) throws Exception {
    AllocateTableWriteIdsRequest request = new AllocateTableWriteIdsRequest("db", table);
    request.setTxnIds(List.of(txnId));
    return store.allocateTableWriteIds(request).getTxnToWriteIds().get(0).getWriteId();
  }

  void commit(long txnId) throws Exception {
    store.commitTxn(new CommitTxnRequest(txnId));
  }

  void abort(long txnId) throws Exception {
    store.abortTxn(new AbortTxnRequest(txnId));
  }
}
