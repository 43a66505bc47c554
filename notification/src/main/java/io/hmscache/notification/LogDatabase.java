package io.hmscache.notification;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * Opens connections to the metastore's database that belong to the log's own threads and are never
 * a request's. They are in auto-commit mode at READ COMMITTED: at SERIALIZABLE the MySQL family
 * blocks the head query behind writers, at READ UNCOMMITTED it shows ids that may be rolled back.
 * Immutable, thread-safe.
 */
public final class LogDatabase {

  private final String url;
  private final String user;
  private final String password;
  private final int timeoutMillis;

  /**
   * A database.
   *
   * @param url JDBC URL
   * @param user user name
   * @param password password
   * @param timeoutMillis how long connecting, a query or a silent network may take; 1 or more
   */
  public LogDatabase(String url, String user, String password, int timeoutMillis) {
    if (timeoutMillis <= 0) {
      throw new IllegalArgumentException("timeout must be positive: " + timeoutMillis);
    }
    this.url = url;
    this.user = user;
    this.password = password;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * The database that a metastore with this configuration uses.
   *
   * @throws IllegalStateException if its driver cannot be loaded or its password not be read
   */
  public static LogDatabase of(Configuration conf, int timeoutMillis) {
    String driver = MetastoreConf.getVar(conf, ConfVars.CONNECTION_DRIVER);
    try {
      Class.forName(driver);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("JDBC driver is not on the class path: " + driver, e);
    }
    String password;
    try {
      password = MetastoreConf.getPassword(conf, ConfVars.PWD);
    } catch (IOException e) {
      throw new IllegalStateException("password of the metastore's database is not readable", e);
    }
    return new LogDatabase(
        MetastoreConf.getVar(conf, ConfVars.CONNECT_URL_KEY),
        MetastoreConf.getVar(conf, ConfVars.CONNECTION_USER_NAME),
        password,
        timeoutMillis);
  }

  /** Opens a connection. */
  Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(url, properties());
    try {
      connection.setAutoCommit(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setReadOnly(true);
      limitSilence(connection);
      return connection;
    } catch (SQLException | RuntimeException e) {
      try {
        connection.close();
      } catch (SQLException e2) {
        e.addSuppressed(e2);
      }
      throw e;
    }
  }

  /** Time-out of a query in whole seconds, as JDBC takes it. */
  int querySeconds() {
    return (int) Math.max(1, TimeUnit.MILLISECONDS.toSeconds(timeoutMillis));
  }

  /**
   * Without this a query on a connection whose peer vanished waits for the operating system, which
   * may take hours. Twice the query's own time-out, so that the polite one comes first.
   */
  private void limitSilence(Connection connection) throws SQLException {
    try {
      connection.setNetworkTimeout(Runnable::run, 2 * timeoutMillis);
    } catch (SQLFeatureNotSupportedException e) {
      // Derby has none; its embedded driver has no network, its client reports a lost server.
      return;
    }
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    // DriverManager's login time-out is global to the process, so it is not ours to set.
    int seconds = querySeconds();
    if (url.startsWith("jdbc:postgresql:")) {
      properties.setProperty("connectTimeout", Integer.toString(seconds));
      properties.setProperty("loginTimeout", Integer.toString(2 * seconds));
      properties.setProperty("ApplicationName", "hmscache-log");
    } else if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
      properties.setProperty("connectTimeout", Integer.toString(timeoutMillis));
    } else if (url.startsWith("jdbc:sqlserver:")) {
      properties.setProperty("loginTimeout", Integer.toString(seconds));
    }
    return properties;
  }

  /** What differs between database products for our few statements. */
  enum Product {
    POSTGRES("\""),
    MYSQL("`"),
    /** Derby, Oracle, SQL Server: folds to upper case, or does not care. */
    OTHER("");

    private final String quote;

    Product(String quote) {
      this.quote = quote;
    }

    static Product of(Connection connection) throws SQLException {
      @Nullable String name = connection.getMetaData().getDatabaseProductName();
      String folded = name == null ? "" : name.toLowerCase(Locale.ROOT);
      if (folded.contains("postgresql")) {
        return POSTGRES;
      }
      return folded.contains("mysql") || folded.contains("mariadb") ? MYSQL : OTHER;
    }

    /** Turns {@code [NAME]} into an identifier of this product. */
    String sql(String template) {
      return template.replace("[", quote).replace("]", quote);
    }
  }
}
