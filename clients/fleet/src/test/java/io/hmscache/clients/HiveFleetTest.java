package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two HiveServer2 on two metastores. What one server changed, the other shows: as on a plain fleet,
 * at once for transactional tables, within the bound for external ones.
 */
@Tag("clients")
final class HiveFleetTest {

  /** Scripts on the plain fleet, then on the cached one, then with the tailers paused. */
  @Test
  void bothServersShowWhatEitherChanged() throws Exception {
    Script transactional = Script.read("transactional.script");
    Script external = Script.read("external.script");
    Transcript plainTransactional;
    Transcript plainExternal;
    try (Fleet fleet = Fleet.start(Store.PLAIN);
        HivePair pair = HivePair.start(fleet)) {
      plainTransactional = pair.play(transactional, null);
      report("PLAIN", "transactional", plainTransactional);
      plainExternal = pair.play(external, null);
      report("PLAIN", "external", plainExternal);
      calls(fleet, pair);
    }
    assertEquals(List.of(), plainTransactional.differences());
    assertEquals(List.of(), plainExternal.differences());
    assertTrue(plainTransactional.failures() * 4 < plainTransactional.answers(), "mostly failures");
    if (!Store.toTry().contains(Store.CACHED)) {
      return;
    }
    try (Fleet fleet = Fleet.start(Store.CACHED);
        HivePair pair = HivePair.start(fleet)) {
      Transcript played = pair.play(transactional, plainTransactional);
      report("CACHED", "transactional", played);
      assertEquals(List.of(), played.differences());
      played = pair.play(external, plainExternal);
      report("CACHED", "external", played);
      assertEquals(List.of(), played.differences());
      calls(fleet, pair);
      tailers(fleet, "pauseTailer");
      played = pair.play(transactional, plainTransactional);
      report("CACHED, tailers paused", "transactional", played);
      assertEquals(List.of(), played.differences());
      tailers(fleet, "resumeTailer");
    }
  }

  private static void tailers(Fleet fleet, String operation) throws Exception {
    for (int i = 0; i < fleet.size(); i++) {
      try (Jmx jmx = new Jmx(fleet.metastore(i))) {
        assumeTrue(jmx.plugin(operation), "no bean of the plugin in this metastore");
      }
    }
  }

  /** Prints which calls a repeated SELECT made and what of them came from memory. */
  private static void calls(Fleet fleet, HivePair pair) throws Exception {
    HiveSession hive = pair.session(0);
    hive.run("CREATE DATABASE IF NOT EXISTS asked");
    String acid = " STORED AS ORC TBLPROPERTIES ('transactional'='true')";
    hive.run("CREATE TABLE asked.flat (id int)" + acid);
    hive.run("INSERT INTO asked.flat VALUES (1)");
    hive.run("CREATE TABLE asked.parts (id int) PARTITIONED BY (d string)" + acid);
    hive.run("INSERT INTO asked.parts VALUES (1, 'a'), (2, 'b')");
    hive.run("CREATE EXTERNAL TABLE asked.ext (id int) PARTITIONED BY (d string) STORED AS ORC");
    hive.run("INSERT INTO asked.ext VALUES (1, 'a'), (2, 'b')");
    List<String> selects =
        List.of(
            "SELECT * FROM asked.flat",
            "SELECT * FROM asked.parts",
            "SELECT id FROM asked.parts WHERE d = 'a'",
            "SELECT * FROM asked.ext",
            "SELECT id FROM asked.ext WHERE d = 'a'");
    try (Jmx jmx = new Jmx(fleet.metastore(0))) {
      for (String select : selects) {
        hive.ask(select);
        hive.ask(select);
        Map<String, Long> before = jmx.counters();
        List<String> rows = hive.ask(select);
        Map<String, Long> growth = Jmx.growth(before, jmx.counters());
        System.out.printf("hive %s calls of %s: %s%n", fleet.store(), select, growth);
        assertTrue(rows.size() > 1, () -> "no rows: " + rows);
      }
    }
  }

  private static void report(String store, String script, Transcript transcript) {
    System.out.printf("hive %s %s: %s%n", store, script, transcript.summary());
    transcript.differences().forEach(System.out::println);
  }
}
