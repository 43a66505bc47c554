package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Ports;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/metastore} as people run it. */
class MetastoreScriptTest {

  private static final long START_TIMEOUT_MS = 180_000;
  private static final int SIGTERM_EXIT = 143;

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void createsTheSchemaOnceServesAndEndsByASignal() throws Exception {
    try (TestDatabase database = TestDatabase.createEmpty(DatabaseKind.POSTGRES)) {
      int first = Ports.free();
      Process metastore = onDatabase(database, first, "--init-schema", "--store", "plain");
      awaitAnswer(metastore, first);
      assertTrue(database.hasSchema());

      Process refused = onDatabase(database, first);
      assertEquals(1, refused.waitFor());
      assertEquals(1, Files.readAllLines(stderr(refused)).size());
      assertTrue(Files.readString(stderr(refused)).contains("port " + first));

      metastore.destroy();
      assertEquals(SIGTERM_EXIT, metastore.waitFor());

      int second = Ports.free();
      Process cached = onDatabase(database, second, "--init-schema", "--store", "cached");
      awaitAnswer(cached, second);
      assertTrue(Files.readString(stderr(cached)).contains("io.hmscache."));
    }
  }

  @Test
  void aWrongOptionIsOneLineAndNoMetastore() throws Exception {
    Process process = start("--prot", "9083");
    assertEquals(2, process.waitFor());
    assertEquals(
        List.of("metastore: unknown option '--prot' (--help shows the options)"),
        Files.readAllLines(stderr(process)));
  }

  private Process onDatabase(TestDatabase database, int port, String... more) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), database.password());
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--port",
                Integer.toString(port),
                "--jdbc-url",
                database.url(),
                "--user",
                database.user(),
                "--password-file",
                password.toString()));
    arguments.addAll(List.of(more));
    return start(arguments.toArray(String[]::new));
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of("..", "bin", "metastore").toString());
    command.addAll(List.of(arguments));
    Path err = folder.resolve("stderr" + started.size());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HMSCACHE_SKIP_BUILD", "true");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process =
        builder
            .redirectError(err.toFile())
            .redirectOutput(folder.resolve("stdout" + started.size()).toFile())
            .start();
    started.add(process);
    return process;
  }

  private Path stderr(Process process) {
    return folder.resolve("stderr" + started.indexOf(process));
  }

  private void awaitAnswer(Process process, int port) throws Exception {
    Waiting.until(
        "metastore on port " + port,
        START_TIMEOUT_MS,
        () -> {
          assertTrue(process.isAlive(), () -> read(stderr(process)));
          return Ports.answers(port);
        });
    try (MetastoreClient client = MetastoreClient.connect(port)) {
      assertNotEquals(List.of(), client.thrift().get_all_databases());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
