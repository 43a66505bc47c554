package io.hmscache.writeid;

import java.util.Set;
import javax.annotation.Nullable;

/** Write-id states of all tables, moved by the log. One thread writes; any thread reads. */
public final class WriteIdStates {

  /** State of a table (the catalog is ignored: TxnHandler knows none); null if nothing is known. */
  @Nullable
  public TableWriteIds get(TableKey table) {
    throw new UnsupportedOperationException();
  }

  /** ALLOC_WRITE_ID. */
  public void allocated(TableKey table, long txnId, long writeId) {
    throw new UnsupportedOperationException();
  }

  /** COMMIT_TXN; returns the tables in which the transaction had write ids. */
  public Set<TableKey> committed(long txnId) {
    throw new UnsupportedOperationException();
  }

  /** ABORT_TXN; returns the tables in which the transaction had write ids. */
  public Set<TableKey> aborted(long txnId) {
    throw new UnsupportedOperationException();
  }

  /** DROP, CREATE or rename of a table. */
  public void forget(TableKey table) {
    throw new UnsupportedOperationException();
  }

  /** DROP of a database. */
  public void forgetDatabase(String database) {
    throw new UnsupportedOperationException();
  }

  /** First half of a rebase. */
  public void clear() {
    throw new UnsupportedOperationException();
  }

  /** Seeds one table at a rebase: highest allocated id and the open (transaction, id) pairs. */
  public void seed(TableKey table, long highest, long[] openTxnIds, long[] openWriteIds) {
    throw new UnsupportedOperationException();
  }
}
