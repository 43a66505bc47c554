package io.hmscache.thrift;

import io.hmscache.notification.HeadSource;
import io.hmscache.notification.HeadUnavailableException;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.SyncPoints;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.WriteIdLists;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsResponse;
import org.apache.hadoop.hive.metastore.api.TableValidWriteIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records, for an answer of {@code get_valid_write_ids}, the head of the log as the position that
 * readers with these lists must be shown. The head is read here, after the lists were computed, and
 * the answer leaves after that: whatever had committed when the lists were computed is at or before
 * the head, and whatever the client does with a list comes after the record.
 *
 * <p>A failure records nothing, which readers take for "unknown": they ask for the head themselves.
 * Thread-safe.
 */
final class SyncPointRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(SyncPointRecorder.class);

  private final HeadSource headSource;
  private final SyncPoints syncPoints;

  SyncPointRecorder(HeadSource headSource, SyncPoints syncPoints) {
    this.headSource = headSource;
    this.syncPoints = syncPoints;
  }

  /**
   * Records an answer.
   *
   * @param catalog what an unqualified table name means; TxnHandler knows no catalogs
   */
  void record(String catalog, @Nullable GetValidWriteIdsResponse answer) {
    if (answer == null || answer.getTblValidWriteIdsSize() == 0) {
      return;
    }
    long head;
    try {
      head = headSource.head();
    } catch (HeadUnavailableException e) {
      LOG.warn("No sync point recorded, readers will ask for the head: {}", e.getMessage());
      return;
    }
    for (TableValidWriteIds ids : answer.getTblValidWriteIds()) {
      TableKey table = table(catalog, ids.getFullTableName());
      if (table != null) {
        syncPoints.record(table, listText(ids), head);
      }
    }
  }

  /** The text that a client makes of its part of the answer and sends with its reads. */
  static String listText(TableValidWriteIds ids) {
    return WriteIdLists.text(
        ids.getFullTableName(),
        ids.getWriteIdHighWaterMark(),
        ids.getInvalidWriteIds(),
        ids.isSetMinOpenWriteId() ? ids.getMinOpenWriteId() : Gate.UNKNOWN,
        ids.getAbortedBits());
  }

  @Nullable
  private static TableKey table(String catalog, @Nullable String fullName) {
    int dot = fullName == null ? -1 : fullName.indexOf('.');
    if (fullName == null || dot <= 0 || dot == fullName.length() - 1) {
      return null;
    }
    return TableKey.of(catalog, fullName.substring(0, dot), fullName.substring(dot + 1));
  }
}
