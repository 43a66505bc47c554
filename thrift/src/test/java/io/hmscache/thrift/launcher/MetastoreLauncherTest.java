package io.hmscache.thrift.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.Ports;
import io.hmscache.testkit.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong is said in one line, and nothing is started. */
class MetastoreLauncherTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final int port = Ports.free();
  @TempDir private Path folder;
  private TestDatabase database;

  @BeforeEach
  void createDatabase() {
    database = TestDatabase.create(DatabaseKind.DERBY_SERVER);
  }

  @AfterEach
  void dropDatabase() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --foo                                              | unknown option '--foo'
          nonsense                                           | unknown option 'nonsense'
          --port                                             | --port needs a value
          --port 70000                                       | not '70000'
          --port x                                           | not 'x'
          --port 9083                                        | --jdbc-url is missing
          --jdbc-url jdbc:derby://h/d                        | --port is missing
          --port 9083 --jdbc-url http://h                    | 'http://h'
          --port 9083 --jdbc-url jdbc:postgresql://h/d       | --user is missing
          --port 9083 --jdbc-url jdbc:derby://h/d --store no | not 'no'
          --set novalue                                      | KEY=VALUE, not 'novalue'
          --init-schema=yes                                  | takes no value
          """)
  void aWrongCommandLine(String line, String expected) {
    assertEquals(2, run(line.strip().split(" +")));
    assertOneLine(expected);
  }

  @Test
  void aPasswordFileThatIsNotThere() {
    assertEquals(1, run("--password-file", folder.resolve("none").toString()));
    assertOneLine("--password-file " + folder.resolve("none"));
  }

  @Test
  void aClassPathThatIsNotThere() {
    assertEquals(1, run("--class-path", folder.resolve("none.jar").toString()));
    assertOneLine("none.jar");
  }

  @Test
  void aDatabaseOutOfReach() {
    int free = Ports.free();
    assertEquals(
        1, runOn("jdbc:postgresql://127.0.0.1:" + free + "/d", "--user", "u", "--store", "plain"));
    assertOneLine("cannot reach the database jdbc:postgresql://127.0.0.1:" + free);
    assertNothingWritten();
  }

  @Test
  void aDriverThatIsNotThere() {
    assertEquals(1, runOn("jdbc:oracle:thin:@h", "--user", "u"));
    assertOneLine("--class-path");
  }

  @Test
  void aDatabaseWithoutSchema() {
    String url = database.url().replace("memory:", "memory:empty") + ";create=true";
    assertEquals(1, runOn(url));
    assertOneLine("add --init-schema");
    assertNothingWritten();
  }

  @Test
  void aSchemaOfAnotherVersion() throws SQLException {
    try (Connection c = database.connect();
        Statement statement = c.createStatement()) {
      statement.execute("UPDATE \"VERSION\" SET \"SCHEMA_VERSION\" = '3.1.0'");
    }
    assertEquals(1, runOn(database.url(), "--init-schema"));
    assertOneLine("version 3.1.0, needed is 4.0.0");
  }

  @Test
  void aPortInUse() throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      assertTrue(socket.isBound());
      assertEquals(1, runOn(database.url()));
    }
    assertOneLine("port " + port + ": Address already in use");
  }

  @Test
  void helpIsNoError() {
    assertEquals(0, run("--help"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("--init-schema"));
    assertEquals(0, err.size());
  }

  @Test
  void whatItWritesForOurStore() throws IOException {
    assertEquals(0, runOn(database.url(), "--set", "a.key=<1>", "--set=metastore.x=y"), err());
    String site = Files.readString(folder.resolve("run/conf/metastore-site.xml"));
    assertSetting(site, "metastore.rawstore.impl", "io.hmscache.store.CachedStore");
    assertSetting(site, "metastore.hmshandler.proxy", "io.hmscache.thrift.SnapshotHandler");
    assertSetting(
        site,
        "metastore.transactional.event.listeners",
        "io.hmscache.notification.NotificationLogListener");
    assertSetting(site, "metastore.try.direct.sql.ddl", "false");
    assertSetting(site, "javax.jdo.option.ConnectionURL", database.url());
    assertSetting(site, "a.key", "&lt;1&gt;");
    assertSetting(site, "metastore.x", "y");

    List<String> arguments = Files.readAllLines(folder.resolve("run/java.args"));
    assertTrue(arguments.contains("\"--add-opens=java.base/java.util=ALL-UNNAMED\""));
    assertEquals("\"" + port + "\"", arguments.get(arguments.size() - 1));
  }

  @Test
  void plainAndUpstreamInstallNothingOfOurs() throws IOException {
    assertEquals(0, runOn(database.url(), "--store", "plain"), err());
    String site = Files.readString(folder.resolve("run/conf/metastore-site.xml"));
    assertFalse(site.contains("io.hmscache"), site);

    assertEquals(0, runOn(database.url(), "--store", "upstream"), err());
    site = Files.readString(folder.resolve("run/conf/metastore-site.xml"));
    assertFalse(site.contains("io.hmscache"), site);
    assertSetting(
        site, "metastore.rawstore.impl", "org.apache.hadoop.hive.metastore.cache.CachedStore");
  }

  @Test
  void thePasswordComesFromTheFileAndASettingOfTheCommandLineWins() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "s3cret\nsecond line\n");
    LauncherOptions options = parse(file);
    assertEquals("s3cret", options.password());
    assertEquals(
        "false", new MetastoreFiles(options, layout()).settings().get("metastore.thrift.framed"));
    assertEquals("0.0.0.0", new MetastoreFiles(options, layout()).bindHost());
  }

  private LauncherOptions parse(Path file) {
    try {
      return LauncherOptions.parse(
          "--port=9083",
          "--jdbc-url=jdbc:mysql://h/d?a=b",
          "--user=u",
          "--password-file=" + file,
          "--set=metastore.thrift.framed=false",
          "--set",
          "metastore.thrift.bind.host=0.0.0.0");
    } catch (LauncherException e) {
      throw new AssertionError(e);
    }
  }

  private int runOn(String url, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--port", Integer.toString(port), "--jdbc-url", url));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private int run(String... arguments) {
    return MetastoreLauncher.run(
        arguments,
        this::layout,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private Layout layout() {
    try {
      Files.createDirectories(folder.resolve("home/lib"));
      return new Layout(
          folder.resolve("home"),
          Files.createDirectories(folder.resolve("hadoop")),
          folder.resolve("ours.jar"),
          Files.createDirectories(folder.resolve("run")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void assertOneLine(String expected) {
    String text = err();
    assertTrue(text.startsWith("metastore: "), text);
    assertTrue(text.contains(expected), text);
    assertEquals(1, text.lines().count(), text);
  }

  private void assertNothingWritten() {
    assertFalse(Files.exists(folder.resolve("run/java.args")));
  }

  private static void assertSetting(String site, String key, String value) {
    String expected = "<name>" + key + "</name>\n    <value>" + value + "</value>";
    assertTrue(site.contains(expected), site);
  }
}
