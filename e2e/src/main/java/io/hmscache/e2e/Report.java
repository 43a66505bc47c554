package io.hmscache.e2e;

import java.io.PrintStream;
import java.util.Locale;

/** Prints one line per step and counts. For one thread. */
final class Report {

  private final PrintStream out;
  private int passed;
  private int failed;

  Report(PrintStream out) {
    this.out = out;
  }

  /** A line between the steps that says what follows. */
  void chapter(String text) {
    out.println();
    out.println(text);
  }

  /**
   * One step.
   *
   * @param ok whether the answer was right
   * @param instance name of the instance that was asked
   * @param asked what was asked
   * @param answer what came back
   * @param source from memory or the database and why; empty if that is no question
   * @param nanos how long it took
   */
  void step(boolean ok, String instance, String asked, String answer, String source, long nanos) {
    if (ok) {
      passed++;
    } else {
      failed++;
    }
    out.printf(
        Locale.ROOT,
        "%3d %-4s %s  %-52s %7.1f ms  %s%s%n",
        passed + failed,
        ok ? "ok" : "FAIL",
        instance,
        asked,
        nanos / 1e6,
        source.isEmpty() ? "" : "[" + source + "] ",
        answer);
  }

  /** The last line. */
  void summary() {
    out.println();
    out.printf(Locale.ROOT, "%d passed, %d failed%n", passed, failed);
  }

  int passed() {
    return passed;
  }

  int failed() {
    return failed;
  }
}
