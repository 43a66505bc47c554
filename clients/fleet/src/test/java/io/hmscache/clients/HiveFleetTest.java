package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
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
    try (Fleet fleet = Fleet.startForHive(Store.PLAIN);
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
    try (Fleet fleet = Fleet.startForHive(Store.CACHED);
        HivePair pair = HivePair.start(fleet)) {
      Transcript cachedTransactional = pair.play(transactional, plainTransactional);
      report("CACHED", "transactional", cachedTransactional);
      Transcript cachedExternal = pair.play(external, plainExternal);
      report("CACHED", "external", cachedExternal);
      tailers(fleet, "pauseTailer");
      Transcript paused = pair.play(transactional, plainTransactional);
      report("CACHED, tailers paused", "transactional", paused);
      tailers(fleet, "resumeTailer");
      calls(fleet, pair);
      assertAll(
          () -> assertEquals(List.of(), cachedTransactional.differences()),
          () -> assertEquals(List.of(), cachedExternal.differences()),
          () -> assertEquals(List.of(), paused.differences()));
    }
  }

  /**
   * Stops or starts the tailers, so that memory hears of the other instance's changes no more. What
   * was asked with lists and what is strict has to be as new as before.
   */
  private static void tailers(Fleet fleet, String operation) throws Exception {
    for (int i = 0; i < fleet.size(); i++) {
      try (Jmx jmx = new Jmx(fleet.metastore(i))) {
        assertTrue(jmx.plugin(operation), "no bean of the plugin in this metastore");
      }
    }
  }

  /** Which calls a repeated SELECT makes, and that memory answers all but those named here. */
  private static void calls(Fleet fleet, HivePair pair) throws Exception {
    HiveSession hive = pair.session(0);
    SelectCalls calls = new SelectCalls(fleet, hive);
    calls.prepare();
    calls.look(fleet.store().toString(), SelectCalls.selects(), Set.of());
    hive.run(
        "CREATE MATERIALIZED VIEW asked.totals AS SELECT v, count(*) FROM asked.flat GROUP BY v");
    // Its object embeds those of its source tables and changes without events, so that neither it
    // nor what is below it is kept; nor are privileges.
    calls.look(
        fleet.store() + " with a materialized view",
        SelectCalls.selects().subList(0, 3),
        Set.of(
            "get_all_materialized_view_objects_for_rewriting",
            "get_privilege_set",
            "get_table_req asked.totals",
            "get_all_table_constraints asked.totals",
            "get_table_statistics_req asked.totals"));
    hive.run("DROP MATERIALIZED VIEW asked.totals");
    hive.run("DROP DATABASE asked CASCADE");
    assertEquals(List.of(), calls.unexpected());
  }

  private static void report(String store, String script, Transcript transcript) {
    System.out.printf("hive %s %s: %s%n", store, script, transcript.summary());
    transcript.differences().forEach(System.out::println);
  }
}
