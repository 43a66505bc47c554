package io.hmscache.thrift.fleetcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RegisterTest {

  private final Register register = new Register();

  @Test
  void aVersionIsSeenFromItsSendingOn() {
    assertEquals(Register.NONE, register.resolve(Sight.of(0), Register.NONE));
    assertEquals(0, register.begin(false));
    assertEquals(0, register.resolve(Sight.of(0), Register.NONE));
    assertEquals(Register.NONE, register.resolve(Sight.of(1), Register.NONE));
  }

  @Test
  void anOlderVersionThanTheFloorIsNoAnswer() {
    register.begin(false);
    register.begin(false);
    assertEquals(1, register.resolve(Sight.of(1), 1));
    assertEquals(Register.NONE, register.resolve(Sight.of(0), 1));
  }

  @Test
  void anAbsenceIsTheFirstDropNotBelowTheFloor() {
    register.begin(false);
    assertEquals(Register.NONE, register.resolve(Sight.absent(), Register.NONE));
    register.begin(true);
    register.begin(false);
    register.begin(true);
    assertEquals(1, register.resolve(Sight.absent(), 0));
    assertEquals(1, register.resolve(Sight.absent(), 1));
    assertEquals(3, register.resolve(Sight.absent(), 2));
    assertEquals(Register.NONE, register.resolve(Sight.absent(), 4));
    assertEquals(Register.NONE, register.resolve(Sight.of(1), 0), "a dropped table shows nothing");
  }

  @Test
  void acknowledgementsAreFoundByTime() {
    assertEquals(Register.NONE, register.acknowledgedBy(100));
    register.acknowledge(register.begin(false), 10);
    register.acknowledge(register.begin(false), 20);
    register.begin(false); // Failed: never acknowledged.
    register.acknowledge(register.begin(false), 40);
    assertEquals(Register.NONE, register.acknowledgedBy(9));
    assertEquals(0, register.acknowledgedBy(10));
    assertEquals(1, register.acknowledgedBy(39));
    assertEquals(3, register.acknowledgedBy(40));
    assertEquals(3, register.acknowledged());
  }

  @Test
  void aVersionAgesFromTheNextAcknowledgementOn() {
    register.acknowledge(register.begin(false), 10);
    register.acknowledge(register.begin(false), 20);
    register.acknowledge(register.begin(false), 40);
    assertEquals(0, register.ageAt(2, 100));
    assertEquals(60, register.ageAt(1, 100));
    assertEquals(80, register.ageAt(0, 100));
    assertEquals(0, register.ageAt(0, 15), "the next one came after the question");
    assertEquals(90, register.ageAt(Register.NONE, 100));
  }
}
