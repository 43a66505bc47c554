package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparison itself: it has to see what is wrong, and only that. */
final class TranscriptTest {

  private static final Script.Question AT_ONCE = new Script.Question("q", true);
  private static final Script.Question LATE = new Script.Question("q", false);
  private static final List<String> OLD = List.of("old");
  private static final List<String> NEW = List.of("new");

  @Test
  void serversThatDisagreeAreADifference() {
    Transcript transcript = new Transcript(null);
    transcript.answer(AT_ONCE, false, () -> OLD);
    transcript.answer(AT_ONCE, true, () -> NEW);
    assertEquals(1, transcript.differences().size());
  }

  @Test
  void oldAnswerToAQuestionAtOnceIsADifferenceEvenIfTheNextWereRight() {
    Transcript transcript = new Transcript(expected());
    Iterator<List<String>> answers = List.of(OLD, NEW).iterator();
    transcript.answer(AT_ONCE, false, answers::next);
    assertEquals(1, transcript.differences().size());
  }

  @Test
  void lateAnswerIsNoDifferenceButCounted() {
    Transcript transcript = new Transcript(expected());
    Iterator<List<String>> answers = List.of(OLD, OLD, NEW).iterator();
    transcript.answer(LATE, false, answers::next);
    assertEquals(List.of(), transcript.differences());
    assertTrue(transcript.summary().contains("1 late"), transcript.summary());
  }

  @Test
  void serverThatMadeTheChangeMayNotBeLate() {
    Transcript transcript = new Transcript(expected());
    transcript.answer(LATE, true, () -> OLD);
    assertEquals(1, transcript.differences().size());
  }

  @Test
  void answerThatNeverComesIsADifference() {
    Transcript transcript = new Transcript(expected());
    transcript.answer(LATE, false, () -> OLD);
    assertEquals(1, transcript.differences().size());
  }

  @Test
  void failedChangeIsADifference() {
    Transcript transcript = new Transcript(null);
    transcript.change(
        "c",
        () -> {
          throw new IllegalStateException("refused");
        });
    assertEquals(1, transcript.differences().size());
  }

  @Test
  void questionsFollowEveryChangeOfTheirBlock() {
    Script script =
        Script.parse(
            List.of("# x", "! one", "? a", "! two", "~ b", "=", "+ folder", "- folder", "! three"));
    assertEquals(
        List.of(
            new Script.Step("one", Script.Kind.STATEMENT, List.of(new Script.Question("a", true))),
            new Script.Step(
                "two",
                Script.Kind.STATEMENT,
                List.of(new Script.Question("a", true), new Script.Question("b", false))),
            new Script.Step("folder", Script.Kind.MAKE_FOLDER, List.of()),
            new Script.Step("folder", Script.Kind.REMOVE_FOLDER, List.of()),
            new Script.Step("three", Script.Kind.STATEMENT, List.of())),
        script.steps());
  }

  private static Transcript expected() {
    Transcript plain = new Transcript(null);
    plain.answer(AT_ONCE, false, () -> NEW);
    return plain;
  }
}
