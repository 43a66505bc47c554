package io.hmscache.store;

import io.hmscache.writeid.Decision;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;

/**
 * The last read of a table, for people and the demo: what became of it and why. Racy on purpose: it
 * costs a hit nothing but a comparison, and nobody decides anything by it.
 */
final class ReadLog {

  /** Reasons kept for people. */
  private static final int REASONS = 8;

  private final AtomicLong misses = new AtomicLong();

  @GuardedBy("reasons")
  private final Map<String, Long> reasons =
      new LinkedHashMap<String, Long>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REASONS;
        }
      };

  private volatile @Nullable String last;
  private volatile Outcome outcome = Outcome.NONE;
  private volatile Decision why = Decision.HIT;

  /** What became of a read. */
  enum Outcome {
    NONE,
    HIT,
    HIT_AFTER_CATCH_UP,
    MISS,
    DATABASE
  }

  void record(Outcome newOutcome, Decision decision, long position) {
    if (newOutcome == Outcome.HIT && outcome == Outcome.HIT && why == decision) {
      return;
    }
    outcome = newOutcome;
    why = decision;
    last = describe(newOutcome, decision, position);
    if (newOutcome == Outcome.MISS) {
      misses.incrementAndGet();
    } else if (newOutcome == Outcome.DATABASE) {
      count(decision.text());
    }
  }

  void recordDatabase(String reason) {
    outcome = Outcome.DATABASE;
    last = "database: " + reason;
    count(reason);
  }

  private void count(String reason) {
    synchronized (reasons) {
      reasons.merge(reason, 1L, Long::sum);
    }
  }

  /** Reads that found no entry. */
  long misses() {
    return misses.get();
  }

  /** Why reads went to the database, and how often. */
  Map<String, Long> databaseReasons() {
    synchronized (reasons) {
      return new LinkedHashMap<>(reasons);
    }
  }

  String last() {
    String text = last;
    return text == null ? "never read" : text;
  }

  private static String describe(Outcome outcome, Decision decision, long position) {
    switch (outcome) {
      case HIT:
        return decision.text();
      case HIT_AFTER_CATCH_UP:
        return "hit after catch-up: position " + position;
      case MISS:
        return "miss";
      case DATABASE:
        return "database: " + decision.text();
      default:
        return "never read";
    }
  }
}
