package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hive.common.ValidCompactorWriteIdList;
import org.apache.hadoop.hive.common.ValidReadTxnList;
import org.apache.hadoop.hive.common.ValidReaderWriteIdList;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.common.ValidTxnWriteIdList;
import org.apache.hadoop.hive.common.ValidWriteIdList;
import org.apache.hadoop.hive.metastore.api.GetOpenTxnsResponse;
import org.apache.hadoop.hive.metastore.api.TableValidWriteIds;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;
import org.junit.jupiter.api.Test;

/** What Hive's own classes write is read here as they read it, and the other way round. */
final class HiveListsTest {

  private static final TableKey TABLE = TableKey.of(null, "db", "t");
  private static final int CASES = 20_000;

  private final SplittableRandom random = Seeds.random("HiveListsTest");

  private static Snapshot read(String text) {
    ReaderList list = ReaderList.of(text, TABLE);
    Snapshot snapshot = list.snapshot();
    assertNotNull(snapshot, () -> text + " is " + list);
    return snapshot;
  }

  private static void sameIdsValid(ValidWriteIdList hive, Snapshot ours, long upTo) {
    for (long id = 1; id <= upTo; id++) {
      assertEquals(hive.isWriteIdValid(id), ours.isValid(id), id + " in " + hive);
    }
  }

  /** Random invalid ids, ascending, as the database answers them. */
  private List<Long> invalidIds(int highWatermark) {
    TreeSet<Long> ids = new TreeSet<>();
    int count = highWatermark == 0 ? 0 : random.nextInt(highWatermark + 1);
    for (int i = 0; i < count; i++) {
      ids.add(1L + random.nextInt(highWatermark));
    }
    return new ArrayList<>(ids);
  }

  private TableValidWriteIds answer() {
    int highWatermark = random.nextInt(20);
    List<Long> invalid = invalidIds(highWatermark);
    BitSet aborted = new BitSet();
    long minOpen = Long.MAX_VALUE;
    for (int i = 0; i < invalid.size(); i++) {
      if (random.nextBoolean()) {
        aborted.set(i);
      } else {
        minOpen = Math.min(minOpen, invalid.get(i));
      }
    }
    if (random.nextInt(10) == 0) {
      // The lowest open id may lie beyond a high watermark that compaction has lowered.
      minOpen = 25;
    }
    TableValidWriteIds answer =
        new TableValidWriteIds(
            random.nextInt(5) == 0 ? "DB.T" : "db.t",
            highWatermark,
            invalid,
            ByteBuffer.wrap(aborted.toByteArray()));
    if (minOpen < Long.MAX_VALUE) {
      answer.setMinOpenWriteId(minOpen);
    }
    return answer;
  }

  private static String rebuilt(TableValidWriteIds answer) {
    return WriteIdLists.text(
        answer.getFullTableName(),
        answer.getWriteIdHighWaterMark(),
        answer.getInvalidWriteIds(),
        answer.isSetMinOpenWriteId() ? answer.getMinOpenWriteId() : Gate.UNKNOWN,
        answer.getAbortedBits());
  }

  @Test
  void textOfAnswerIsTheOneClientsSend() {
    for (int i = 0; i < CASES; i++) {
      TableValidWriteIds answer = answer();
      ValidReaderWriteIdList client = TxnCommonUtils.createValidReaderWriteIdList(answer);
      String text = client.writeToString();
      assertEquals(text, rebuilt(answer));
      // Over the wire of a job's configuration, where many clients take it from.
      ValidTxnWriteIdList all = new ValidTxnWriteIdList(5L);
      all.addTableValidWriteIdList(client);
      assertEquals(
          text,
          new ValidTxnWriteIdList(all.toString())
              .getTableValidWriteIdList(answer.getFullTableName())
              .writeToString());
    }
  }

  @Test
  void listOfClientIsReadAsHiveReadsIt() {
    for (int i = 0; i < CASES; i++) {
      String text = TxnCommonUtils.createValidReaderWriteIdList(answer()).writeToString();
      sameIdsValid(new ValidReaderWriteIdList(text), read(text), 25);
    }
  }

  @Test
  void listOfCompactorIsReadAsHiveReadsIt() {
    for (int i = 0; i < CASES; i++) {
      int highWatermark = random.nextInt(20);
      List<Long> invalid = invalidIds(20);
      BitSet aborted = new BitSet();
      aborted.set(0, invalid.size());
      ValidCompactorWriteIdList compactor =
          new ValidCompactorWriteIdList(
              "db.t",
              invalid.stream().mapToLong(Long::longValue).toArray(),
              aborted,
              highWatermark,
              highWatermark + 1);
      String text = compactor.writeToString();
      sameIdsValid(new ValidCompactorWriteIdList(text), read(text), 25);
      // The high watermark may be lowered afterwards, which leaves ids above it in the text.
      ValidReaderWriteIdList lowered = new ValidReaderWriteIdList(text);
      lowered.setHighWatermark(highWatermark / 2);
      sameIdsValid(lowered, read(lowered.writeToString()), 25);
    }
  }

  @Test
  void listsThatHiveCallsEverythingAreNoSnapshots() {
    assertEquals(
        ReaderList.Kind.EVERYTHING,
        ReaderList.of(new ValidReaderWriteIdList().writeToString(), TABLE).kind());
    assertEquals(
        ReaderList.Kind.EVERYTHING,
        ReaderList.of(new ValidCompactorWriteIdList().writeToString(), TABLE).kind());
    assertEquals(Long.MAX_VALUE, new ValidReaderWriteIdList("").getHighWatermark());
    assertEquals(ReaderList.Kind.EMPTY, ReaderList.of("", TABLE).kind());
  }

  /** A list computed inside a transaction calls the id valid that it has just allocated itself. */
  @Test
  void ownIdIsValidInOwnListAndOpenInTheLog() {
    long own = 9;
    long other = 8;
    GetOpenTxnsResponse txns =
        new GetOpenTxnsResponse(own, List.of(other, own), ByteBuffer.wrap(new byte[0]));
    ValidTxnList ownTxns =
        new ValidReadTxnList(TxnCommonUtils.createValidReadTxnList(txns, own).writeToString());
    assertTrue(ownTxns.isTxnValid(own));
    // Ids 1 (committed long ago), 2 of the other transaction, 3 of this one.
    List<Long> invalid = new ArrayList<>();
    if (!ownTxns.isTxnValid(other)) {
      invalid.add(2L);
    }
    if (!ownTxns.isTxnValid(own)) {
      invalid.add(3L);
    }
    TableValidWriteIds answer =
        new TableValidWriteIds("db.t", 3, invalid, ByteBuffer.wrap(new byte[0]));
    answer.setMinOpenWriteId(2);
    String text = rebuilt(answer);
    assertEquals("db.t:3:2:2:", text);
    assertTrue(read(text).isValid(3));

    WriteIdStates states = new WriteIdStates();
    states.allocated(TABLE, 7, 1);
    states.committed(7);
    states.allocated(TABLE, other, 2);
    states.allocated(TABLE, own, 3);
    assertEquals(Decision.OWN_WRITE_OPEN, decide(text, states));
    states.committed(own);
    assertEquals(Decision.HIT, decide(text, states));
  }

  private static Decision decide(String text, WriteIdStates states) {
    return Gate.decide(
        Level.SNAPSHOT,
        TableKind.TRANSACTIONAL,
        read(text),
        4,
        Gate.UNKNOWN,
        Gate.UNKNOWN,
        Gate.UNKNOWN,
        4,
        4,
        5,
        states.get(TABLE),
        true);
  }
}
