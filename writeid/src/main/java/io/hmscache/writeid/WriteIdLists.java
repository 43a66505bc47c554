package io.hmscache.writeid;

import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.hive.common.ValidReaderWriteIdList;

/**
 * Rebuilds the text of the list that a client makes of a {@code get_valid_write_ids} answer, so
 * that a sync point can be recorded under it before the client sends it. Pure functions.
 *
 * <p>Clients use {@code TxnCommonUtils.createValidReaderWriteIdList}, which hands the answer's
 * values to {@link ValidReaderWriteIdList} as they are; that class writes the text here too, so it
 * cannot differ from what this version of Hive writes.
 */
public final class WriteIdLists {

  private WriteIdLists() {}

  /**
   * The text that a client will send.
   *
   * @param fullTableName name as in the answer ({@code TableValidWriteIds.getFullTableName})
   * @param highWatermark its high watermark
   * @param invalidWriteIds its invalid ids, in its order
   * @param minOpenWriteId its lowest open id; {@link Gate#UNKNOWN} if it is not set. Without
   *     invalid ids it is not written.
   * @param abortedBits its bits of invalid ids that are aborted, as in {@link BitSet#toByteArray}
   */
  public static String text(
      String fullTableName,
      long highWatermark,
      List<Long> invalidWriteIds,
      long minOpenWriteId,
      byte[] abortedBits) {
    long[] exceptions = new long[invalidWriteIds.size()];
    int i = 0;
    for (Long writeId : invalidWriteIds) {
      exceptions[i++] = writeId;
    }
    return new ValidReaderWriteIdList(
            fullTableName,
            exceptions,
            BitSet.valueOf(abortedBits),
            highWatermark,
            minOpenWriteId < 0 ? Long.MAX_VALUE : minOpenWriteId)
        .writeToString();
  }
}
