package io.hmscache.store;

import java.lang.management.ManagementFactory;
import java.util.Hashtable;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers what JMX shows; a failure costs the view and nothing else. Thread-safe. */
final class Management {

  private static final Logger LOG = LoggerFactory.getLogger(Management.class);

  @GuardedBy("this")
  private @Nullable ObjectName registered;

  /** Registers a bean under {@code io.hmscache:type=CachedStore,name=…}. */
  synchronized void register(StatusMXBean bean, String cacheName) {
    Hashtable<String, String> properties = new Hashtable<>();
    properties.put("type", "CachedStore");
    properties.put("name", ObjectName.quote(cacheName.isEmpty() ? "default" : cacheName));
    try {
      ObjectName name = new ObjectName("io.hmscache", properties);
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, name);
      registered = name;
    } catch (JMException e) {
      LOG.warn("cannot be seen by JMX: {}", e.toString());
    }
  }

  synchronized void close() {
    ObjectName name = registered;
    registered = null;
    if (name != null) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      } catch (JMException e) {
        LOG.warn("cannot be removed from JMX: {}", e.toString());
      }
    }
  }
}
