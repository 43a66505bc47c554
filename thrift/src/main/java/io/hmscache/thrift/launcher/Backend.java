package io.hmscache.thrift.launcher;

import java.util.LinkedHashMap;
import java.util.Map;

/** The databases a metastore runs on, told apart by the JDBC URL. */
enum Backend {
  DERBY_NETWORK("jdbc:derby://", "derby", "org.apache.derby.jdbc.ClientDriver", '"'),
  DERBY_EMBEDDED("jdbc:derby:", "derby", "org.apache.derby.jdbc.EmbeddedDriver", '"'),
  POSTGRES("jdbc:postgresql:", "postgres", "org.postgresql.Driver", '"'),
  MYSQL("jdbc:mysql:", "mysql", "com.mysql.cj.jdbc.Driver", '`'),
  SQL_SERVER("jdbc:sqlserver:", "mssql", "com.microsoft.sqlserver.jdbc.SQLServerDriver", '"'),
  ORACLE("jdbc:oracle:", "oracle", "oracle.jdbc.OracleDriver", '"');

  private final String prefix;
  private final String schemaType;
  private final String driver;
  private final char quote;

  Backend(String prefix, String schemaType, String driver, char quote) {
    this.prefix = prefix;
    this.schemaType = schemaType;
    this.driver = driver;
    this.quote = quote;
  }

  static Backend of(String url) throws LauncherException {
    for (Backend backend : values()) {
      if (url.startsWith(backend.prefix)) {
        return backend;
      }
    }
    throw LauncherException.usage(
        "--jdbc-url names no database that a metastore runs on: '" + url + "'");
  }

  /** The schematool's name for the database. */
  String schemaType() {
    return schemaType;
  }

  /** Class name of the JDBC driver. */
  String driver() {
    return driver;
  }

  boolean derby() {
    return this == DERBY_NETWORK || this == DERBY_EMBEDDED;
  }

  /** An identifier with its case kept. */
  String quoted(String identifier) {
    return quote + identifier + quote;
  }

  /** What the database needs in {@code metastore-site.xml} besides the connection. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (this == DERBY_NETWORK) {
      // Derby's client driver allows one savepoint at a time and the metastore nests two.
      settings.put("metastore.try.direct.sql.ddl", "false");
    }
    return settings;
  }
}
