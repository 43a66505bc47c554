package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hive.common.ValidReaderWriteIdList;
import org.apache.hive.common.util.TxnIdUtils;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cases in which {@link TxnIdUtils#compare}, asked whether the list stored with an entry is at
 * least as recent as the reader's, would serve a table that the reader must not see any more; and
 * what catches each of them here.
 */
final class CompareFailuresTest {

  private static final TableKey TABLE = TableKey.of(null, "db", "t");
  private static final String MAX = "9223372036854775807";
  private static final long UNKNOWN = Gate.UNKNOWN;

  /**
   * A case. The entry was loaded at position 5 and nothing up to applied has touched it.
   *
   * @param entryList the list that upstream would have stored with the entry
   * @param readerList the list of the read
   * @param log what the log up to applied has shown of the table's ids
   * @param decision the answer here, and so what catches the case
   */
  private record Case(
      String entryList,
      String readerList,
      Consumer<WriteIdStates> log,
      TableKind kind,
      long syncPoint,
      long head,
      long requestTableId,
      long upTo,
      long applied,
      Decision decision) {}

  private static Case gatedAt(
      long syncPoint,
      String entryList,
      String readerList,
      Consumer<WriteIdStates> log,
      Decision d) {
    return new Case(
        entryList, readerList, log, TableKind.TRANSACTIONAL, syncPoint, UNKNOWN, UNKNOWN, 5, 5, d);
  }

  /** Ids from 1 to the highest, all ended. */
  private static Consumer<WriteIdStates> ended(long highest) {
    return states -> states.seed(TABLE, highest, new long[0], new long[0]);
  }

  static List<Named<Case>> cases() {
    return List.of(
        Named.of(
            "dropped and re-created, ids begin anew: the old list looks newer; the sync point",
            gatedAt(8, "db.t:5:" + MAX + "::", "db.t:1:" + MAX + "::", ended(5), Decision.BEHIND)),
        Named.of(
            "dropped and re-created, list acquired elsewhere: the head",
            new Case(
                "db.t:5:" + MAX + "::",
                "db.t:1:" + MAX + "::",
                ended(5),
                TableKind.TRANSACTIONAL,
                UNKNOWN,
                8,
                UNKNOWN,
                5,
                5,
                Decision.BEHIND)),
        Named.of(
            "dropped and re-created, sync point of the old incarnation's equal list: the table id",
            new Case(
                "db.t:1:" + MAX + "::",
                "db.t:1:" + MAX + "::",
                ended(1),
                TableKind.TRANSACTIONAL,
                4,
                UNKNOWN,
                12,
                5,
                5,
                Decision.OTHER_TABLE_ID)),
        Named.of(
            "dropped without its data, so that ids go on and lists are equal: the sync point",
            gatedAt(8, "db.t:5:" + MAX + "::", "db.t:5:" + MAX + "::", ended(5), Decision.BEHIND)),
        Named.of(
            "the same, log applied: the drop has forgotten the ids, so the head",
            gatedAt(
                5, "db.t:5:" + MAX + "::", "db.t:5:" + MAX + "::", s -> {}, Decision.HEAD_NEEDED)),
        Named.of(
            "SET TBLPROPERTIES moves no id: the sync point",
            gatedAt(6, "db.t:3:" + MAX + "::", "db.t:3:" + MAX + "::", ended(3), Decision.BEHIND)),
        Named.of(
            "a transaction changes the table again under its own id: the open id",
            gatedAt(
                5,
                "db.t:3:" + MAX + "::",
                "db.t:3:" + MAX + "::",
                states -> states.seed(TABLE, 3, new long[] {9}, new long[] {3}),
                Decision.OWN_WRITE_OPEN)),
        Named.of(
            "loaded under the own list of the writer of 4 while 5 was open, read after 5 committed"
                + " and while 4 is open: the first difference decides for the entry; the sync point",
            gatedAt(7, "db.t:5:5:5:", "db.t:5:4:4:", ended(3), Decision.BEHIND)),
        Named.of(
            "the same, list acquired elsewhere, 5 not committed in the log: the open id",
            gatedAt(
                5,
                "db.t:5:5:5:",
                "db.t:5:4:4:",
                states -> states.seed(TABLE, 5, new long[] {8, 9}, new long[] {4, 5}),
                Decision.OWN_WRITE_OPEN)),
        Named.of(
            "an aborted transaction's ALTER stays, and open and aborted compare alike: the sync"
                + " point",
            gatedAt(7, "db.t:3:3:3:", "db.t:3:" + MAX + "::3", ended(2), Decision.BEHIND)),
        Named.of(
            "ids moved without an event (seeding of a converted table) under equal lists: the head",
            gatedAt(
                5,
                "db.t:10000000:" + MAX + "::",
                "db.t:10000000:" + MAX + "::",
                s -> {},
                Decision.HEAD_NEEDED)),
        Named.of(
            "the list of another table compares by name: it is no snapshot here, so strict",
            gatedAt(
                8, "db.t:3:" + MAX + "::", "db.s:9:" + MAX + "::", ended(3), Decision.HEAD_NEEDED)),
        Named.of(
            "loaded under a list that calls everything valid, newer than all: no list is stored",
            gatedAt(
                8,
                "db.t:" + MAX + ":" + MAX + "::",
                "db.t:7:" + MAX + "::",
                ended(3),
                Decision.BEHIND)),
        Named.of(
            "read under a list that calls everything valid: it is no snapshot here, so strict",
            gatedAt(
                8,
                "db.t:" + MAX + ":" + MAX + "::",
                "db.t:" + MAX + ":" + MAX + "::",
                ended(3),
                Decision.HEAD_NEEDED)),
        Named.of(
            "an external table's list never changes: it gates nothing, so strict",
            new Case(
                "db.t:0:" + MAX + "::",
                "db.t:0:" + MAX + "::",
                s -> {},
                TableKind.EXTERNAL,
                4,
                UNKNOWN,
                UNKNOWN,
                5,
                5,
                Decision.HEAD_NEEDED)),
        Named.of(
            "a commit fell between the two queries of the load: not settled",
            new Case(
                "db.t:3:" + MAX + "::",
                "db.t:3:" + MAX + "::",
                ended(3),
                TableKind.TRANSACTIONAL,
                5,
                UNKNOWN,
                UNKNOWN,
                6,
                5,
                Decision.UNSETTLED)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void compareWouldServeAndTheGateDoesNot(Case c) {
    int compared =
        TxnIdUtils.compare(
            new ValidReaderWriteIdList(c.entryList), new ValidReaderWriteIdList(c.readerList));
    assertTrue(compared >= 0, "no failure of compare: " + compared);
    assertEquals(c.decision, decide(c));
    assertNotEquals(Decision.Verdict.SERVE, c.decision.verdict());
  }

  private static Decision decide(Case c) {
    WriteIdStates states = new WriteIdStates();
    c.log.accept(states);
    return Gate.decide(
        Level.SNAPSHOT,
        c.kind,
        ReaderList.of(c.readerList, TABLE).snapshot(),
        c.syncPoint,
        c.head,
        c.requestTableId,
        11,
        5,
        c.upTo,
        c.applied,
        states.get(TABLE),
        true);
  }

  /** The other way round: compare asks for a reload after each cleaning, the gate does not. */
  @Test
  void cleaningOfAnAbortedTransactionCostsNoReload() {
    String before = "db.t:3:" + MAX + "::2";
    String after = "db.t:3:" + MAX + "::";
    assertEquals(
        -1,
        TxnIdUtils.compare(new ValidReaderWriteIdList(before), new ValidReaderWriteIdList(after)));
    Consumer<WriteIdStates> log =
        states -> {
          states.seed(TABLE, 1, new long[0], new long[0]);
          states.allocated(TABLE, 8, 2);
          states.allocated(TABLE, 9, 3);
          states.aborted(8);
          states.committed(9);
        };
    assertEquals(Decision.HIT, decide(gatedAt(5, before, after, log, Decision.HIT)));
  }
}
