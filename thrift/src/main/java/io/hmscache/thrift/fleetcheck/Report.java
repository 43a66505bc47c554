package io.hmscache.thrift.fleetcheck;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/** Prints what was found. */
final class Report {

  private static final String COUNTER_PREFIX = "cachedstore.";

  private final PrintStream out;
  private final FleetCheckOptions options;
  private final Findings findings;

  Report(PrintStream out, FleetCheckOptions options, Findings findings) {
    this.out = out;
    this.options = options;
    this.findings = findings;
  }

  /** One line while the check runs. */
  void progress(long seconds) {
    out.printf(
        "%4d s  %d writes, %d reads, %d failed calls, %d violations%n",
        seconds,
        findings.writes(),
        findings.reads(),
        findings.writeFailures() + findings.readFailures(),
        findings.violations());
    out.flush();
  }

  /**
   * Everything, at the end.
   *
   * @param before counters of each instance at the start; null where it could not be asked
   * @param after the same at the end
   * @param abandoned tables given up because a write got no answer
   */
  void summary(List<Map<String, Long>> before, List<Map<String, Long>> after, long abandoned) {
    out.println();
    out.printf("%-62s %10s %10s%n", "promise", "checks", "violations");
    for (Promise promise : Promise.values()) {
      out.printf(
          "%-62s %10d %10d%n",
          promise.text(), findings.checks(promise), findings.violations(promise));
    }
    out.println();
    out.printf(
        "%-28s %8s %7s %8s %8s %8s  %s%n",
        "instance", "reads", "failed", "p50", "p99", "longest", "cache");
    for (int i = 0; i < options.endpoints().size(); i++) {
      Histogram latency = findings.latency(i);
      out.printf(
          "%-28s %8d %7d %8s %8s %8s  %s%n",
          options.endpoints().get(i),
          latency.count(),
          findings.readFailures(i),
          millis(latency.percentile(0.5)),
          millis(latency.percentile(0.99)),
          millis(latency.max()),
          cache(before.get(i), after.get(i)));
    }
    Histogram delay = findings.externalDelay();
    out.printf(
        "%ndelay of external tables: p50 %s, p99 %s, longest %s, bound %d ms%n",
        millis(delay.percentile(0.5)),
        millis(delay.percentile(0.99)),
        millis(delay.max()),
        options.boundMillis());
    failures(abandoned);
    violations();
  }

  private void failures(long abandoned) {
    findings.errors().forEach((line, count) -> out.printf("failed %d times: %s%n", count, line));
    if (abandoned > 0) {
      out.printf(
          "%d tables were given up: a change got no answer, so their state is unknown%n",
          abandoned);
    }
    for (int i = 0; i < options.endpoints().size(); i++) {
      if (findings.sawNothing(i)) {
        out.printf(
            "%s saw none of the tables: is it on the same database as the others?%n",
            options.endpoints().get(i));
      }
    }
  }

  private void violations() {
    List<String> examples = findings.examples();
    long total = findings.violations();
    if (total == 0) {
      out.println("every promise was kept");
      return;
    }
    out.println();
    examples.forEach(out::println);
    if (total > examples.size()) {
      out.printf("and %d more%n", total - examples.size());
    }
    out.printf("%d violations%n", total);
  }

  private static String cache(
      @Nullable Map<String, Long> before, @Nullable Map<String, Long> after) {
    if (before == null || after == null || !after.containsKey(COUNTER_PREFIX + "hits")) {
      return "tells nothing";
    }
    StringBuilder text = new StringBuilder();
    for (String name : new String[] {"hits", "misses", "bypasses", "catchups"}) {
      long count =
          after.getOrDefault(COUNTER_PREFIX + name, 0L)
              - before.getOrDefault(COUNTER_PREFIX + name, 0L);
      text.append(text.length() == 0 ? "" : ", ").append(count).append(' ').append(name);
    }
    return text.toString();
  }

  private static String millis(long nanos) {
    return String.format("%.1f ms", nanos / 1e6);
  }
}
