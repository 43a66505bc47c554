package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The demo as a process: what it leaves behind. */
class DemoProcessTest {

  private static final long STOP_TIMEOUT_MS = 60_000;

  private final List<ProcessHandle> toStop = new ArrayList<>();

  @AfterEach
  void stopWhatATestLeft() {
    toStop.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void anInterruptStopsEverything() throws Exception {
    Process demo = start("--store", "plain");
    readUntil(demo, "A transactional table");
    List<ProcessHandle> children = demo.descendants().toList();
    toStop.addAll(children);
    assertTrue(children.size() >= 3, "database and two metastores: " + children);
    assertEquals(
        0, new ProcessBuilder("kill", "-INT", Long.toString(demo.pid())).start().waitFor());
    demo.waitFor();
    Waiting.until(
        "children ended",
        STOP_TIMEOUT_MS,
        () -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertEquals(130, demo.exitValue(), "the exit code of SIGINT");
  }

  @Test
  void keepLeavesMetastoresThatAnswer() throws Exception {
    Process demo = start("--store", "plain", "--keep");
    readUntil(demo, "left running:");
    String rest = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, demo.waitFor(), rest);

    Matcher pids = Pattern.compile("kill((?: \\d+)+)").matcher(rest);
    assertTrue(pids.find(), rest);
    List<ProcessHandle> kept = new ArrayList<>();
    for (String pid : pids.group(1).strip().split(" ")) {
      kept.add(ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
    }
    toStop.addAll(kept);
    assertEquals(3, kept.size(), rest);
    Matcher ports = Pattern.compile("thrift://127\\.0\\.0\\.1:(\\d+)").matcher(rest);
    int found = 0;
    while (ports.find()) {
      try (MetastoreClient client = MetastoreClient.connect(Integer.parseInt(ports.group(1)))) {
        assertTrue(client.thrift().get_all_databases().contains("default"));
      }
      found++;
    }
    assertEquals(2, found, rest);

    kept.forEach(ProcessHandle::destroy);
    Waiting.until(
        "children ended", STOP_TIMEOUT_MS, () -> kept.stream().noneMatch(ProcessHandle::isAlive));
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Demo.class.getName()),
                Stream.of(arguments))
            .toList();
    Process demo = new ProcessBuilder(command).redirectErrorStream(true).start();
    toStop.add(demo.toHandle());
    // A test run that is cut short takes the demo with it, which then stops what it started.
    Runtime.getRuntime().addShutdownHook(new Thread(demo::destroy));
    return demo;
  }

  /** Reads byte by byte, so that what follows is left for others to read. */
  private static void readUntil(Process process, String text) throws IOException {
    StringBuilder seen = new StringBuilder();
    while (seen.indexOf(text) < 0) {
      int next = process.getInputStream().read();
      assertFalse(next < 0, "ended without '" + text + "': " + seen);
      seen.append((char) next);
    }
  }
}
