package io.hmscache.e2e.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Failing histories become short scripts that can be read back. */
class ShrinkerTest {

  private static final History.Step ONE = new History.Step(Operation.DROP_TABLE, 0, 17);
  private static final History.Step OTHER = new History.Step(Operation.COMMIT, 1, 4);

  @Test
  void onlyWhatTheFailureNeedsIsLeft() {
    History history = History.random(5, 40);
    history.steps().add(7, ONE);
    history.steps().add(31, OTHER);
    History shrunk =
        new Shrinker(1000, h -> h.steps().contains(ONE) && h.steps().contains(OTHER))
            .shrink(history);
    assertEquals(List.of(ONE, OTHER), shrunk.steps());
  }

  @Test
  void attemptsAreBounded() {
    int[] tried = new int[1];
    History history = History.random(5, 40);
    new Shrinker(
            9,
            h -> {
              tried[0]++;
              return false;
            })
        .shrink(history);
    assertEquals(9, tried[0]);
  }

  @Test
  void aScriptIsReadBack() {
    History history = History.random(5, 40);
    List<String> script =
        history.steps().stream().map(step -> step + " # told").collect(Collectors.toList());
    assertEquals(history, History.parse(script));
    assertTrue(history.steps().get(0).operation() == Operation.CREATE_ALL);
  }
}
