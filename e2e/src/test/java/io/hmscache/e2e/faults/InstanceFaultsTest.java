package io.hmscache.e2e.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Future;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Faults of the instance itself: stopped, killed, short of memory, with a listener that fails. */
@ExtendWith(FaultFleetExtension.class)
class InstanceFaultsTest {

  private final FaultFleet fleet;

  InstanceFaultsTest(FaultFleet fleet) {
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
    assertEquals(List.of(), fleet.log().ours("WARN|ERROR"));
  }

  /** It wakes up with a cache as old as its sleep, and requests that were sent meanwhile. */
  @Test
  void aStoppedInstanceThatGoesOnIsNotBehind() throws Exception {
    String now;
    Future<Table> strict;
    fleet.cached().suspend();
    try {
      strict = fleet.askAside(FaultFleet::pointer);
      fleet.change();
      now = fleet.truth(FaultFleet.POINTER).getParameters().get("version");
    } finally {
      fleet.cached().resume();
    }
    fleet.finished("a request sent while it was stopped", strict);
    assertEquals(now, fleet.ask(FaultFleet::pointer).getParameters().get("version"));
    fleet.compareAtOnce();
  }

  /** Longer than the bound: eventual reads must not trust a confirmation from before the sleep. */
  @Test
  void anInstanceStoppedForLongerThanTheBoundReadsTheDatabase() throws Exception {
    String now;
    fleet.cached().suspend();
    try {
      fleet.change();
      now = fleet.truth(FaultFleet.EXTERNAL).getParameters().get("version");
      Thread.sleep(2 * FaultFleet.MAX_STALENESS_MS); // the fault itself
    } finally {
      fleet.cached().resume();
    }
    assertEquals(now, fleet.ask(FaultFleet::external).getParameters().get("version"));
  }

  @Test
  void aKilledInstanceComesBackEmpty() throws Exception {
    fleet.replaceCached();
    fleet.compareAtOnce();
  }

  /** The write is rolled back, so nobody may see it, here or elsewhere. */
  @Test
  void aListenerThatThrowsLeavesNothingBehind() throws Exception {
    Table before = fleet.truth(FaultFleet.EXTERNAL);
    for (String name : List.of(FaultFleet.EXTERNAL, FaultFleet.POINTER)) {
      assertThrows(
          MetaException.class,
          () ->
              fleet.alterThroughCached(
                  name, table -> table.putToParameters(ThrowingListener.FAIL, "now")));
    }
    assertEquals(before, fleet.truth(FaultFleet.EXTERNAL));
    assertEquals(before, fleet.ask(FaultFleet::external));
    fleet.compareAtOnce();
    fleet.alterThroughCached(FaultFleet.EXTERNAL, table -> table.putToParameters("calm", "yes"));
    assertEquals("yes", fleet.ask(FaultFleet::external).getParameters().get("calm"));
  }

  /** Far more than fits: everything is answered, memory stays bounded, evictions are counted. */
  @Test
  void moreThanFitsIntoMemoryCostsHitsOnly() throws Exception {
    long evictions = fleet.beans().metric("cachedstore.evictions");
    int tables = fleet.createFatTables();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < tables; i++) {
        fleet.compareFatTable(i);
      }
    }
    fleet.await(
        "evictions are counted", () -> fleet.beans().metric("cachedstore.evictions") > evictions);
    fleet.await(
        "the bound is kept",
        () ->
            fleet.beans().metric("cachedstore.bytes")
                <= fleet.beans().metric("cachedstore.bytes.max"));
    assertTrue(fleet.cached().alive());
  }
}
