package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FloorTest {

  @Test
  void aNewFloorIsPendingBecauseNobodyKnowsWhatWasServedBefore() {
    assertTrue(new Floor().get() < 0);
  }

  @Test
  void aResolvedFloorOnlyGrows() {
    Floor floor = resolved(5);
    floor.raise(9);
    floor.raise(7);
    assertEquals(9, floor.get());
  }

  @Test
  void raisingDoesNotResolveAPendingFloor() {
    Floor floor = new Floor();
    floor.raise(100);
    assertTrue(floor.get() < 0, "another read may have seen more than 100");
  }

  @Test
  void aResolutionOvertakenByAnotherPendingReadFails() {
    Floor floor = resolved(1);
    floor.pend();
    long ticket = floor.get();
    floor.resolve(ticket, 5);
    floor.pend(); // a second read whose position nobody knows
    floor.resolve(ticket, 5); // the late first resolver
    assertTrue(floor.get() < 0);
  }

  @Test
  void ticketsAreNeverRepeated() {
    Floor floor = resolved(0);
    floor.pend();
    long first = floor.get();
    floor.resolve(first, 3);
    floor.pend();
    assertNotEquals(first, floor.get());
  }

  private static Floor resolved(long head) {
    Floor floor = new Floor();
    floor.resolve(floor.get(), head);
    return floor;
  }
}
