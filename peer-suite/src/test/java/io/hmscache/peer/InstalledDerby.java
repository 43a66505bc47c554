package io.hmscache.peer;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.apache.derby.jdbc.EmbeddedDriver;

/**
 * Derby's embedded driver, but a database that a URL asks to create has the tables of {@link
 * SchemaTemplate} at once. Hive's test classes make up the URLs of their databases; this is the one
 * place that all of them pass. Thread-safe.
 */
public final class InstalledDerby implements Driver {

  static {
    try {
      DriverManager.registerDriver(new InstalledDerby());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Made on first use: Derby registers itself then, and has to come second. */
  private static final class Derby {
    static final Driver DRIVER = new EmbeddedDriver();
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String template = System.getProperty("peer.schema") + "/template";
    // Of a database that exists Derby ignores either attribute.
    return Derby.DRIVER.connect(url.replace(";create=true", ";createFrom=" + template), info);
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith("jdbc:derby:memory:");
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(InstalledDerby.class.getName());
  }
}
