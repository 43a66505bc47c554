package io.hmscache.notification;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.events.AbortTxnEvent;
import org.apache.hadoop.hive.metastore.events.AcidWriteEvent;
import org.apache.hadoop.hive.metastore.events.AllocWriteIdEvent;
import org.apache.hadoop.hive.metastore.events.BatchAcidWriteEvent;
import org.apache.hadoop.hive.metastore.events.CommitCompactionEvent;
import org.apache.hadoop.hive.metastore.events.CommitTxnEvent;
import org.apache.hadoop.hive.metastore.events.OpenTxnEvent;
import org.apache.hadoop.hive.metastore.messaging.AcidWriteMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;

/**
 * Rows for transactions, write ids and compactions. Hive's listener leaves the catalog column of
 * these empty (the transaction tables know no catalogs); so do these. Thread-safe.
 */
final class EventMessagesTransactions {

  private final MessageBuilder builder = MessageBuilder.getInstance();
  private final EventMessagesFiles files;

  EventMessagesTransactions(EventMessagesFiles files) {
    this.files = files;
  }

  /** One row for the whole range of ids that one call opened. */
  NotificationRow open(OpenTxnEvent event) {
    List<Long> ids = event.getTxnIds();
    return new NotificationRow(
        EventType.OPEN_TXN,
        builder.buildOpenTxnMessage(ids.get(0), ids.get(ids.size() - 1)),
        null,
        null,
        null);
  }

  NotificationRow commit(CommitTxnEvent event) {
    return new NotificationRow(
        EventType.COMMIT_TXN, builder.buildCommitTxnMessage(event.getTxnId()), null, null, null);
  }

  NotificationRow abort(AbortTxnEvent event) {
    return new NotificationRow(
        EventType.ABORT_TXN,
        builder.buildAbortTxnMessage(event.getTxnId(), event.getDbsUpdated()),
        null,
        null,
        null);
  }

  NotificationRow allocWriteId(AllocWriteIdEvent event) {
    return new NotificationRow(
        EventType.ALLOC_WRITE_ID,
        builder.buildAllocWriteIdMessage(
            event.getTxnToWriteIdList(), event.getDbName(), event.getTableName()),
        null,
        event.getDbName(),
        event.getTableName());
  }

  NotificationRow commitCompaction(CommitCompactionEvent event) {
    return new NotificationRow(
        EventType.COMMIT_COMPACTION,
        builder.buildCommitCompactionMessage(event),
        null,
        event.getDbname(),
        event.getTableName());
  }

  /** The message behind a row of TXN_WRITE_NOTIFICATION_LOG; it is not stored as a message. */
  AcidWriteMessage acidWrite(AcidWriteEvent event) throws MetaException {
    return builder.buildAcidWriteMessage(
        event,
        files.encoded(event.getFiles(), event.getChecksums(), event.getSubDirs()).iterator());
  }

  /** As {@link #acidWrite}, one message for each partition of a batch. */
  List<AcidWriteMessage> acidWrites(BatchAcidWriteEvent batch) throws MetaException {
    List<AcidWriteMessage> writes = new ArrayList<>(batch.getNumRequest());
    for (int i = 0; i < batch.getNumRequest(); i++) {
      writes.add(
          acidWrite(
              new AcidWriteEvent(
                  batch.getPartition(i),
                  batch.getTableObj(i),
                  batch.getPartitionObj(i),
                  batch.getNotificationRequest(i))));
    }
    return writes;
  }
}
