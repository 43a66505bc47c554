package io.hmscache.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What two servers answered to a script. Without an expectation the two are compared with each
 * other; with one, each answer is compared with what the plain fleet said at the same place.
 */
final class Transcript {

  /** How long after the bound an answer may still come, for what lies between us and the cache. */
  private static final long GRACE_MS = 2_000;

  private static final long PAUSE_MS = 50;

  private final Transcript expected;
  private final List<List<String>> answers = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private String change = "";
  private int changes;
  private int late;
  private long longestMs;

  /** A transcript to be compared with that of the plain fleet; null if this is that one. */
  Transcript(Transcript expected) {
    this.expected = expected;
  }

  /** Makes a change; one that fails is a difference, and the script goes on. */
  void change(String text, Runnable make) {
    change = text;
    changes++;
    try {
      make.run();
    } catch (IllegalStateException e) {
      differences.add("failed: " + text + ": " + (e.getCause() == null ? e : e.getCause()));
    }
  }

  /**
   * One answer. A late one is asked for again until it is right or the bound has passed; the server
   * that made the change never may be late.
   */
  void answer(Script.Question question, boolean own, Supplier<List<String>> ask) {
    List<String> want =
        expected != null
            ? expected.answers.get(answers.size())
            : own ? answers.get(answers.size() - 1) : null;
    List<String> got = ask.get();
    if (want != null && !got.equals(want) && !own && !question.atOnce()) {
      late++;
      long start = System.nanoTime();
      long waited = 0;
      while (!got.equals(want) && waited < Fleet.MAX_STALENESS_MS + GRACE_MS) {
        pause();
        got = ask.get();
        waited = (System.nanoTime() - start) / 1_000_000;
      }
      longestMs = Math.max(longestMs, waited);
    }
    answers.add(got);
    if (want != null && !got.equals(want)) {
      differences.add(
          "after: %s%n  %s server, %s%n  expected %s%n  got      %s"
              .formatted(change, own ? "same" : "other", question.sql(), want, got));
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  List<String> differences() {
    return differences;
  }

  int answers() {
    return answers.size();
  }

  /** Failures among the answers, such as those about tables that are not there. */
  long failures() {
    return answers.stream().filter(a -> a.get(0).startsWith("failed")).count();
  }

  String summary() {
    return "%d changes, %d answers (%d of them failures), %d differences, %d late, longest %d ms"
        .formatted(changes, answers.size(), failures(), differences.size(), late, longestMs);
  }

  /** All of it, for a person. */
  List<List<String>> all() {
    return answers;
  }
}
