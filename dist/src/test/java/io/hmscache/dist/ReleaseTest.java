package io.hmscache.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What an operator unpacks. */
class ReleaseTest {

  private static final String FOLDER =
      "cachedstore-" + System.getProperty("hmscache.version") + "/";

  @Test
  void holdsJarConfigurationToolsDocumentsAndLicence() throws Exception {
    List<String> names = list("-tz");
    for (String name :
        List.of(
            FOLDER.substring(0, FOLDER.length() - 1) + ".jar",
            "LICENSE",
            "NOTICE",
            "README.md",
            "bin/cachedstore",
            "bin/common.sh",
            "bin/fleet-check",
            "conf/grafana-dashboard.json",
            "conf/jmx-exporter.yml",
            "conf/metastore-site.derby.xml",
            "conf/metastore-site.mysql.xml",
            "conf/metastore-site.postgresql.xml",
            "docs/consistency.md",
            "docs/install.md",
            "docs/metrics.md",
            "docs/settings.md")) {
      assertTrue(names.contains(FOLDER + name), name + " is missing in " + names);
    }
    for (String name : names) {
      assertTrue(name.startsWith(FOLDER), name);
    }
  }

  /** Same sources, same bytes: no time, no user and no order of this machine's files in it. */
  @Test
  void nothingInItDependsOnWhoBuiltItAndWhen() throws Exception {
    for (String line : list("-tvz", "--numeric-owner", "--full-time")) {
      assertTrue(line.contains(" 0/0 "), line);
      assertTrue(line.contains(" 2026-12-01 "), line);
    }
    List<String> names = list("-tz");
    assertFalse(names.isEmpty());
    assertEquals(names.stream().distinct().toList(), names);
  }

  @Test
  void scriptsCanBeRunAndTheRestCannot() throws Exception {
    for (String line : list("-tvz")) {
      boolean script = line.contains("/bin/") && !line.endsWith("/");
      boolean folder = line.startsWith("d");
      assertEquals(folder || script ? "rwxr-xr-x" : "rw-r--r--", line.substring(1, 10), line);
    }
  }

  @Test
  void theJarKnowsItsVersion() throws IOException {
    try (JarFile jar = new JarFile(System.getProperty("hmscache.jar"))) {
      assertEquals(
          System.getProperty("hmscache.version"),
          jar.getManifest().getMainAttributes().getValue("Implementation-Version"));
    }
  }

  private static List<String> list(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("tar"));
    command.addAll(List.of(options));
    command.addAll(List.of("-f", System.getProperty("hmscache.release")));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertEquals(0, process.waitFor(), String.join("\n", lines));
    return lines;
  }
}
