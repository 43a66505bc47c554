package io.hmscache.testkit;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;

/**
 * One database with the official schema, for one test. The server behind it is shared by all
 * databases of its kind in this JVM and ends with the JVM; the database itself goes at {@link
 * #close()}. Thread-safe.
 */
public final class TestDatabase implements AutoCloseable {

  /** Drops the database; gets the name it was created under. */
  interface Dropper {
    void drop() throws SQLException;
  }

  private final DatabaseKind kind;
  private final String schemaType;
  private final String driver;
  private final String url;
  private final String user;
  private final String password;
  private final Dropper dropper;
  private final Path warehouse = Folders.create("warehouse");

  TestDatabase(
      DatabaseKind kind,
      String schemaType,
      String driver,
      String url,
      String user,
      String password,
      Dropper dropper) {
    this.kind = kind;
    this.schemaType = schemaType;
    this.driver = driver;
    this.url = url;
    this.user = user;
    this.password = password;
    this.dropper = dropper;
  }

  /** A new database with the schema; starts the server of its kind when there is none yet. */
  public static TestDatabase create(DatabaseKind kind) {
    try {
      return switch (kind) {
        case DERBY_MEMORY -> DerbyDatabases.createEmbedded();
        case DERBY_SERVER -> DerbyDatabases.createOnServer();
        case POSTGRES -> PostgresServer.shared().create();
        case MARIADB -> MariaDbServer.shared().create();
        case EXTERNAL ->
            throw new IllegalArgumentException("an external database needs its JDBC URL");
      };
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create a " + kind + " database", e);
    }
  }

  /** As {@link #create}, without tables: for trying the distribution's own schematool. */
  public static TestDatabase createEmpty(DatabaseKind kind) {
    try {
      return switch (kind) {
        case DERBY_SERVER -> DerbyDatabases.createEmptyOnServer();
        case POSTGRES -> PostgresServer.shared().createEmpty();
        default -> throw new IllegalArgumentException("no empty database of kind " + kind);
      };
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create a " + kind + " database", e);
    }
  }

  /**
   * A database that is there already, with or without the schema. It is left as it is at the end.
   *
   * @param url JDBC URL of Derby's network server, PostgreSQL, MySQL or MariaDB
   */
  public static TestDatabase external(String url, String user, String password) {
    String schemaType;
    String driver;
    if (url.startsWith("jdbc:postgresql:")) {
      schemaType = "postgres";
      driver = "org.postgresql.Driver";
    } else if (url.startsWith("jdbc:mysql:")) {
      schemaType = "mysql";
      driver = "com.mysql.cj.jdbc.Driver";
    } else if (url.startsWith("jdbc:derby://")) {
      schemaType = "derby";
      driver = DerbyDatabases.CLIENT_DRIVER;
    } else {
      throw new IllegalArgumentException("no support for JDBC URL " + url);
    }
    return new TestDatabase(
        DatabaseKind.EXTERNAL, schemaType, driver, url, user, password, () -> {});
  }

  /** Which kind of database this is. */
  public DatabaseKind kind() {
    return kind;
  }

  /** The schematool's name for the database: {@code derby}, {@code postgres} or {@code mysql}. */
  public String schemaType() {
    return schemaType;
  }

  /** Class name of the JDBC driver. */
  public String driver() {
    return driver;
  }

  /** JDBC URL. */
  public String url() {
    return url;
  }

  /** User to connect as. */
  public String user() {
    return user;
  }

  /** Password of that user. */
  public String password() {
    return password;
  }

  /** Folder for the tables of this database, common to all metastores on it. */
  public Path warehouse() {
    return warehouse;
  }

  /** Whether the metastore's tables are there. */
  public boolean hasSchema() throws SQLException {
    String quote = schemaType.equals("mysql") ? "`" : "\"";
    try (Connection c = connect();
        Statement statement = c.createStatement()) {
      statement.executeQuery("SELECT * FROM " + quote + "VERSION" + quote).close();
      return true;
    } catch (SQLSyntaxErrorException e) {
      return false;
    } catch (SQLException e) {
      if ("42P01".equals(e.getSQLState())) {
        return false; // PostgreSQL's way to say the same
      }
      throw e;
    }
  }

  /** The newest event id that is committed; on Derby it waits for a writer in its way. */
  public long lastEventId() throws SQLException {
    String quote = schemaType.equals("mysql") ? "`" : "\"";
    String sql =
        "SELECT "
            + quote
            + "NEXT_EVENT_ID"
            + quote
            + " FROM "
            + quote
            + "NOTIFICATION_SEQUENCE"
            + quote;
    try (Connection c = connect();
        Statement statement = c.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      if (!rows.next()) {
        throw new SQLException("NOTIFICATION_SEQUENCE is empty");
      }
      return rows.getLong(1) - 1;
    }
  }

  /** A connection of its own, in auto-commit mode. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** The settings that make a metastore use this database, under the names of its site file. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("javax.jdo.option.ConnectionURL", url);
    settings.put("javax.jdo.option.ConnectionDriverName", driver);
    settings.put("javax.jdo.option.ConnectionUserName", user);
    settings.put("javax.jdo.option.ConnectionPassword", password);
    settings.put("metastore.warehouse.dir", warehouse.toUri().toString());
    settings.put("metastore.warehouse.external.dir", warehouse.resolve("ext").toUri().toString());
    settings.put("metastore.execute.setugi", "false");
    settings.put("fs.defaultFS", "file:///");
    settings.put(
        "metastore.expression.proxy",
        "org.apache.hadoop.hive.metastore.MsckPartitionExpressionProxy");
    settings.put("metastore.task.threads.always", MetastoreFiles.HOUSEKEEPING);
    if (driver.equals(DerbyDatabases.CLIENT_DRIVER)) {
      // The client driver allows one savepoint at a time and the metastore nests two.
      settings.put("metastore.try.direct.sql.ddl", "false");
    }
    return settings;
  }

  /** A new configuration for Hive's classes in this JVM, with {@link #settings()}. */
  public Configuration configuration() {
    Configuration conf = MetastoreConf.newMetastoreConf();
    settings().forEach(conf::set);
    return conf;
  }

  /**
   * Lets go of the connection pools that Hive's classes keep in static fields, and drops the
   * database. No thread may be using Hive's classes.
   */
  @Override
  public void close() {
    HiveStatics.reset();
    try {
      dropper.drop();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot drop " + url, e);
    } finally {
      Folders.delete(warehouse);
    }
  }

  @Override
  public String toString() {
    return kind + " " + url;
  }
}
