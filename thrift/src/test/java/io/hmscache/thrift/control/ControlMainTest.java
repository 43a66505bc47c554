package io.hmscache.thrift.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.notification.NotificationLogListener;
import io.hmscache.store.CacheRegistry;
import io.hmscache.store.CachedStore;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Ports;
import io.hmscache.testkit.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.Test;

/** The operator's command: what it prints, and how it fails. */
@Databases(DatabaseKind.DERBY_MEMORY)
class ControlMainTest {

  private String out = "";
  private String err = "";

  @Test
  void whatItCannotDoIsOneLineAndExitCode1() {
    fails("needs one of --jmx HOST:PORT and --pid N", "status");
    fails("needs one of --jmx HOST:PORT and --pid N", "--jmx", "a:1", "--pid", "1", "status");
    fails("needs a command; --help shows them", "--jmx", "localhost:1");
    fails("--jmx needs a value", "--jmx");
    fails("no option --jxm; --help shows what there is", "--jxm", "localhost:1", "status");
    for (String target : new String[] {"localhost", "localhost:", ":1", "localhost:x", "h:99999"}) {
      fails("'" + target + "' is not HOST:PORT", "--jmx", target, "status");
    }
    String dead = "localhost:" + Ports.free();
    assertEquals(1, run("--jmx", dead, "status"));
    assertTrue(err.startsWith("cachedstore: no answer from " + dead + ": "), err);
    assertOneLine(err);
    for (String pid : new String[] {"abc", "0", "-1", "99999999"}) {
      fails("no JVM of this user has the process id " + pid, "--pid", pid, "status");
    }
  }

  /** Attaching sends a signal that would end a process that is no JVM. */
  @Test
  void aProcessThatIsNoJvmSurvives() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      fails(
          "no JVM of this user has the process id " + sleep.pid(),
          "--pid",
          Long.toString(sleep.pid()),
          "status");
      assertTrue(sleep.isAlive());
    } finally {
      sleep.destroy();
    }
  }

  @Test
  void helpIsNoFailure() {
    assertEquals(0, run("--help"));
    assertTrue(out.startsWith("usage: cachedstore "), out);
    assertEquals(1, run());
    assertTrue(err.startsWith("usage: cachedstore "), err);
  }

  @DatabaseTest
  void aMetastoreWithoutCacheSaysSoAndOneWithItObeys(TestDatabase database) throws Exception {
    int port = Ports.free();
    Registry registry = LocateRegistry.createRegistry(port);
    String target = "127.0.0.1:" + port;
    JMXConnectorServer server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + target + "/jmxrmi"),
            null,
            ManagementFactory.getPlatformMBeanServer());
    server.start();
    try {
      fails(
          target + " runs no cache: is it a metastore with the plugin?", "--jmx", target, "status");
      obeys(database, target);
    } finally {
      server.stop();
      UnicastRemoteObject.unexportObject(registry, true);
    }
  }

  private void obeys(TestDatabase database, String target) throws Exception {
    Configuration one = configuration(database, "");
    Configuration two = configuration(database, "second");
    new CachedStore().setConf(one);
    try {
      assertEquals(0, run("--jmx", target, "status"), err);
      assertTrue(out.contains("serving                          from memory"), out);
      assertEquals(0, run("--jmx", target, "--json", "status"), err);
      JsonNode status = new ObjectMapper().readTree(out);
      assertEquals("from memory", status.get("serving").asText());
      assertEquals(0, run("--jmx", target, "--json", "explain", "d.t"), err);
      assertFalse(new ObjectMapper().readTree(out).get("cached").asBoolean());
      succeeds("flushed everything", "--jmx", target, "flush", "all");
      succeeds("flushed table hive.d.t", "--jmx", target, "flush", "table", "D.T");
      succeeds(
          "{\"done\":\"flushed database hive.d\"}",
          "--jmx",
          target,
          "--json",
          "flush",
          "database d");
      succeeds("everything is answered from the database", "--jmx", target, "pause");
      assertEquals(0, run("--jmx", target, "status"), err);
      assertTrue(out.contains("paused"), out);
      succeeds("reads are answered from memory again", "--jmx", target, "resume");
      succeeds("d.* is strict until the metastore ends", "--jmx", target, "level", "d.*", "strict");

      fails("no command 'stauts'; --help shows what there is", "--jmx", target, "stauts");
      fails("explain takes 1 argument", "--jmx", target, "explain");
      fails("level takes 2 arguments", "--jmx", target, "level", "d.*");
      fails("'t' is not [catalog.]database.table", "--jmx", target, "explain", "t");
      assertEquals(1, run("--jmx", target, "flush", "d.t"));
      assertTrue(err.startsWith("cachedstore: 'd.t' is not all, "), err);
      assertOneLine(err);
      assertEquals(1, run("--jmx", target, "level", "d.*", "quick"));
      assertTrue(err.contains("'quick'"), err);
      assertOneLine(err);

      new CachedStore().setConf(two);
      assertEquals(1, run("--jmx", target, "status"));
      assertTrue(err.contains(target + " runs the caches "), err);
      assertTrue(err.endsWith("choose one with --name\n"), err);
      assertEquals(0, run("--jmx", target, "--name", "second", "status"), err);
      assertEquals(1, run("--jmx", target, "--name", "third", "status"));
      assertOneLine(err);
    } finally {
      CacheRegistry.close(one);
      CacheRegistry.close(two);
    }
  }

  private static Configuration configuration(TestDatabase database, String name) {
    Configuration conf = database.configuration();
    conf.set("cachedstore.cache.name", name);
    MetastoreConf.setVar(
        conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, NotificationLogListener.class.getName());
    return conf;
  }

  private void fails(String message, String... arguments) {
    assertEquals(1, run(arguments), out);
    assertEquals("cachedstore: " + message + "\n", err);
    assertEquals("", out);
  }

  private void succeeds(String message, String... arguments) {
    assertEquals(0, run(arguments), err);
    assertEquals(message + "\n", out);
  }

  private static void assertOneLine(String text) {
    assertEquals(text.length() - 1, text.indexOf('\n'), text);
  }

  private int run(String... arguments) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    int code =
        ControlMain.run(
            arguments,
            new PrintStream(outBytes, true, StandardCharsets.UTF_8),
            new PrintStream(errBytes, true, StandardCharsets.UTF_8));
    out = outBytes.toString(StandardCharsets.UTF_8);
    err = errBytes.toString(StandardCharsets.UTF_8);
    return code;
  }
}
