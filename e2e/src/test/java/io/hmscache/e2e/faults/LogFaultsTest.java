package io.hmscache.e2e.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of the log: it stands still, loses rows, holds nonsense, or goes back in time. */
@ExtendWith(FaultFleetExtension.class)
class LogFaultsTest {

  private final FaultFleet fleet;

  LogFaultsTest(FaultFleet fleet) {
    this.fleet = fleet;
  }

  @BeforeEach
  void healthy() throws Exception {
    fleet.change();
    fleet.compareAll();
    fleet.awaitHits();
    fleet.log().mark();
  }

  @AfterEach
  void recovered() throws Exception {
    fleet.compareAll();
    fleet.change();
    fleet.compareAll();
    fleet.awaitHits();
    assertEquals(List.of(), fleet.log().frames(), "stack traces");
  }

  @Test
  void aPausedTailerCostsHitsAndNoAnswer() throws Exception {
    fleet.beans().status().pauseTailer();
    fleet.change();
    fleet.compareAtOnce();
    fleet.await("the lag shows", () -> fleet.beans().metric("cachedstore.log.lag.events") > 0);
    String now = fleet.truth(FaultFleet.EXTERNAL).getParameters().get("version");
    // An external table may be old within the bound; beyond it the database answers.
    fleet.await(
        "the bound is enforced",
        () -> now.equals(fleet.ask(FaultFleet::external).getParameters().get("version")));
    assertEquals(List.of(), fleet.log().ours("INFO|WARN|ERROR"));
    fleet.beans().status().resumeTailer();
  }

  @Test
  void aTruncatedPastIsNothingToUs() throws Exception {
    long resets = fleet.beans().metric("cachedstore.log.resets");
    assertTrue(fleet.sql("DELETE FROM \"NOTIFICATION_LOG\"") > 0);
    fleet.compareAll();
    fleet.change();
    fleet.compareAll();
    assertEquals(resets, fleet.beans().metric("cachedstore.log.resets"));
    assertEquals(List.of(), fleet.log().ours("WARN|ERROR"));
  }

  /** Rows that had not been applied are gone: all of them, the first ones, one in the middle. */
  @ParameterizedTest
  @CsvSource({
    "0, 1000, the log is empty but has a head",
    "1, 3, the log was cleaned beyond the position",
    "3, 3, an event is missing",
    "6, 1000, the log ends before its head"
  })
  void whatWasTruncatedAheadIsNotSkipped(int first, int last, String reason) throws Exception {
    fleet.beans().status().pauseTailer();
    long applied = fleet.beans().status().getAppliedEventId();
    fleet.change();
    fleet.compareAtOnce();
    String range = " WHERE \"EVENT_ID\" BETWEEN " + (applied + first) + " AND " + (applied + last);
    long before = fleet.beans().metric("cachedstore.log.resets");
    if (first <= 1) {
      fleet.sql("DELETE FROM \"NOTIFICATION_LOG\" WHERE \"EVENT_ID\" <= " + applied);
    }
    assertTrue(fleet.sql("DELETE FROM \"NOTIFICATION_LOG\"" + range) > 0, reason);
    fleet.beans().status().resumeTailer();
    fleet.await("a reset", () -> fleet.beans().metric("cachedstore.log.resets") > before);
    fleet.compareAll();
    assertEquals(1, count("flushing everything"), "lines about the flush");
    assertEquals(1, count(reason + " "), fleet.log().ours("INFO|WARN").toString());
    assertEquals(before + 1, fleet.beans().metric("cachedstore.log.resets"));
  }

  /** Rows that nobody can read: what they may have changed is forgotten, and no more is lost. */
  @ParameterizedTest
  @CsvSource({
    "MESSAGE, garbage",
    "MESSAGE, '{\"table\":7}'",
    "MESSAGE, ",
    "MESSAGE_FORMAT, telepathy",
    "EVENT_TYPE, INVENTED_EVENT",
    "TBL_NAME, "
  })
  void aPoisonedRowInvalidatesWhatItMayMean(String column, String value) throws Exception {
    fleet.beans().status().pauseTailer();
    long applied = fleet.beans().status().getAppliedEventId();
    fleet.change();
    String literal = value == null ? "NULL" : "'" + value + "'";
    String set = "UPDATE \"NOTIFICATION_LOG\" SET \"" + column + "\" = " + literal;
    String where = " WHERE \"EVENT_TYPE\" = 'ALTER_TABLE' AND \"EVENT_ID\" > " + applied;
    assertTrue(fleet.sql(set + where) >= 3, "the three altered tables");
    long undecodable = fleet.beans().metric("cachedstore.log.undecodable");
    long resets = fleet.beans().metric("cachedstore.log.resets");
    fleet.beans().status().resumeTailer();
    fleet.compareAll();
    List<String> lines = fleet.log().ours("WARN|ERROR");
    assertTrue(lines.size() <= 1, "at most one line a minute, but " + lines);
    // A row without a table's name still has the name in its message.
    long bad = fleet.beans().metric("cachedstore.log.undecodable") - undecodable;
    assertEquals(!column.equals("TBL_NAME"), bad > 0, "undecodable " + bad);
    long flushed = fleet.beans().metric("cachedstore.log.resets") - resets;
    assertEquals(flushed, count("position is event"), "resets, each with one line");
  }

  /** The whole database goes back to an earlier state while the metastores run. */
  @Test
  void aRestoredBackupIsNoticed() throws Exception {
    fleet.postgres.stop();
    fleet.postgres.backUp();
    fleet.postgres.restart();
    fleet.awaitPlain();
    fleet.change();
    fleet.change();
    fleet.compareAll();
    long resets = fleet.beans().metric("cachedstore.log.resets");
    fleet.log().mark();
    fleet.postgres.stop();
    fleet.postgres.restore();
    fleet.postgres.restart();
    fleet.awaitPlain();
    fleet.await("a reset", () -> fleet.beans().metric("cachedstore.log.resets") > resets);
    fleet.compareAll();
    assertEquals(1, count("flushing everything"), "lines about the flush");
  }

  /** The restored database has grown beyond the old head before the metastore sees it again. */
  @Test
  void aRestoredBackupThatHasOutgrownUsIsNoticed() throws Exception {
    fleet.postgres.stop();
    fleet.postgres.backUp();
    fleet.postgres.restart();
    fleet.awaitPlain();
    fleet.change();
    fleet.compareAll();
    long applied = fleet.beans().status().getAppliedEventId();
    long resets = fleet.beans().metric("cachedstore.log.resets");
    fleet.proxy.refuse();
    fleet.postgres.stop();
    fleet.postgres.restore();
    fleet.postgres.restart();
    fleet.awaitPlain();
    while (fleet.head() <= applied) {
      fleet.change();
    }
    fleet.proxy.accept();
    fleet.await("a reset", () -> fleet.beans().metric("cachedstore.log.resets") > resets);
    fleet.compareAll();
    assertEquals(1, count("flushing everything"), "lines about the flush");
  }

  private long count(String text) throws Exception {
    return fleet.log().ours("INFO|WARN|ERROR").stream().filter(l -> l.contains(text)).count();
  }
}
