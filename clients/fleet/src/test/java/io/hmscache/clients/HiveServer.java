package io.hmscache.clients;

import io.hmscache.testkit.Ports;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** A HiveServer2 with Tez in local mode, in a process of its own, on one metastore of a fleet. */
final class HiveServer implements AutoCloseable {

  private static final long START_TIMEOUT_MS = 600_000;
  private static final List<String> OPENED =
      List.of(
          "lang",
          "lang.reflect",
          "io",
          "net",
          "nio",
          "math",
          "text",
          "time",
          "util",
          "util.concurrent",
          "util.concurrent.atomic",
          "util.regex");

  private final Process process;
  private final int port;
  private final Path folder;
  private final Thread hook;

  private HiveServer(Process process, int port, Path folder) {
    this.process = process;
    this.port = port;
    this.folder = folder;
    this.hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts a server; {@link #awaitReady()} waits for it. */
  static HiveServer launch(Fleet fleet, int metastore) {
    Path folder = fleet.folder().resolve("hiveserver-" + metastore);
    int port = Ports.free();
    try {
      Path conf = Files.createDirectories(folder.resolve("conf"));
      Files.createDirectories(folder.resolve("tmp"));
      Files.writeString(
          conf.resolve("hive-site.xml"), xml(settings(fleet, metastore, folder, port)));
      Files.writeString(conf.resolve("hive-log4j2.properties"), logging());
      List<String> jvm =
          new ArrayList<>(
              OPENED.stream()
                  .map(p -> "--add-opens=java.base/java." + p + "=ALL-UNNAMED")
                  .toList());
      jvm.add("-Dlog4j2.configurationFile=" + conf.resolve("hive-log4j2.properties"));
      jvm.add("-Dlog4j.configurationFile=" + conf.resolve("hive-log4j2.properties"));
      List<Path> classPath = new ArrayList<>(List.of(conf));
      classPath.addAll(ClassPaths.of("hive"));
      Process process =
          new ProcessBuilder(
                  Jvm.command(
                      classPath,
                      "org.apache.hive.service.server.HiveServer2",
                      folder.resolve("tmp"),
                      jvm))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("hiveserver.log").toFile())
              .start();
      return new HiveServer(process, port, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> settings(Fleet fleet, int metastore, Path folder, int port) {
    String scratch = folder.resolve("scratch").toString();
    Map<String, String> s = new LinkedHashMap<>();
    s.put("hive.metastore.uris", fleet.metastore(metastore).uri());
    s.put("hive.metastore.warehouse.dir", fleet.managed().toUri().toString());
    s.put("hive.metastore.warehouse.external.dir", fleet.external().toUri().toString());
    s.put("fs.defaultFS", "file:///");
    s.put("hadoop.tmp.dir", scratch);
    s.put("hive.exec.scratchdir", scratch + "/hive");
    s.put("hive.exec.local.scratchdir", scratch + "/local");
    s.put("hive.downloaded.resources.dir", scratch + "/resources");
    s.put("hive.querylog.location", scratch + "/log");
    s.put("hive.server2.logging.operation.enabled", "false");
    s.put("hive.user.install.directory", scratch + "/install");
    s.put("tez.staging-dir", scratch + "/tez");
    s.put("hive.server2.thrift.port", Integer.toString(port));
    s.put("hive.server2.thrift.bind.host", "127.0.0.1");
    s.put("hive.server2.webui.port", "0");
    s.put("hive.server2.enable.doAs", "false");
    s.put("hive.server2.tez.initialize.default.sessions", "false");
    s.put("hive.execution.engine", "tez");
    s.put("tez.local.mode", "true");
    s.put("tez.local.mode.without.network", "true");
    s.put("tez.ignore.lib.uris", "true");
    s.put("tez.runtime.optimize.local.fetch", "true");
    s.put("hive.support.concurrency", "true");
    s.put("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DbTxnManager");
    s.put("hive.exec.dynamic.partition.mode", "nonstrict");
    s.put("hive.async.log.enabled", "false");
    // The poll asks for the head of the log, which only administrators may (metastore.metastore.
    // event.db.notification.api.auth), and the server does not start without an answer.
    s.put("hive.notification.event.poll.interval", "0s");
    s.put("hive.notification.event.consumers", "");
    // A cache of its own in the client would answer instead of the metastore under test.
    s.put("hive.metastore.client.cache.v2.enabled", "false");
    s.put("hive.query.results.cache.enabled", "false");
    s.put("hive.server2.materializedviews.registry.impl", "DUMMY");
    return s;
  }

  private static String xml(Map<String, String> settings) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    settings.forEach(
        (key, value) ->
            xml.append("<property><name>")
                .append(key)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String logging() {
    return """
    status = error
    appender.out.type = Console
    appender.out.name = out
    appender.out.target = SYSTEM_ERR
    appender.out.layout.type = PatternLayout
    appender.out.layout.pattern = %d{ISO8601} %5p [%t] %c{2}: %m%n
    rootLogger.level = warn
    rootLogger.appenderRef.out.ref = out
    """;
  }

  /** Waits until the server takes connections. */
  void awaitReady() {
    Waiting.until(
        "HiveServer2, log " + folder.resolve("hiveserver.log"),
        START_TIMEOUT_MS,
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException(
                "HiveServer2 has ended, log " + folder.resolve("hiveserver.log"));
          }
          return Ports.answers(port);
        });
  }

  /** A session. */
  Connection connect() throws SQLException {
    Properties user = new Properties();
    user.put("user", "fleet");
    user.put("password", "");
    Connection connection =
        HiveJdbc.driver().connect("jdbc:hive2://127.0.0.1:" + port + "/default", user);
    if (connection == null) {
      throw new SQLException("the driver does not know its own URL");
    }
    return connection;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
