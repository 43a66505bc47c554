package io.hmscache.store;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import io.hmscache.writeid.Gate;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Deadline;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/** A cache as a metastore has it, tailer and JMX included, with a store on it and a plain one. */
final class RunningCache implements AutoCloseable {

  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final long TIMEOUT_MS = 60_000;

  final Configuration conf;
  final String name = "running" + COUNTER.incrementAndGet();
  final CachedStore store = new CachedStore();
  final ObjectStore plain = new ObjectStore();
  final SharedCache shared;
  final StatusMXBean bean;

  /**
   * Starts one and waits until it follows the log.
   *
   * @param settings keys and values in turn
   */
  RunningCache(TestDatabase database, String... settings) throws Exception {
    Deadline.clear(); // an earlier test's on this thread may have run for long
    Deadline.registerIfNot(600_000);
    Deadline.startTimer("test");
    conf = database.configuration();
    conf.set(Setting.CACHE_NAME.key(), name);
    conf.set(Setting.FLEET_COMPLETE.key(), "true");
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, Deployment.PROXY);
    MetastoreConf.setVar(conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, Deployment.LISTENER);
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    plain.setConf(new Configuration(conf));
    store.setConf(conf);
    shared = SharedCache.find(conf);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    bean = JMX.newMXBeanProxy(server, objectName(name), StatusMXBean.class);
    await("the log is followed", () -> bean.getAppliedEventId() >= 0);
  }

  static ObjectName objectName(String cache) throws Exception {
    return new ObjectName("io.hmscache:type=CachedStore,name=" + ObjectName.quote(cache));
  }

  void await(String what, java.util.concurrent.Callable<Boolean> condition) {
    Waiting.until(what, TIMEOUT_MS, condition);
  }

  /** A reading request for a table. */
  Table read(String database, String table) throws Exception {
    return read(s -> s.getTable("hive", database, table));
  }

  <T> T read(CacheBed.Call<T> call) throws Exception {
    try (RequestContext request =
        RequestContext.begin(RequestClass.READ, "get_something", null, null, null, Gate.UNKNOWN)) {
      return call.on((RawStore) store);
    }
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> status() throws Exception {
    return new ObjectMapper().readValue(bean.status(), Map.class);
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> explain(String table) throws Exception {
    return new ObjectMapper().readValue(bean.explain(table), Map.class);
  }

  @Override
  public void close() {
    CacheRegistry.close(conf);
    store.shutdown();
    plain.shutdown();
  }
}
