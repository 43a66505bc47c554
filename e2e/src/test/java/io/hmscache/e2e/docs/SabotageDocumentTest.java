package io.hmscache.e2e.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every invariant and every rule has a test that sees it broken. */
class SabotageDocumentTest {

  private static final Pattern RULE = Pattern.compile("`([A-Z_]+)`");

  @Test
  void everyInvariantAndEveryRuleIsThereAndEveryTestExists() throws Exception {
    NamedTests tests = new NamedTests();
    List<List<String>> rows = tests.rows("sabotage.md");
    assertEquals(
        IntStream.rangeClosed(1, 19).mapToObj(String::valueOf).toList(),
        rows.stream().map(row -> row.get(0).split(" ", -1)[0]).toList());
    List<String> rules = new ArrayList<>();
    for (List<String> row : rows) {
      RULE.matcher(row.get(1)).results().map(rule -> rule.group(1)).forEach(rules::add);
      assertEquals(List.of(), tests.missing(row.get(2)), row.get(0));
      assertTrue(NamedTests.count(row.get(2)) > 0, row.get(0));
    }
    assertEquals(constants(tests), new TreeSet<>(rules));
  }

  /** The names of the enum Rule, which is not public. */
  private static TreeSet<String> constants(NamedTests tests) throws Exception {
    String source = tests.text("cachedstore/src/main/java/io/hmscache/store/Rule.java");
    return Pattern.compile("^  ([A-Z_]+),?$", Pattern.MULTILINE)
        .matcher(source)
        .results()
        .map((MatchResult constant) -> constant.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
