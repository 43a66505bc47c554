package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Distribution;
import io.hmscache.testkit.Folders;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The release as an operator has it: unpacked somewhere else, beside the stock distribution. */
@Databases(DatabaseKind.DERBY_SERVER)
class ReleaseProcessTest {

  /** Derby's server takes any; it must appear nowhere. */
  private static final String PASSWORD = "Xq7-of-the-database";

  private static final long TIMEOUT_MS = 60_000;

  private Path folder;
  private Path release;

  /** What a tool printed. */
  private record Ran(int code, String out, String err) {}

  @BeforeEach
  void unpack() throws Exception {
    folder = Folders.create("a folder with spaces & $signs");
    Path archive = only(Distribution.find().pluginJar().orElseThrow().getParent(), ".tar.gz");
    Ran tar = run(List.of("tar", "-xzf", archive.toString(), "-C", folder.toString()));
    assertEquals(0, tar.code(), tar.err());
    release = only(folder, "");
  }

  @AfterEach
  void delete() {
    Folders.delete(folder);
  }

  @DatabaseTest
  void aMetastoreRunsFromItAndItsCommandSteersIt(TestDatabase database) throws Exception {
    try (MetastoreProcess metastore = metastore(database).start()) {
      try (MetastoreClient client = metastore.client()) {
        client.createDatabase("d");
        client.createTable(Tables.external("d", "t", "a"));
        assertEquals("t", client.getTable("d", "t").getTableName());
        Waiting.until(
            "a read is answered from memory",
            TIMEOUT_MS,
            () -> {
              client.getTable("d", "t");
              return status(metastore).get("hits").asLong() > 0;
            });
      }
      Ran status = command(metastore, "status");
      assertEquals(0, status.code(), status.err());
      assertTrue(status.out().contains("from memory"), status.out());
      assertTrue(status.out().contains("hive.d.t"), status.out());
      Ran explain = command(metastore, "explain", "d.t");
      assertTrue(explain.out().contains("cached                           true"), explain.out());
      Ran flush = command(metastore, "flush", "table", "d.t");
      assertEquals("flushed table hive.d.t\n", flush.out(), flush.err());
      Ran wrong = command(metastore, "flush", "d.t");
      assertEquals(1, wrong.code(), wrong.out());
      assertEquals(1, wrong.err().lines().count(), wrong.err());

      String log = Files.readString(metastore.log());
      List<String> starts = log.lines().filter(line -> line.contains("CachedStore 1.")).toList();
      assertEquals(1, starts.size(), starts.toString());
      assertTrue(starts.get(0).contains(" INFO "), starts.get(0));
      assertTrue(starts.get(0).contains("requests carry their snapshots"), starts.get(0));
      for (String shown : List.of(log, status.out(), explain.out())) {
        assertFalse(shown.contains(PASSWORD), "a password is shown");
      }
      metastore.kill();
      Ran dead = command(metastore, "status");
      assertEquals(1, dead.code(), dead.out());
      assertEquals(1, dead.err().lines().count(), dead.err());
    }
  }

  @DatabaseTest
  void servesClientsThatComeByHttp(TestDatabase database) throws Exception {
    try (MetastoreProcess metastore =
        metastore(database).set("metastore.server.thrift.transport.mode", "http").start()) {
      Configuration conf = MetastoreConf.newMetastoreConf();
      MetastoreConf.setVar(conf, ConfVars.THRIFT_URIS, "http://127.0.0.1:" + metastore.port());
      MetastoreConf.setVar(conf, ConfVars.METASTORE_CLIENT_THRIFT_TRANSPORT_MODE, "http");
      try (HiveMetaStoreClient client = new HiveMetaStoreClient(conf)) {
        Database d = new Database();
        d.setName("d");
        client.createDatabase(d);
        client.createTable(Tables.external("d", "t", "a"));
        Waiting.until(
            "a read is answered from memory",
            TIMEOUT_MS,
            () -> {
              assertEquals("t", client.getTable("d", "t").getTableName());
              return status(metastore).get("hits").asLong() > 0;
            });
        client.dropTable("d", "t");
        assertFalse(client.tableExists("d", "t"));
      }
    }
  }

  private static Ran tool(Path script, String home, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("METASTORE_HOME");
    builder.environment().remove("HIVE_HOME");
    if (home != null) {
      builder.environment().put("METASTORE_HOME", home);
    }
    return run(builder);
  }

  @DatabaseTest
  void itsToolsSayWhatTheyNeed(TestDatabase database) throws Exception {
    Path script = release.resolve("bin/cachedstore");
    Ran bare = tool(script, null, List.of("--help"));
    assertEquals(1, bare.code());
    assertTrue(bare.err().startsWith("cachedstore: set METASTORE_HOME"), bare.err());
    assertEquals(1, bare.err().lines().count(), bare.err());
    Ran wrong = tool(script, folder.toString(), List.of("--help"));
    assertEquals("cachedstore: METASTORE_HOME has no lib/ folder: " + folder + "\n", wrong.err());
    String home = Distribution.find().home().toString();
    assertEquals(0, tool(script, home, List.of("--help")).code());
    Ran check = tool(release.resolve("bin/fleet-check"), home, List.of("--help"));
    assertEquals(0, check.code(), check.err());
  }

  /** A stock distribution with the unpacked jar and the settings of the unpacked site file. */
  private MetastoreProcess.Builder metastore(TestDatabase database) throws Exception {
    MetastoreProcess.Builder builder =
        MetastoreProcess.on(database).classPath(only(release, ".jar"));
    Path site = release.resolve("conf/metastore-site.derby.xml");
    NodeList properties =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(site.toFile())
            .getElementsByTagName("property");
    for (int i = 0; i < properties.getLength(); i++) {
      Element property = (Element) properties.item(i);
      String key = property.getElementsByTagName("name").item(0).getTextContent();
      if (!key.startsWith("javax.jdo.") && !key.startsWith("metastore.warehouse.")) {
        builder.set(key, property.getElementsByTagName("value").item(0).getTextContent());
      }
    }
    return builder.set("javax.jdo.option.ConnectionPassword", PASSWORD);
  }

  private JsonNode status(MetastoreProcess metastore) throws Exception {
    Ran status = command(metastore, "--json", "status");
    assertEquals(0, status.code(), status.err());
    return new ObjectMapper().readTree(status.out());
  }

  private Ran command(MetastoreProcess metastore, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("--pid", Long.toString(metastore.pid())));
    all.addAll(List.of(arguments));
    return tool(release.resolve("bin/cachedstore"), Distribution.find().home().toString(), all);
  }

  private static Ran run(List<String> command) throws Exception {
    return run(new ProcessBuilder(command));
  }

  private static Ran run(ProcessBuilder builder) throws Exception {
    Path err = Files.createTempFile(Path.of(System.getProperty("java.io.tmpdir")), "err", null);
    try {
      Process process = builder.redirectError(err.toFile()).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), out, Files.readString(err));
    } finally {
      Files.delete(err);
    }
  }

  private static Path only(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(end)).toList();
      assertEquals(1, found.size(), folder + " has " + found);
      return found.get(0);
    }
  }
}
