package io.hmscache.e2e;

import io.hmscache.testkit.Waiting;

/** What the metastores found that compared their hits with the database. */
final class ShadowCheck {

  private static final long TIMEOUT_MS = 60_000;

  private ShadowCheck() {}

  /** Waits until each has compared something; a difference is a wrong answer of the demo. */
  static void report(Report report, Instance... instances) {
    report.chapter("Every hit compared with the database, beside the requests");
    for (Instance instance : instances) {
      long start = System.nanoTime();
      Waiting.until(
          "hits of " + instance.name() + " compared with the database",
          TIMEOUT_MS,
          () -> instance.probe().verifiedHits() > 0);
      long mismatches = instance.probe().mismatches();
      report.step(
          mismatches == 0,
          instance.name(),
          "shadow check",
          instance.probe().verifiedHits() + " hits compared, " + mismatches + " differ",
          "",
          System.nanoTime() - start);
    }
  }
}
