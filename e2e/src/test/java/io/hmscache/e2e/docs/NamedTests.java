package io.hmscache.e2e.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tables of the documents, and the test sources of all modules that they name. */
final class NamedTests {

  private static final Pattern NAME = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");

  private final Path root = Path.of("").toAbsolutePath().getParent();
  private final Map<String, String> sources = new HashMap<>();

  NamedTests() throws IOException {
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.toList()) {
        collect(module.resolve("src/test/java"));
        collect(module.resolve("fleet/src/test/java"));
      }
    }
    assertTrue(sources.size() > 30, "only " + sources.keySet() + " below " + root);
  }

  private void collect(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith("Test.java")) {
          sources.put(name.substring(0, name.length() - 5), Files.readString(file));
        }
      }
    }
  }

  /** A file of the repository. */
  String text(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  /** Rows of a document's only table, without head, by cells. */
  List<List<String>> rows(String document) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : text("docs/" + document).lines().toList()) {
      if (line.startsWith("| ") || line.startsWith("|-")) {
        rows.add(Stream.of(line.substring(1).split("\\|", -1)).map(String::strip).toList());
      }
    }
    return rows.subList(2, rows.size());
  }

  /** What a cell names that no source has. */
  List<String> missing(String cell) {
    List<String> missing = new ArrayList<>();
    Matcher names = NAME.matcher(cell);
    while (names.find()) {
      String source = sources.get(names.group(1));
      String method = names.group(2);
      if (source == null || method != null && !source.contains("void " + method + "(")) {
        missing.add(names.group());
      }
    }
    return missing;
  }

  /** How many tests a cell names. */
  static long count(String cell) {
    return NAME.matcher(cell).results().count();
  }
}
