package io.hmscache.store;

import io.hmscache.writeid.Decision;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Counters of one instance's cache. Thread-safe; reading them is cheap and never exact. */
final class CacheMetrics {

  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();

  /** Reads that went to the database by a rule and not because nothing was there. */
  final LongAdder bypasses = new LongAdder();

  final LongAdder loads = new LongAdder();
  final LongAdder loadNanos = new LongAdder();
  final LongAdder loadFailures = new LongAdder();
  final LongAdder joinedLoads = new LongAdder();
  final LongAdder evictions = new LongAdder();

  /** Loads whose result an invalidation had overtaken. */
  final LongAdder refused = new LongAdder();

  final LongAdder localInvalidations = new LongAdder();
  final LongAdder catchUps = new LongAdder();

  /** Failures of the cache itself that became database reads. */
  final LongAdder failures = new LongAdder();

  private final AtomicLongArray byDecision = new AtomicLongArray(Decision.values().length);
  private final AtomicLongArray byBypass = new AtomicLongArray(Bypass.values().length);

  void decided(Decision decision) {
    byDecision.incrementAndGet(decision.ordinal());
  }

  long count(Decision decision) {
    return byDecision.get(decision.ordinal());
  }

  void bypassed(Bypass bypass) {
    bypasses.increment();
    byBypass.incrementAndGet(bypass.ordinal());
  }

  long count(Bypass bypass) {
    return byBypass.get(bypass.ordinal());
  }
}
