package io.hmscache.bench.fleet;

/**
 * What one slice of time has given.
 *
 * @param latency of the calls that succeeded
 * @param seconds how long it took
 * @param failures calls that failed
 * @param firstFailure what the first of them said; empty if there is none
 */
record Slice(Nanos latency, double seconds, int failures, String firstFailure) {

  /** Calls per second of all threads together. */
  double throughput() {
    return latency.size() / seconds;
  }
}
