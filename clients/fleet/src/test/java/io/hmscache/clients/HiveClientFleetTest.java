package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Hive's own metastore clients of older versions, one on each of two metastores, which change
 * things in turns. They send older calls and no write ids; both metastores answer them as a plain
 * one, the other one within the bound.
 */
final class HiveClientFleetTest {

  private static final String MAIN = "io.hmscache.clients.hiveclient.ClientMain";

  /** Modules with the class path of a version each, newest first. */
  private static final List<String> VERSIONS = List.of("hiveclient3", "hiveclient2");

  /** The same list through every version, on a plain and on a cached fleet. */
  @Test
  void oldClientsSeeWhatTheyWouldOnAPlainFleet() throws Exception {
    Script script = Script.read("hiveclient.script");
    Map<String, Transcript> plain = new HashMap<>();
    for (Store store : Store.toTry()) {
      try (Fleet fleet = Fleet.start(store)) {
        for (String version : VERSIONS) {
          try (ClientProcess a = client(fleet, version, 0);
              ClientProcess b = client(fleet, version, 1)) {
            Transcript played = play(script, plain.get(version), a, b);
            System.out.printf("%s %s: %s%n", version, store, played.summary());
            assertEquals(List.of(), played.differences());
            assertTrue(played.failures() * 3 < played.answers(), "mostly failures");
            plain.putIfAbsent(version, played);
          }
        }
      }
    }
  }

  private static Transcript play(
      Script script, Transcript expected, ClientProcess a, ClientProcess b) {
    Transcript transcript = new Transcript(expected);
    int turn = 0;
    for (Script.Step step : script.steps()) {
      ClientProcess own = turn % 2 == 0 ? a : b;
      ClientProcess other = turn % 2 == 0 ? b : a;
      turn++;
      transcript.change(step.change(), () -> own.ask(step.change()));
      for (Script.Question question : step.questions()) {
        transcript.answer(question, false, () -> answer(other, question.sql()));
        transcript.answer(question, true, () -> answer(own, question.sql()));
      }
    }
    return transcript;
  }

  /** An answer; a failure by its kind only. */
  private static List<String> answer(ClientProcess client, String request) {
    List<String> lines = new ArrayList<>();
    for (String line : client.tryAsk(request)) {
      lines.add(line.startsWith("!") ? "failed: " + line.substring(1) : line);
    }
    return lines.isEmpty() ? List.of("nothing") : lines;
  }

  private static ClientProcess client(Fleet fleet, String version, int metastore)
      throws IOException {
    List<Path> classPath = new ArrayList<>(ClassPaths.of(version));
    Path program = ClassPaths.classes("hiveclient3");
    if (!classPath.contains(program)) {
      classPath.add(0, program);
    }
    String name = version + "-" + metastore;
    Path folder = Files.createDirectories(fleet.folder().resolve(name));
    return ClientProcess.start(
        name,
        classPath,
        MAIN,
        folder,
        List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
        fleet.metastore(metastore).uri(),
        fleet.external().toString());
  }
}
