package io.hmscache.e2e;

import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Asks the cache of a metastore by JMX. */
final class JmxDecisionProbe implements DecisionProbe {

  private static final long REGISTERED_TIMEOUT_MS = 30_000;

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ObjectName bean;

  private JmxDecisionProbe(JMXConnector connector, MBeanServerConnection server, ObjectName bean) {
    this.connector = connector;
    this.server = server;
    this.bean = bean;
  }

  /** Connects to a metastore that has been asked something, so that its cache is there. */
  @SuppressWarnings("BanJNDI") // The address is the loopback interface and a process of our own.
  static JmxDecisionProbe connect(int port) {
    try {
      ObjectName pattern = new ObjectName("io.hmscache:type=CachedStore,*");
      JMXConnector connector =
          JMXConnectorFactory.connect(
              new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"));
      MBeanServerConnection server = connector.getMBeanServerConnection();
      Waiting.until(
          "a cache in the metastore, seen by JMX",
          REGISTERED_TIMEOUT_MS,
          () -> !server.queryNames(pattern, null).isEmpty());
      Set<ObjectName> names = server.queryNames(pattern, null);
      return new JmxDecisionProbe(connector, server, names.iterator().next());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String lastDecision(String table) {
    return String.valueOf(
        invoke("lastDecision", new Object[] {table}, new String[] {String.class.getName()}));
  }

  @Override
  public void pauseTailer() {
    invoke("pauseTailer", new Object[0], new String[0]);
  }

  @Override
  public void resumeTailer() {
    invoke("resumeTailer", new Object[0], new String[0]);
  }

  @Override
  public long appliedEventId() {
    return attribute("AppliedEventId");
  }

  @Override
  public long verifiedHits() {
    return attribute("VerifiedHits");
  }

  @Override
  public long mismatches() {
    return attribute("Mismatches");
  }

  private long attribute(String name) {
    try {
      return (Long) server.getAttribute(bean, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException("JMX attribute " + name, e);
    }
  }

  private Object invoke(String operation, Object[] arguments, String[] types) {
    try {
      return server.invoke(bean, operation, arguments, types);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException("JMX operation " + operation, e);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // The metastore is gone already: nothing is left to close.
    }
  }
}
