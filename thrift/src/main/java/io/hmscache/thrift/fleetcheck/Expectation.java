package io.hmscache.thrift.fleetcheck;

import java.util.EnumMap;
import java.util.Map;

/**
 * What one read must show at least, promise by promise, as it was known before the read was sent.
 * For one thread.
 */
final class Expectation {

  private final Subject subject;
  private final int endpoint;
  private final ReadMethod method;
  private final long sentNanos;
  private final Map<Promise, Long> floors = new EnumMap<>(Promise.class);

  private Expectation(Subject subject, int endpoint, ReadMethod method, long sentNanos) {
    this.subject = subject;
    this.endpoint = endpoint;
    this.method = method;
    this.sentNanos = sentNanos;
  }

  /** Of a read that is about to be sent; every read promises not to go back. */
  static Expectation of(Subject subject, int endpoint, ReadMethod method, long nowNanos) {
    Expectation expectation = new Expectation(subject, endpoint, method, nowNanos);
    expectation.floors.put(Promise.REAL, Register.NONE);
    expectation.floors.put(Promise.FORWARD, subject.seen(endpoint, method));
    return expectation;
  }

  /** At least what was acknowledged when the list was asked for. */
  Expectation snapshot(long acknowledged) {
    floors.put(Promise.SNAPSHOT, acknowledged);
    return this;
  }

  /** At least the reader's own write. */
  Expectation ownWrite(long version) {
    floors.put(Promise.OWN_WRITE, version);
    return this;
  }

  /** At least what was acknowledged, or shown to anyone, before now. */
  Expectation linearizable() {
    floors.put(
        Promise.LINEARIZABLE,
        Math.max(subject.register().acknowledged(), subject.seenAnywhere(method)));
    return this;
  }

  /** At least what was acknowledged a bound before now. */
  Expectation within(long boundNanos) {
    floors.put(Promise.BOUND, subject.register().acknowledgedBy(sentNanos - boundNanos));
    return this;
  }

  Subject subject() {
    return subject;
  }

  int endpoint() {
    return endpoint;
  }

  ReadMethod method() {
    return method;
  }

  long sentNanos() {
    return sentNanos;
  }

  /** The least version that each promise in force allows. */
  Map<Promise, Long> floors() {
    return floors;
  }
}
