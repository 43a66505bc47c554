package io.hmscache.notification;

import static java.util.Collections.emptyList;
import static java.util.Collections.singletonList;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.TransactionalMetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.events.AbortTxnEvent;
import org.apache.hadoop.hive.metastore.events.AcidWriteEvent;
import org.apache.hadoop.hive.metastore.events.AllocWriteIdEvent;
import org.apache.hadoop.hive.metastore.events.BatchAcidWriteEvent;
import org.apache.hadoop.hive.metastore.events.CommitCompactionEvent;
import org.apache.hadoop.hive.metastore.events.CommitTxnEvent;
import org.apache.hadoop.hive.metastore.events.OpenTxnEvent;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;

/**
 * The half of {@link NotificationLogListener} that hears of transactions, write ids and
 * compactions: events of TxnHandler, which come with the connection of their own transaction.
 * Thread-safe.
 */
abstract class NotificationRowListener extends TransactionalMetaStoreEventListener {

  private final EventMessagesTransactions transactions;
  private final CommitHintRows hintRows;
  private final NotificationRowWriter writer;

  NotificationRowListener(Configuration conf) {
    super(conf);
    EventMessagesFiles files = new EventMessagesFiles(conf);
    this.transactions = new EventMessagesTransactions(files);
    this.hintRows = new CommitHintRows(conf, new EventMessages(files));
    this.writer = new NotificationRowWriter(conf);
  }

  /** Where rows go. */
  final NotificationRowWriter writer() {
    return writer;
  }

  @Override
  public void onOpenTxn(
      OpenTxnEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    if (event.getTxnType() != TxnType.READ_ONLY && !event.getTxnIds().isEmpty()) {
      writer.write(singletonList(transactions.open(event)), singletonList(event), connection, sql);
    }
  }

  /**
   * Logs the commit and, if the request told of parameters that it changes, ALTER rows for their
   * tables and databases (see {@link CommitHint}). Their images are read under the log's lock.
   */
  @Override
  public void onCommitTxn(
      CommitTxnEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    List<CommitTxnEvent> events =
        event.getTxnType() == TxnType.READ_ONLY ? emptyList() : singletonList(event);
    List<NotificationRow> rows = new ArrayList<>();
    events.forEach(commit -> rows.add(transactions.commit(commit)));
    CommitHint hint = CommitHint.current();
    if (hint != null) {
      rows.addAll(writer.readUnderLock(connection, sql, images -> hintRows.rows(hint, images)));
    }
    if (!rows.isEmpty()) {
      writer.write(rows, events, connection, sql);
    }
    if (hint != null) {
      hint.markConsumed();
    }
  }

  /**
   * Every abort that comes with the type READ_ONLY is left out. TxnHandler looks the type up before
   * it aborts, and reports a transaction as read-only if it was not open any more: then nothing was
   * aborted either.
   */
  @Override
  public void onAbortTxn(
      AbortTxnEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    if (event.getTxnType() != TxnType.READ_ONLY) {
      writer.write(singletonList(transactions.abort(event)), singletonList(event), connection, sql);
    }
  }

  @Override
  public void onAllocWriteId(
      AllocWriteIdEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    writer.write(
        singletonList(transactions.allocWriteId(event)), singletonList(event), connection, sql);
  }

  @Override
  public void onCommitCompaction(
      CommitCompactionEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    writer.write(
        singletonList(transactions.commitCompaction(event)), singletonList(event), connection, sql);
  }

  /** Goes to TXN_WRITE_NOTIFICATION_LOG, where consumers of the commit look for it. */
  @Override
  public void onAcidWrite(
      AcidWriteEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    writer.writeAcid(singletonList(transactions.acidWrite(event)), connection, sql);
  }

  /** As {@link #onAcidWrite}, for several partitions of a table. */
  @Override
  public void onBatchAcidWrite(
      BatchAcidWriteEvent event, @Nullable Connection connection, @Nullable SQLGenerator sql)
      throws MetaException {
    writer.writeAcid(transactions.acidWrites(event), connection, sql);
  }
}
