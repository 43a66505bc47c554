package io.hmscache.thrift.fleetcheck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import javax.annotation.concurrent.GuardedBy;

/** Everything the check counts and finds. Thread-safe. */
final class Findings {

  /** Violations told in full, for each promise. */
  private static final int MOST_EXAMPLES = 4;

  private final List<Endpoint> endpoints;
  private final long startNanos;
  private final AtomicLongArray checks = new AtomicLongArray(Promise.values().length);
  private final AtomicLongArray violations = new AtomicLongArray(Promise.values().length);
  private final List<Histogram> latencies = new ArrayList<>();
  private final List<LongAdder> readFailures = new ArrayList<>();
  private final List<LongAdder> absences = new ArrayList<>();
  private final Histogram externalDelay = new Histogram();
  private final LongAdder writes = new LongAdder();
  private final LongAdder writeFailures = new LongAdder();
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();

  @GuardedBy("this")
  private final List<String> examples = new ArrayList<>();

  Findings(List<Endpoint> endpoints, long startNanos) {
    this.endpoints = endpoints;
    this.startNanos = startNanos;
    for (int i = 0; i < endpoints.size(); i++) {
      latencies.add(new Histogram());
      readFailures.add(new LongAdder());
      absences.add(new LongAdder());
    }
  }

  /** Holds an answer against what was expected of it, and remembers what it showed. */
  void check(Expectation expected, Sight sight, long answeredNanos) {
    Subject subject = expected.subject();
    if (subject.abandoned()) {
      return;
    }
    latencies.get(expected.endpoint()).add(answeredNanos - expected.sentNanos());
    if (sight.isAbsent()) {
      absences.get(expected.endpoint()).increment();
    }
    long highest = Register.NONE;
    for (Map.Entry<Promise, Long> floor : expected.floors().entrySet()) {
      checks.incrementAndGet(floor.getKey().ordinal());
      highest = Math.max(highest, floor.getValue());
      if (subject.register().resolve(sight, floor.getValue()) == Register.NONE) {
        violated(floor.getKey(), expected, sight, floor.getValue());
        if (floor.getKey() == Promise.REAL) {
          return; // Nothing else can be said about such an answer.
        }
      }
    }
    long shown = subject.register().resolve(sight, highest);
    if (shown == Register.NONE) {
      shown = sight.version();
    }
    subject.show(expected.endpoint(), expected.method(), shown);
    if (!subject.kind().transactional() && subject.kind() != TableKind.POINTER) {
      externalDelay.add(subject.register().ageAt(shown, expected.sentNanos()));
    }
  }

  private void violated(Promise promise, Expectation expected, Sight sight, long floor) {
    if (violations.incrementAndGet(promise.ordinal()) <= MOST_EXAMPLES) {
      synchronized (this) {
        examples.add(
            String.format(
                "%.3f s: %s of %s (%s) through %s showed %s, must be at least version %d: %s",
                (expected.sentNanos() - startNanos) / 1e9,
                expected.method().thriftName(),
                expected.subject(),
                expected.subject().kind(),
                endpoints.get(expected.endpoint()),
                sight,
                floor,
                promise.text()));
      }
    }
  }

  /** A write was acknowledged. */
  void written() {
    writes.increment();
  }

  /** A write failed. */
  void writeFailed(int endpoint, Exception failure) {
    writeFailures.increment();
    error("write", endpoint, failure);
  }

  /** A read failed: it showed nothing, so no promise is at stake. */
  void readFailed(int endpoint, Exception failure) {
    readFailures.get(endpoint).increment();
    error("read", endpoint, failure);
  }

  private void error(String what, int endpoint, Exception failure) {
    String message = String.valueOf(failure.getMessage());
    int end = message.indexOf('\n');
    String line = end < 0 ? message : message.substring(0, end);
    // Without the names and numbers of single objects, so that equal failures count as one.
    String plain = line.replaceAll("\\d+", "#");
    String key =
        what
            + " through "
            + endpoints.get(endpoint)
            + ": "
            + failure.getClass().getSimpleName()
            + ": "
            + plain.substring(0, Math.min(160, plain.length()));
    if (errors.size() < 100 || errors.containsKey(key)) {
      errors.computeIfAbsent(key, k -> new LongAdder()).increment();
    }
  }

  long checks(Promise promise) {
    return checks.get(promise.ordinal());
  }

  long violations(Promise promise) {
    return violations.get(promise.ordinal());
  }

  long violations() {
    long sum = 0;
    for (int i = 0; i < violations.length(); i++) {
      sum += violations.get(i);
    }
    return sum;
  }

  long writes() {
    return writes.sum();
  }

  long writeFailures() {
    return writeFailures.sum();
  }

  long reads(int endpoint) {
    return latencies.get(endpoint).count();
  }

  long reads() {
    return latencies.stream().mapToLong(Histogram::count).sum();
  }

  long readFailures(int endpoint) {
    return readFailures.get(endpoint).sum();
  }

  long readFailures() {
    return readFailures.stream().mapToLong(LongAdder::sum).sum();
  }

  /** Whether every answer of an instance was that there is no table. */
  boolean sawNothing(int endpoint) {
    return reads(endpoint) > 0 && absences.get(endpoint).sum() == reads(endpoint);
  }

  Histogram latency(int endpoint) {
    return latencies.get(endpoint);
  }

  /** How old answers about external tables were: since when a newer state was acknowledged. */
  Histogram externalDelay() {
    return externalDelay;
  }

  /** The first violations of each promise, one line each. */
  synchronized List<String> examples() {
    return new ArrayList<>(examples);
  }

  /** Failures of single calls, one line each, with their number. */
  Map<String, Long> errors() {
    Map<String, Long> sums = new TreeMap<>();
    errors.forEach((line, count) -> sums.put(line, count.sum()));
    return sums;
  }
}
