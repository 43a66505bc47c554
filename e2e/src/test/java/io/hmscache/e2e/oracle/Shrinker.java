package io.hmscache.e2e.oracle;

import java.util.function.Predicate;

/** Leaves steps out of a failing history as long as it goes on failing. */
final class Shrinker {

  private final Predicate<History> fails;
  private int attempts;

  /**
   * @param fails whether a history fails
   * @param attempts how many histories may be tried
   */
  Shrinker(int attempts, Predicate<History> fails) {
    this.attempts = attempts;
    this.fails = fails;
  }

  /** A history as short as the attempts allow; itself failing. */
  History shrink(History failing) {
    History best = failing;
    for (int chunk = Math.max(1, best.size() / 2); chunk >= 1; chunk /= 2) {
      for (int from = 0; from + chunk <= best.size(); ) {
        if (attempts-- <= 0) {
          return best;
        }
        History candidate = best.without(from, from + chunk);
        if (candidate.size() > 0 && fails.test(candidate)) {
          best = candidate;
        } else {
          from += chunk;
        }
      }
    }
    return best;
  }
}
