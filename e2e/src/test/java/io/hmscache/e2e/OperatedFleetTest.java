package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.Distribution;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.Ports;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A fleet as its operator watches it: the Prometheus exporter in the metastore's JVM, and every hit
 * compared with the database.
 */
class OperatedFleetTest {

  private static final long TIMEOUT_MS = 60_000;
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(cachedstore\\.[a-z.]+)` ");
  private static final Pattern SHOWN = Pattern.compile("hms_cachedstore_[a-z_]+");

  private static final List<MetastoreProcess> METASTORES = new ArrayList<>();
  private static TestDatabase database;
  private static int exporter;

  @BeforeAll
  static void start() {
    database = TestDatabase.create(DatabaseKind.POSTGRES);
    exporter = Ports.free();
    METASTORES.add(
        metastore()
            .jvmArgument(
                "-javaagent:"
                    + ROOT.resolve("e2e/target/agent/jmx_prometheus_javaagent.jar")
                    + "=127.0.0.1:"
                    + exporter
                    + ":"
                    + ROOT.resolve("conf/jmx-exporter.yml"))
            .start());
    METASTORES.add(metastore().start());
  }

  private static MetastoreProcess.Builder metastore() {
    return MetastoreProcess.on(database)
        .cached()
        .jmx()
        .set("metastore.metrics.enabled", "true")
        .set("cachedstore.fleet.complete", "true")
        .set("cachedstore.verify.sample", "100");
  }

  @AfterAll
  static void stop() {
    METASTORES.forEach(MetastoreProcess::close);
    database.close();
  }

  /** What the documents name is what a real exporter shows with the file that we ship. */
  @Test
  void theExporterShowsEveryMetricOfTheTableAndOfTheDashboard() throws Exception {
    try (MetastoreClient client = METASTORES.get(0).client()) {
      client.thrift().get_all_databases();
    }
    Set<String> expected = new TreeSet<>();
    Matcher row = DOCUMENTED.matcher(Files.readString(ROOT.resolve("docs/metrics.md")));
    while (row.find()) {
      expected.add("hms_" + row.group(1).replace('.', '_'));
    }
    assertTrue(expected.size() > 20, expected.toString());
    List<String> expressions =
        new ObjectMapper()
            .readTree(ROOT.resolve("conf/grafana-dashboard.json").toFile())
            .findValuesAsText("expr");
    assertTrue(expressions.size() > 5, expressions.toString());
    for (String expression : expressions) {
      Matcher shown = SHOWN.matcher(expression);
      assertTrue(shown.find(), expression);
      do {
        expected.add(shown.group());
      } while (shown.find());
    }
    Waiting.until("the gauges are registered", TIMEOUT_MS, () -> !exported().isEmpty());
    Set<String> missing = new TreeSet<>(expected);
    missing.removeAll(exported());
    assertEquals(Set.of(), missing);
  }

  /** Names of the plugin's samples in the exporter's answer. */
  private static Set<String> exported() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + exporter + "/metrics")).build();
    String text =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    Set<String> names = new TreeSet<>();
    text.lines()
        .filter(line -> line.startsWith("hms_cachedstore_"))
        .forEach(line -> names.add(line.split("[ {]", 2)[0]));
    return names;
  }

  /** Writers and readers on both metastores for a while: no hit may differ from the database. */
  @Test
  void noHitDiffersFromTheDatabaseWhileTheFleetIsChecked() throws Exception {
    Process check = fleetCheck("--seconds", "10");
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(said);
    assertEquals(0, check.waitFor(), said);
    for (MetastoreProcess metastore : METASTORES) {
      try (DecisionProbe probe = JmxDecisionProbe.connect(metastore.jmxPort())) {
        Waiting.until("hits are compared", TIMEOUT_MS, () -> probe.verifiedHits() > 0);
        System.out.println(probe.verifiedHits() + " hits compared by " + metastore.uri());
        assertEquals(0, probe.mismatches(), metastore.logTail());
      }
    }
  }

  private static Process fleetCheck(String... arguments) throws IOException {
    Distribution stock = Distribution.find();
    List<String> classPath = new ArrayList<>();
    classPath.add(stock.pluginJar().orElseThrow().toString());
    stock.jars().forEach(jar -> classPath.add(jar.toString()));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                String.join(":", classPath),
                "io.hmscache.thrift.fleetcheck.FleetCheck",
                "--uris",
                METASTORES.get(0).uri() + "," + METASTORES.get(1).uri()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
