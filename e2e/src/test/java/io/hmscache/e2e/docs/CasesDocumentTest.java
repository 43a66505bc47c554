package io.hmscache.e2e.docs;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Every known failure case has a test, or a reason why it cannot happen. */
class CasesDocumentTest {

  private static final List<Integer> CASES =
      List.of(
          1, 4, 6, 7, 8, 9, 10, 13, 15, 16, 17, 18, 19, 21, 23, 25, 26, 28, 29, 30, 31, 34, 36, 37,
          39, 41, 43, 44, 45, 47, 48, 50, 52, 53, 54, 55, 56, 58);

  @Test
  void everyCaseIsAnsweredAndEveryTestExists() throws Exception {
    NamedTests tests = new NamedTests();
    List<List<String>> rows = tests.rows("cases.md");
    assertEquals(
        CASES.stream().map(number -> String.format("B%02d", number)).toList(),
        rows.stream().map(row -> row.get(0)).toList());
    Stream<Executable> checks =
        rows.stream()
            .map(
                row ->
                    () -> {
                      assertEquals(List.of(), tests.missing(row.get(2)), row.get(0));
                      boolean reason = row.get(3).endsWith(".");
                      assertTrue(NamedTests.count(row.get(2)) > 0 || reason, row.get(0));
                    });
    assertAll(checks);
  }
}
