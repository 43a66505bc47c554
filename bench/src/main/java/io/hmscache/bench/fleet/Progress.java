package io.hmscache.bench.fleet;

import java.io.PrintStream;
import java.util.Locale;

/** Lines that tell a waiting person what goes on. Thread-safe. */
final class Progress {

  private final PrintStream out;
  private final long start = System.nanoTime();

  Progress(PrintStream out) {
    this.out = out;
  }

  /** One line, with the time since the start. */
  void say(String text) {
    out.printf(Locale.ROOT, "[%5.0f s] %s%n", (System.nanoTime() - start) / 1e9, text);
  }
}
