package io.hmscache.testkit;

import java.util.Map;

/** The files in a metastore's configuration folder. */
final class MetastoreFiles {

  private MetastoreFiles() {}

  static String site(Map<String, String> settings) {
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

  static String logging() {
    return """
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
