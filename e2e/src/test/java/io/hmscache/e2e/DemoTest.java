package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo is a test: every answer of its scenario is checked. */
class DemoTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(strings = {"derby", "postgres"})
  void everyAnswerIsRight(String database) {
    int code = run("--db", database, "--verify");
    String text = out.toString(StandardCharsets.UTF_8);
    System.out.println(text);
    assertEquals(0, code, err.toString(StandardCharsets.UTF_8));
    List<String> lines = text.lines().toList();
    assertTrue(lines.get(lines.size() - 1).matches("\\d+ passed, 0 failed"), text);
    assertTrue(lines.stream().anyMatch(line -> line.contains("[hit]")), text);
    assertTrue(lines.stream().anyMatch(line -> line.contains("[database: ")), text);
    assertEquals(2, lines.stream().filter(line -> line.contains(" compared, 0 differ")).count());
  }

  @Test
  void aWrongOptionIsSaidInOneLine() {
    assertEquals(2, run("--db", "oracle"));
    assertEquals(
        List.of("demo: --db is derby or postgres, not 'oracle'"),
        err.toString(StandardCharsets.UTF_8).lines().toList());
    assertEquals(2, run("--jdbc-url", "jdbc:postgresql://h/d"));
    assertEquals(2, run("--keep", "--loud"));
    assertEquals(2, run("--store", "plain", "--verify"));
  }

  private int run(String... arguments) {
    return Demo.run(
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
