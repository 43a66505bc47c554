package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RawStoreMethods.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** {@code docs/coverage.md} says of every read when memory answers it, or why it never does. */
class CoverageDocumentTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "coverage.md");
  private static final Path TESTS = Path.of("src", "test", "java", "io", "hmscache", "store");
  private static final Pattern CODE = Pattern.compile("`([A-Za-z_]+)`(?: ×(\\d+))?");

  @Test
  void theTablesNameEveryReadWithAllItsForms() throws IOException {
    assertEquals(forms(Role.READ_SERVED), forms(rows("## Served from memory")));
    assertEquals(forms(Role.READ_DELEGATED), forms(rows("## Always the database")));
  }

  @Test
  void everyCellSaysSomethingAndEveryTestExists() throws IOException {
    List<Executable> checks = new ArrayList<>();
    for (String[] row : rows("## Served from memory")) {
      checks.add(
          () -> {
            assertEquals(4, row.length, String.join("|", row));
            for (String cell : row) {
              assertFalse(cell.isBlank(), String.join("|", row));
            }
            Matcher test = CODE.matcher(row[3]);
            assertTrue(test.find(), row[3]);
            do {
              assertTrue(Files.exists(TESTS.resolve(test.group(1) + ".java")), test.group(1));
            } while (test.find());
          });
    }
    assertAll(checks);
  }

  private static Map<String, Integer> forms(Role role) {
    Map<String, Integer> forms = new TreeMap<>();
    RawStoreMethods.roles()
        .forEach(
            (signature, has) -> {
              if (has == role) {
                forms.merge(signature.substring(0, signature.indexOf('(')), 1, Integer::sum);
              }
            });
    return forms;
  }

  private static Map<String, Integer> forms(List<String[]> rows) {
    Map<String, Integer> forms = new TreeMap<>();
    for (String[] row : rows) {
      Matcher method = CODE.matcher(row[0]);
      while (method.find()) {
        int count = method.group(2) == null ? 1 : Integer.parseInt(method.group(2));
        forms.merge(method.group(1), count, Integer::sum);
      }
    }
    return forms;
  }

  /** The rows of the table under a heading, without its head. */
  private static List<String[]> rows(String heading) throws IOException {
    List<String[]> rows = new ArrayList<>();
    boolean within = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("## ")) {
        within = line.equals(heading);
      } else if (within && line.startsWith("| `")) {
        String[] cells = line.substring(2, line.length() - 2).split(" \\| ", -1);
        rows.add(cells);
      }
    }
    assertFalse(rows.isEmpty(), heading);
    return rows;
  }
}
