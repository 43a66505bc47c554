package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Spark writes through one metastore; Spark and HiveServer2 read through the other. Its calls carry
 * no write ids and its tables are external, so what the other shows may be late by the bound, and
 * is as on a plain fleet after that.
 */
@Tag("clients")
final class SparkFleetTest {

  private static final String MAIN = "io.hmscache.clients.spark.SparkMain";

  /** A script through Spark, with questions to Spark on the other metastore. */
  @Test
  void otherSparkShowsWhatOneWrote() throws Exception {
    Script script = Script.read("spark.script");
    Transcript plain = null;
    for (Store store : Store.toTry()) {
      try (Fleet fleet = Fleet.start(store);
          ClientProcess writer = spark(fleet, 0);
          ClientProcess reader = spark(fleet, 1)) {
        Transcript played =
            play(fleet, script, plain, writer, question -> answer(reader, question));
        System.out.printf("spark %s, read by spark: %s%n", store, played.summary());
        assertEquals(List.of(), played.differences());
        assertTrue(played.failures() * 2 < played.answers(), "mostly failures");
        plain = plain == null ? played : plain;
      }
    }
  }

  /** The same script through Spark, with questions to HiveServer2 on the other metastore. */
  @Test
  void hiveShowsWhatSparkWrote() throws Exception {
    Script script = Script.read("spark.script");
    Transcript plain = null;
    for (Store store : Store.toTry()) {
      try (Fleet fleet = Fleet.startForHive(store);
          HiveServer server = HiveServer.launch(fleet, 1);
          ClientProcess writer = spark(fleet, 0)) {
        server.awaitReady();
        try (HiveSession hive = new HiveSession(server.connect(), fleet.database().warehouse())) {
          Transcript played = play(fleet, script, plain, writer, hive::ask);
          System.out.printf("spark %s, read by hive: %s%n", store, played.summary());
          assertEquals(List.of(), played.differences());
          assertTrue(played.failures() * 2 < played.answers(), "mostly failures");
          plain = plain == null ? played : plain;
        } catch (SQLException e) {
          throw new IllegalStateException("no session with HiveServer2", e);
        }
      }
    }
  }

  /** Asks a reader one question. */
  private interface Reader {
    List<String> ask(String sql);
  }

  private static Transcript play(
      Fleet fleet, Script script, Transcript expected, ClientProcess writer, Reader reader) {
    Transcript transcript = new Transcript(expected);
    for (Script.Step step : script.steps()) {
      String change = step.change().replace("${external}", fleet.external().toString());
      transcript.change(step.change(), () -> writer.ask(change));
      for (Script.Question question : step.questions()) {
        transcript.answer(question, false, () -> reader.ask(question.sql()));
      }
    }
    return transcript;
  }

  /** An answer of Spark: rows sorted, a failure by its kind only. */
  private static List<String> answer(ClientProcess spark, String sql) {
    List<String> lines = new ArrayList<>();
    for (String line : spark.tryAsk(sql)) {
      // The kind comes first, in brackets; the rest has positions and plans in it.
      lines.add(line.startsWith("!") ? "failed: " + line.split("]", 2)[0] : line);
    }
    lines.sort(null);
    return lines.isEmpty() ? List.of("no rows") : lines;
  }

  private static ClientProcess spark(Fleet fleet, int metastore) {
    Path folder = fleet.folder().resolve("spark-" + metastore);
    try {
      Files.createDirectories(folder.resolve("scratch"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ClientProcess.start(
        "spark-" + metastore,
        "spark",
        MAIN,
        folder,
        List.of(
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED"),
        fleet.metastore(metastore).uri(),
        fleet.external().toUri().toString(),
        folder.resolve("scratch").toString());
  }
}
