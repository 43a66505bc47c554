package io.hmscache.store;

import io.hmscache.writeid.Decision;
import javax.annotation.Nullable;

/**
 * The last read of a table, for people and the demo: what became of it and why. Racy on purpose: it
 * costs a hit nothing but a comparison, and nobody decides anything by it.
 */
final class ReadLog {

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
  }

  void recordDatabase(String reason) {
    outcome = Outcome.DATABASE;
    last = "database: " + reason;
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
