package io.hmscache.clients.iceberg;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.metrics.CommitMetricsResult;
import org.apache.iceberg.metrics.CommitReport;
import org.apache.iceberg.metrics.CounterResult;
import org.apache.iceberg.metrics.MetricsReport;
import org.apache.iceberg.metrics.MetricsReporter;

/** Counts how often successful commits were attempted. Thread-safe. */
final class AttemptCounter implements MetricsReporter {

  private final AtomicLong attempts = new AtomicLong();

  @Override
  public void report(MetricsReport report) {
    if (!(report instanceof CommitReport)) {
      return;
    }
    CommitMetricsResult metrics = ((CommitReport) report).commitMetrics();
    CounterResult counted = metrics == null ? null : metrics.attempts();
    if (counted != null) {
      attempts.addAndGet(counted.value());
    }
  }

  /** Attempts of all commits that succeeded so far. */
  long attempts() {
    return attempts.get();
  }
}
