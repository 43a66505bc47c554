package io.hmscache.e2e.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.store.StatusMXBean;
import io.hmscache.testkit.Waiting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What JMX shows of a metastore with the cache. For one thread. */
final class Beans implements AutoCloseable {

  private static final long REGISTERED_TIMEOUT_MS = 120_000;

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final StatusMXBean status;

  /** Connects to a metastore that has been asked something, so that its cache is there. */
  @SuppressWarnings("BanJNDI") // The address is the loopback interface and a process of our own.
  Beans(int port) throws IOException, JMException {
    connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"));
    server = connector.getMBeanServerConnection();
    ObjectName pattern = new ObjectName("io.hmscache:type=CachedStore,*");
    Waiting.until(
        "a cache in the metastore, seen by JMX",
        REGISTERED_TIMEOUT_MS,
        () -> !server.queryNames(pattern, null).isEmpty());
    ObjectName name = server.queryNames(pattern, null).iterator().next();
    status = JMX.newMXBeanProxy(server, name, StatusMXBean.class);
  }

  /** The cache's own bean. */
  StatusMXBean status() {
    return status;
  }

  /** One entry of the status report. */
  Object report(String key) throws IOException {
    return new ObjectMapper().readValue(status.status(), Map.class).get(key);
  }

  /** A gauge of the metastore's own registry. */
  long metric(String name) throws IOException, JMException {
    return ((Number) server.getAttribute(new ObjectName("metrics:name=" + name), "Value"))
        .longValue();
  }

  /** All threads of the metastore with their stacks. */
  String threads() throws IOException {
    ThreadMXBean threads =
        ManagementFactory.newPlatformMXBeanProxy(
            server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    StringBuilder dump = new StringBuilder();
    for (ThreadInfo thread : threads.dumpAllThreads(true, true)) {
      dump.append(thread);
    }
    return dump.toString();
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
