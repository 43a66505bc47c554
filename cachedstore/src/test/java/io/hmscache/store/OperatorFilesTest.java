package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.notification.ResetReason;
import io.hmscache.writeid.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What operators read and copy says what the code does. */
class OperatorFilesTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(cachedstore\\.[a-z.]+)` \\|(.*)\\|$");
  private static final Pattern GAUGE = Pattern.compile("hms_cachedstore_[a-z_]+");

  @Test
  void theTableOfMetricsIsTheOneOfTheCode() throws Exception {
    Map<String, String> expected = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      expected.put(metric.key(), metric.meaning());
    }
    assertEquals(expected, rows("docs/metrics.md"));
  }

  @Test
  void theTableOfSettingsIsTheOneOfTheCode() throws Exception {
    Map<String, String> expected = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      String type = setting.type().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
      String value =
          setting.defaultText().isEmpty() ? "(empty)" : "`" + setting.defaultText() + "`";
      expected.put(setting.key(), type + " | " + value + " | " + setting.meaning());
    }
    assertEquals(expected, rows("docs/settings.md"));
  }

  /** Every key that any document or file names exists, with or without a placeholder at its end. */
  @Test
  void nothingNamesASettingThatDoesNotExist() throws Exception {
    Set<String> known = new HashSet<>();
    for (Setting setting : Setting.values()) {
      known.add(setting.key());
    }
    for (Metric metric : Metric.values()) {
      known.add(metric.key());
    }
    Pattern key = Pattern.compile("`(cachedstore\\.[a-z.]*[a-z])(=[^`]*)?`");
    List<String> unknown = new ArrayList<>();
    for (Path file : documents()) {
      Matcher matcher = key.matcher(Files.readString(file));
      while (matcher.find()) {
        if (!known.contains(matcher.group(1))) {
          unknown.add(ROOT.relativize(file) + ": " + matcher.group(1));
        }
      }
    }
    assertEquals(List.of(), unknown);
  }

  @Test
  void siteFilesNameOnlySettingsThatExistAndValuesThatAreTaken() throws Exception {
    Set<String> known = new HashSet<>();
    for (ConfVars variable : ConfVars.values()) {
      known.add(variable.getVarname());
      known.add(variable.getHiveName());
    }
    for (Setting setting : Setting.values()) {
      known.add(setting.key());
    }
    List<Path> files = files(ROOT.resolve("conf"), ".xml");
    assertEquals(3, files.size(), files.toString());
    for (Path file : files) {
      Map<String, String> settings = site(file);
      Set<String> unknown = new TreeSet<>(settings.keySet());
      unknown.removeAll(known);
      assertEquals(Set.of(), unknown, file.toString());
      Configuration conf = new Configuration(false);
      settings.forEach(conf::set);
      new CacheSettings(conf);
      assertEquals(List.of(), Deployment.reasonsNotToCache(conf), file.toString());
      assertTrue(Deployment.carriesSnapshots(conf), file.toString());
      assertEquals(CachedStore.class.getName(), settings.get("metastore.rawstore.impl"));
    }
  }

  @Test
  void theDashboardShowsWhatTheExporterExports() throws Exception {
    Set<String> exported = exported();
    assertTrue(exported.contains("hms_cachedstore_log_lag_ms"), exported.toString());
    JsonNode board =
        new ObjectMapper().readTree(ROOT.resolve("conf/grafana-dashboard.json").toFile());
    List<String> expressions = board.findValuesAsText("expr");
    assertFalse(expressions.isEmpty());
    Set<String> missing = new TreeSet<>();
    for (String expression : expressions) {
      Matcher matcher = GAUGE.matcher(expression);
      assertTrue(matcher.find(), expression);
      do {
        if (!exported.contains(matcher.group())) {
          missing.add(matcher.group());
        }
      } while (matcher.find());
    }
    assertEquals(Set.of(), missing);
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : board.get("panels")) {
      assertTrue(ids.add(panel.get("id").asInt()), "two panels " + panel.get("id"));
    }
  }

  /** Names after the exporter's one rule, which sees each gauge as metrics&lt;name=...&gt;. */
  private static Set<String> exported() throws IOException {
    String yaml = Files.readString(ROOT.resolve("conf/jmx-exporter.yml"));
    Pattern pattern = Pattern.compile(value(yaml, "- pattern: '(.*)'"));
    String name = value(yaml, "(?m)^    name: (.*)$");
    Set<String> names = new TreeSet<>();
    for (String gauge : gauges()) {
      Matcher matcher = pattern.matcher("metrics<name=" + gauge + "><>Value");
      assertTrue(matcher.matches(), gauge);
      names.add(matcher.replaceAll(name).replaceAll("[^a-zA-Z0-9_:]", "_"));
    }
    return names;
  }

  private static List<String> gauges() {
    List<String> gauges = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      gauges.add(metric.key());
    }
    for (Bypass bypass : Bypass.values()) {
      gauges.add(MetricsExport.key("cachedstore.bypasses.", bypass));
    }
    for (Decision decision : Decision.values()) {
      gauges.add(MetricsExport.key("cachedstore.bypasses.", decision));
    }
    for (ResetReason reason : ResetReason.values()) {
      gauges.add(MetricsExport.key("cachedstore.log.resets.", reason));
    }
    return gauges;
  }

  private static String value(String text, String regex) {
    Matcher matcher = Pattern.compile(regex).matcher(text);
    assertTrue(matcher.find(), regex);
    return matcher.group(1);
  }

  private static Map<String, String> rows(String document) throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    Matcher matcher = ROW.matcher(Files.readString(ROOT.resolve(document)));
    while (matcher.find()) {
      rows.put(matcher.group(1), matcher.group(2).trim());
    }
    return rows;
  }

  private static Map<String, String> site(Path file) throws Exception {
    NodeList properties =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getElementsByTagName("property");
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < properties.getLength(); i++) {
      Element property = (Element) properties.item(i);
      String name = property.getElementsByTagName("name").item(0).getTextContent();
      String value = property.getElementsByTagName("value").item(0).getTextContent();
      assertEquals(null, settings.put(name, value), file + " names " + name + " twice");
    }
    return settings;
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = files(ROOT.resolve("docs"), ".md");
    documents.add(ROOT.resolve("README.md"));
    documents.add(ROOT.resolve("CONTRIBUTING.md"));
    return documents;
  }

  private static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.filter(file -> file.toString().endsWith(end)).sorted().toList());
    }
  }
}
