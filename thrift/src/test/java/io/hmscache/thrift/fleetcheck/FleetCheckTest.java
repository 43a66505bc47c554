package io.hmscache.thrift.fleetcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.Test;

/** The whole check against metastores that keep, or break, one promise. */
class FleetCheckTest {

  private static final ToyMetastore.TableAnswer HONEST = (name, current) -> current;

  private final ToyMetastore.State state = new ToyMetastore.State();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void anHonestFleetPasses() throws Exception {
    assertEquals(FleetCheck.KEPT, check(HONEST, HONEST), text());
    assertTrue(text().contains("every promise was kept"), text());
    assertTrue(text().contains("0 hits, 0 misses"), text());
    for (Promise promise : Promise.values()) {
      assertTrue(
          text().lines().anyMatch(l -> l.matches(promise.text() + " +[1-9]\\d* +0")), text());
    }
    assertEquals("[]", state.databases.keySet().toString());
  }

  @Test
  void anInstanceThatNeverLooksAgainIsFound() throws Exception {
    Map<String, Table> first = new ConcurrentHashMap<>();
    int status =
        check(
            HONEST,
            (name, current) ->
                current == null ? null : first.computeIfAbsent(name, n -> current.deepCopy()));
    assertEquals(FleetCheck.BROKEN, status, text());
    assertTrue(text().lines().anyMatch(l -> l.contains("must be at least version")), text());
    for (Promise broken :
        new Promise[] {Promise.SNAPSHOT, Promise.OWN_WRITE, Promise.LINEARIZABLE}) {
      assertTrue(
          text().lines().anyMatch(l -> l.matches(broken.text() + " +\\d+ +[1-9]\\d*")), text());
    }
    assertEquals("[]", state.databases.keySet().toString());
  }

  @Test
  void anInstanceOnAnotherDatabaseIsPointedOut() throws Exception {
    assertEquals(FleetCheck.BROKEN, check(HONEST, (name, current) -> null), text());
    assertTrue(text().contains("is it on the same database as the others?"), text());
  }

  @Test
  void anUnreachableMetastoreIsOneLine() throws Exception {
    FleetCheckOptions options =
        FleetCheckOptions.parse("--uris", "thrift://127.0.0.1:1", "--seconds", "1");
    FleetCheckException thrown =
        assertThrows(FleetCheckException.class, () -> new FleetCheck(options, out()).run());
    assertTrue(
        thrown
            .getMessage()
            .startsWith("cannot reach a metastore at thrift://127.0.0.1:1: ConnectException"),
        thrown.getMessage());
    assertEquals(1, thrown.getMessage().lines().count());
  }

  @Test
  void aStopCleansUpAndReports() throws Exception {
    try (ToyMetastore a = new ToyMetastore(state, HONEST)) {
      FleetCheck check =
          new FleetCheck(FleetCheckOptions.parse("--uris", a.uri(), "--seconds", "1000"), out());
      check.stop();
      check.run();
      assertTrue(text().contains("promise"), text());
      assertEquals("[]", state.databases.keySet().toString());
    }
  }

  private int check(ToyMetastore.TableAnswer first, ToyMetastore.TableAnswer second)
      throws Exception {
    try (ToyMetastore a = new ToyMetastore(state, first);
        ToyMetastore b = new ToyMetastore(state, second)) {
      FleetCheckOptions options =
          FleetCheckOptions.parse("--uris", a.uri() + "," + b.uri(), "--seconds", "3");
      return new FleetCheck(options, out()).run();
    }
  }

  private PrintStream out() {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
