package io.hmscache.clients;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of statements for a fleet, each with the questions that are asked on both servers after
 * it. In the resource file a line with a {@code !} changes something, through the two servers in
 * turn; a line with {@code ?} is a question whose answer must be right at once, one with {@code ~}
 * a question whose answer may be late by the bound of external tables; both are asked after every
 * change from then on, until a line {@code =} ends the block. A line with {@code +} makes a folder
 * below that of external tables, which statements call ${external}; one with {@code -} removes it.
 * Lines with {@code #} are comments.
 */
final class Script {

  /** One question. */
  record Question(String sql, boolean atOnce) {}

  /** What a change is: a statement, or a folder's coming or going outside of Hive. */
  enum Kind {
    STATEMENT,
    MAKE_FOLDER,
    REMOVE_FOLDER
  }

  /** One change and the questions after it. */
  record Step(String change, Kind kind, List<Question> questions) {}

  private final List<Step> steps;

  private Script(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  static Script read(String resource) {
    try (InputStream in = Script.class.getResourceAsStream("/" + resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + resource);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Script parse(List<String> lines) {
    List<Step> steps = new ArrayList<>();
    List<Question> questions = new ArrayList<>();
    String change = null;
    Kind kind = Kind.STATEMENT;
    for (String raw : lines) {
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String text = line.substring(1).strip();
      switch (line.charAt(0)) {
        case '!', '+', '-', '=' -> {
          if (change != null) {
            steps.add(new Step(change, kind, List.copyOf(questions)));
          }
          change = line.charAt(0) == '=' ? null : text;
          kind = kind(line.charAt(0));
          if (line.charAt(0) == '=') {
            questions.clear();
          }
        }
        case '?' -> questions.add(new Question(text, true));
        case '~' -> questions.add(new Question(text, false));
        default -> throw new IllegalArgumentException("no kind of line: " + line);
      }
    }
    if (change != null) {
      steps.add(new Step(change, kind, List.copyOf(questions)));
    }
    return new Script(steps);
  }

  private static Kind kind(char mark) {
    return switch (mark) {
      case '+' -> Kind.MAKE_FOLDER;
      case '-' -> Kind.REMOVE_FOLDER;
      default -> Kind.STATEMENT;
    };
  }

  List<Step> steps() {
    return steps;
  }
}
