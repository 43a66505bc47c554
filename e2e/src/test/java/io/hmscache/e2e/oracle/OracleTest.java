package io.hmscache.e2e.oracle;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Invariant 2 by random histories: with the cache every read answers as without it. A failure
 * prints a script; put it into a file and name it by {@code -Doracle.script} to run it again. Seed
 * and length are set by {@code -Doracle.seed} and {@code -Doracle.steps}.
 */
class OracleTest {

  private static final int ATTEMPTS = 30;
  private static final String HIVE = "org.apache.hadoop.hive.metastore";

  /** The handler logs each refused request with its stack; most of these are meant. */
  @BeforeAll
  static void silenceRefusals() {
    Configurator.setAllLevels(HIVE, Level.OFF);
    Configurator.setAllLevels("DataNucleus", Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    Configurator.setAllLevels(HIVE, Level.ERROR);
    Configurator.setAllLevels("DataNucleus", Level.ERROR);
  }

  @ParameterizedTest(name = "{0}, direct SQL {1}")
  @CsvSource({"DERBY_MEMORY, true", "POSTGRES, true", "POSTGRES, false"})
  void everyReadAnswersAsWithoutTheCache(DatabaseKind kind, boolean directSql) throws Exception {
    Map<String, String> settings = Map.of("metastore.try.direct.sql", String.valueOf(directSql));
    long seed = Long.getLong("oracle.seed", System.nanoTime() & 0xffffff);
    History history = history(seed, Integer.getInteger("oracle.steps", 70));
    try (TestDatabase database = TestDatabase.create(kind);
        Oracle oracle = new Oracle(database, settings)) {
      Oracle.Difference difference = oracle.run(history);
      System.out.println("oracle on " + kind + ", seed " + seed + ": " + oracle.counts());
      if (difference == null) {
        assertTrue(oracle.hits() > history.size(), "hardly anything came from memory");
        return;
      }
      fail(report(kind, settings, seed, history.first(difference.step() + 1), difference));
    }
  }

  private static History history(long seed, int steps) throws IOException {
    String script = System.getProperty("oracle.script");
    return script == null
        ? History.random(seed, steps)
        : History.parse(Files.readAllLines(Path.of(script)));
  }

  private static String report(
      DatabaseKind kind,
      Map<String, String> settings,
      long seed,
      History failing,
      Oracle.Difference first) {
    History shrunk =
        new Shrinker(ATTEMPTS, candidate -> again(kind, settings, candidate) != null)
            .shrink(failing);
    Run last = again(kind, settings, shrunk);
    List<String> script = last == null ? List.of("not again: " + failing) : last.told();
    String difference = last == null ? first.what() : last.difference().what();
    return String.join(
        System.lineSeparator(),
        "seed " + seed + " on " + kind + " " + settings + ": " + difference,
        "script:",
        String.join(System.lineSeparator(), script));
  }

  private record Run(Oracle.Difference difference, List<String> told) {}

  /** What a history leads to on a fresh database; null if all is well. */
  private static Run again(DatabaseKind kind, Map<String, String> settings, History history) {
    try (TestDatabase database = TestDatabase.create(kind);
        Oracle oracle = new Oracle(database, settings)) {
      Oracle.Difference difference = oracle.run(history);
      return difference == null ? null : new Run(difference, List.copyOf(oracle.told()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
