package io.hmscache.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The files in a metastore's configuration folder. */
final class MetastoreFiles {

  /**
   * The default of {@code metastore.task.threads.always} without its one class that only hive-exec
   * has: the distribution alone starts none of the tasks with it.
   */
  static final String HOUSEKEEPING =
      String.join(
          ",",
          "org.apache.hadoop.hive.metastore.events.EventCleanerTask",
          "org.apache.hadoop.hive.metastore.RuntimeStatsCleanerTask",
          "org.apache.hadoop.hive.metastore.metrics.AcidMetricService",
          "org.apache.hadoop.hive.metastore.metrics.AcidMetricLogger",
          "org.apache.hadoop.hive.metastore.ScheduledQueryExecutionsMaintTask",
          "org.apache.hadoop.hive.metastore.ReplicationMetricsMaintTask");

  private MetastoreFiles() {}

  /** Writes the configuration into a folder that {@link Distribution#command} runs with. */
  static void write(Path folder, Map<String, String> settings) throws IOException {
    write(folder, settings, Map.of());
  }

  /**
   * As above.
   *
   * @param loggers levels of loggers by their names
   */
  static void write(Path folder, Map<String, String> settings, Map<String, String> loggers)
      throws IOException {
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Files.createDirectory(folder.resolve("tmp"));
    Files.writeString(conf.resolve("metastore-site.xml"), site(settings));
    Files.writeString(conf.resolve("log4j2.properties"), logging(loggers));
  }

  private static String site(Map<String, String> settings) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    settings.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String logging(Map<String, String> loggers) {
    StringBuilder more = new StringBuilder();
    int number = 0;
    for (Map.Entry<String, String> logger : loggers.entrySet()) {
      String key = "logger.more" + number++;
      more.append(key).append(".name = ").append(logger.getKey()).append('\n');
      more.append(key).append(".level = ").append(logger.getValue()).append('\n');
    }
    return more
        + """
    status = warn
    appender.out.type = Console
    appender.out.name = out
    appender.out.target = SYSTEM_ERR
    appender.out.layout.type = PatternLayout
    appender.out.layout.pattern = %d{ISO8601} %5p [%t] %c{2}: %m%n
    logger.nucleus.name = DataNucleus
    logger.nucleus.level = error
    rootLogger.level = info
    rootLogger.appenderRef.out.ref = out
    """;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
