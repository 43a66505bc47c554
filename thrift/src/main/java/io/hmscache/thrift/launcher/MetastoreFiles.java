package io.hmscache.thrift.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what a metastore's JVM needs into its private folder. */
final class MetastoreFiles {

  /** Name of the file with the arguments of the JVM, one a line. */
  static final String ARGUMENTS = "java.args";

  /** The default of the setting without its one class that only hive-exec has. */
  private static final String HOUSEKEEPING =
      "org.apache.hadoop.hive.metastore.events.EventCleanerTask,"
          + "org.apache.hadoop.hive.metastore.RuntimeStatsCleanerTask,"
          + "org.apache.hadoop.hive.metastore.metrics.AcidMetricService,"
          + "org.apache.hadoop.hive.metastore.metrics.AcidMetricLogger,"
          + "org.apache.hadoop.hive.metastore.ScheduledQueryExecutionsMaintTask,"
          + "org.apache.hadoop.hive.metastore.ReplicationMetricsMaintTask";

  private static final String BIND_HOST = "metastore.thrift.bind.host";
  private static final String LOCALHOST = "127.0.0.1";

  private final LauncherOptions options;
  private final Layout layout;

  MetastoreFiles(LauncherOptions options, Layout layout) {
    this.options = options;
    this.layout = layout;
  }

  /** The settings, those of the command line last so that they win. */
  Map<String, String> settings() {
    Path warehouse = layout.runFolder().resolveSibling("warehouse");
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("javax.jdo.option.ConnectionURL", options.url());
    settings.put("javax.jdo.option.ConnectionDriverName", options.backend().driver());
    settings.put("javax.jdo.option.ConnectionUserName", options.user());
    settings.put("javax.jdo.option.ConnectionPassword", options.password());
    settings.put(BIND_HOST, LOCALHOST);
    settings.put("metastore.warehouse.dir", warehouse.toUri().toString());
    settings.put("metastore.warehouse.external.dir", warehouse.resolve("ext").toUri().toString());
    settings.put("metastore.execute.setugi", "false");
    settings.put("fs.defaultFS", "file:///");
    if (options.classPath().isEmpty()) {
      // Two defaults name classes of hive-exec, which is not here; with a missing class among the
      // housekeeping tasks the metastore starts none of them.
      settings.put("metastore.task.threads.always", HOUSEKEEPING);
      settings.put(
          "metastore.expression.proxy",
          "org.apache.hadoop.hive.metastore.MsckPartitionExpressionProxy");
    }
    settings.putAll(options.backend().settings());
    settings.putAll(options.store().settings());
    settings.putAll(options.settings());
    return settings;
  }

  /** Interface that the Thrift service will listen on. */
  String bindHost() {
    return settings().getOrDefault(BIND_HOST, LOCALHOST);
  }

  /** Writes configuration and arguments. */
  void write() throws LauncherException {
    try {
      Path conf = Files.createDirectories(layout.runFolder().resolve("conf"));
      Files.createDirectories(layout.runFolder().resolve("tmp"));
      write(conf.resolve("metastore-site.xml"), site());
      write(conf.resolve("log4j2.properties"), logging());
      StringBuilder lines = new StringBuilder();
      for (String argument :
          arguments(
              "org.apache.hadoop.hive.metastore.HiveMetaStore",
              "-p",
              Integer.toString(options.port()))) {
        // The syntax of argument files: quotes keep spaces, backslashes escape.
        lines
            .append('"')
            .append(argument.replace("\\", "\\\\").replace("\"", "\\\""))
            .append("\"\n");
      }
      write(layout.runFolder().resolve(ARGUMENTS), lines.toString());
    } catch (IOException e) {
      throw LauncherException.failure(
          "cannot write to " + layout.runFolder() + ": " + LauncherException.firstLine(e));
    }
  }

  /** Arguments of a JVM that runs a class of the distribution with these settings. */
  List<String> arguments(String mainClass, String... mainArguments) throws LauncherException {
    Path run = layout.runFolder();
    List<String> arguments = new ArrayList<>();
    arguments.add("-Djava.io.tmpdir=" + run.resolve("tmp"));
    arguments.add("-Dderby.stream.error.file=" + run.resolve("derby.log"));
    arguments.add("-Dlog4j.configurationFile=" + run.resolve("conf/log4j2.properties"));
    for (String name : options.store().opens()) {
      arguments.add("--add-opens=java.base/" + name + "=ALL-UNNAMED");
    }
    List<String> classPath = new ArrayList<>();
    classPath.add(run.resolve("conf").toString());
    classPath.add(layout.pluginJar().toString());
    classPath.addAll(layout.jars());
    classPath.addAll(options.classPath());
    arguments.add("-cp");
    arguments.add(String.join(":", classPath));
    arguments.add(mainClass);
    for (String argument : mainArguments) {
      arguments.add(argument);
    }
    return arguments;
  }

  private String site() {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    for (Map.Entry<String, String> setting : settings().entrySet()) {
      xml.append("  <property>\n    <name>")
          .append(escape(setting.getKey()))
          .append("</name>\n    <value>")
          .append(escape(setting.getValue()))
          .append("</value>\n  </property>\n");
    }
    return xml.append("</configuration>\n").toString();
  }

  private static String logging() {
    return "status = warn\n"
        + "appender.out.type = Console\n"
        + "appender.out.name = out\n"
        + "appender.out.target = SYSTEM_ERR\n"
        + "appender.out.layout.type = PatternLayout\n"
        + "appender.out.layout.pattern = %d{ISO8601} %5p [%t] %c{2}: %m%n\n"
        + "logger.nucleus.name = DataNucleus\n"
        + "logger.nucleus.level = error\n"
        + "rootLogger.level = info\n"
        + "rootLogger.appenderRef.out.ref = out\n";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
