package io.hmscache.clients;

import io.hmscache.testkit.MetastoreProcess;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The management beans of one metastore. */
final class Jmx implements AutoCloseable {

  private static final String PLUGIN = "io.hmscache:type=CachedStore,*";
  private static final String API_CALLS = "metrics:name=api_*,*";

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  // The address is that of a process this test started, on the loopback interface.
  @SuppressWarnings("BanJNDI")
  Jmx(MetastoreProcess metastore) throws IOException {
    connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL(
                "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + metastore.jmxPort() + "/jmxrmi"));
    server = connector.getMBeanServerConnection();
  }

  /** Calls an operation without arguments on the plugin's bean; false if there is no such bean. */
  boolean plugin(String operation) throws IOException, JMException {
    Set<ObjectName> beans = server.queryNames(new ObjectName(PLUGIN), null);
    for (ObjectName bean : beans) {
      server.invoke(bean, operation, new Object[0], new String[0]);
    }
    return !beans.isEmpty();
  }

  /** All numbers that count something: Thrift calls by name, and what the plugin shows. */
  Map<String, Long> counters() throws IOException, JMException {
    Map<String, Long> counters = new TreeMap<>();
    for (ObjectName bean : server.queryNames(new ObjectName(API_CALLS), null)) {
      Object count = server.getAttribute(bean, "Count");
      counters.put(bean.getKeyProperty("name"), ((Number) count).longValue());
    }
    for (ObjectName bean : server.queryNames(new ObjectName(PLUGIN), null)) {
      for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
        Object value = server.getAttribute(bean, attribute.getName());
        if (value instanceof Long || value instanceof Integer) {
          counters.put("plugin." + attribute.getName(), ((Number) value).longValue());
        }
      }
    }
    return counters;
  }

  /** What has grown between two looks. */
  static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> growth = new TreeMap<>();
    after.forEach(
        (name, value) -> {
          long more = value - before.getOrDefault(name, 0L);
          if (more > 0) {
            growth.put(name, more);
          }
        });
    return growth;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
