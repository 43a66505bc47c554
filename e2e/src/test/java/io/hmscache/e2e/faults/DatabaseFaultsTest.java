package io.hmscache.e2e.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Faults of the database, or of the network before it. */
@ExtendWith(FaultFleetExtension.class)
class DatabaseFaultsTest {

  private final FaultFleet fleet;

  DatabaseFaultsTest(FaultFleet fleet) {
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
    fleet.awaitCached();
    fleet.compareAll();
    fleet.change();
    fleet.compareAll();
    fleet.awaitHits();
    assertEquals(List.of(), fleet.log().frames(), "stack traces");
  }

  @Test
  void aRestartedDatabaseIsFollowedAgain() throws Exception {
    long failed = fleet.beans().metric("cachedstore.log.polls.failed");
    fleet.postgres.stop();
    fleet.await(
        "the fault is counted",
        () -> fleet.beans().metric("cachedstore.log.polls.failed") > failed);
    fleet.await("the state tells", () -> "stalled".equals(fleet.beans().report("tailer")));
    fleet.postgres.restart();
    fleet.awaitPlain();
    fleet.awaitCached();
    fleet.awaitApplied();
    assertOneLineEach();
  }

  @Test
  void aSlowDatabaseMakesReadsSlowAndNotWrong() throws Exception {
    fleet.proxy.delay(15);
    for (int i = 0; i < 2; i++) {
      fleet.change();
      fleet.compareAtOnce();
    }
    fleet.compareAll();
    fleet.proxy.delay(0);
    assertEquals(List.of(), fleet.log().ours("WARN|ERROR"));
  }

  /** What memory can prove without the database it still answers; nothing else is made up. */
  @Test
  void aDatabaseThatRefusesConnectionsStopsWhatMemoryCannotProve() throws Exception {
    String list = fleet.list();
    Table known = fleet.ask(client -> FaultFleet.gated(client, list, -1));
    fleet.proxy.refuse();
    assertEquals(known, fleet.ask(client -> FaultFleet.gated(client, list, -1)));
    assertThrows(Exception.class, () -> fleet.ask(FaultFleet::pointer));
    fleet.change();
    fleet.await("the bound is enforced", () -> fails(FaultFleet::external));
    assertEquals(known, fleet.ask(client -> FaultFleet.gated(client, list, -1)));
    fleet.await("the state tells", () -> "stalled".equals(fleet.beans().report("tailer")));
    assertTrue(fleet.beans().metric("cachedstore.bypasses.head_unavailable") > 0);
    fleet.proxy.accept();
    fleet.awaitCached();
    fleet.awaitApplied();
    assertOneLineEach();
  }

  /** The network swallows everything, and more readers wait than the pool has connections. */
  @Test
  void anExhaustedPoolLetsReadersGoInTheEnd() throws Exception {
    long failed = fleet.beans().metric("cachedstore.log.polls.failed");
    fleet.proxy.silence();
    List<Future<Table>> readers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      readers.add(fleet.askAside(i % 2 == 0 ? FaultFleet::pointer : FaultFleet::external));
    }
    fleet.await(
        "the fault is counted",
        () -> fleet.beans().metric("cachedstore.log.polls.failed") > failed);
    fleet.change();
    String now = fleet.truth(FaultFleet.POINTER).getParameters().get("version");
    fleet.proxy.speak();
    int answered = 0;
    for (Future<Table> reader : readers) {
      try {
        fleet.finished("a reader", reader);
        answered++;
      } catch (org.apache.thrift.TException e) {
        assertTrue(e.getMessage() != null, "the pool's own failure reached the client");
      }
    }
    assertTrue(answered > 0, "nobody was answered");
    fleet.awaitCached();
    assertEquals(now, fleet.ask(FaultFleet::pointer).getParameters().get("version"));
    fleet.awaitApplied();
    assertOneLineEach();
  }

  private boolean fails(FaultFleet.Ask<?> ask) throws Exception {
    try {
      fleet.ask(ask);
      return false;
    } catch (org.apache.thrift.TException e) {
      return true;
    }
  }

  /** One line when it begins, one when it ends. */
  private void assertOneLineEach() throws Exception {
    List<String> lines = fleet.log().ours("INFO|WARN|ERROR");
    assertEquals(1, count(lines, "cannot follow the log"), lines.toString());
    assertEquals(1, count(lines, "following the log again"), lines.toString());
  }

  private static long count(List<String> lines, String text) {
    return lines.stream().filter(line -> line.contains(text)).count();
  }
}
