package io.hmscache.thrift;

import io.hmscache.notification.NotificationLogListener;
import io.hmscache.store.CacheRegistry;
import io.hmscache.store.CachedStore;
import io.hmscache.store.SharedCache;
import io.hmscache.store.StatusMXBean;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.testkit.Waiting;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMX;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.HMSHandlerProxyFactory;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * Two metastores on one database without their servers: A is stock Hive with our listener, on a
 * thread of its own; B has the cache, on the test's thread. B's tailer polls so seldom that what A
 * changes stays unknown to B until a rule makes it ask.
 */
final class Handlers implements AutoCloseable {

  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final String AN_HOUR = "3600000";
  private static final long TIMEOUT_MS = 60_000;

  final Configuration conf;
  final IHMSHandler b;
  final StatusMXBean bean;
  private final ExecutorService threadOfA = Executors.newSingleThreadExecutor();
  private final IHMSHandler a;

  /** What is done with a handler. */
  interface Call<T> {
    T on(IHMSHandler handler) throws Exception;
  }

  /** Opens both; the settings are those of B, as in the other constructor. */
  Handlers(TestDatabase database, String... settings) throws Exception {
    this(database, a -> null, settings);
  }

  /**
   * Opens both.
   *
   * @param before what A does before there is B, so that B begins with it
   * @param settings keys and values of B in turn; a null value removes a setting. Those of how
   *     ObjectStore asks the database are A's as well
   */
  Handlers(TestDatabase database, Call<?> before, String... settings) throws Exception {
    Configuration stock = database.configuration();
    MetastoreConf.setVar(
        stock, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, NotificationLogListener.class.getName());
    for (int i = 0; i < settings.length; i += 2) {
      if (settings[i].startsWith(ConfVars.TRY_DIRECT_SQL.getVarname())) {
        stock.set(settings[i], settings[i + 1]);
      }
    }
    a =
        onThreadOfA(
            () -> HMSHandlerProxyFactory.getProxy(stock, new HMSHandler("a", stock), false));
    a(before);
    conf = new Configuration(stock);
    String name = "b" + COUNTER.incrementAndGet();
    conf.set("cachedstore.cache.name", name);
    conf.set("cachedstore.fleet.complete", "true");
    conf.set("cachedstore.poll.interval", AN_HOUR);
    conf.set("cachedstore.max.staleness", AN_HOUR);
    MetastoreConf.setVar(conf, ConfVars.RAW_STORE_IMPL, CachedStore.class.getName());
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, SnapshotHandler.class.getName());
    for (int i = 0; i < settings.length; i += 2) {
      if (settings[i + 1] == null) {
        conf.unset(settings[i]);
      } else {
        conf.set(settings[i], settings[i + 1]);
      }
    }
    b = HMSHandlerProxyFactory.getProxy(conf, new HMSHandler("b", conf), false);
    bean =
        JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            new ObjectName("io.hmscache:type=CachedStore,name=" + ObjectName.quote(name)),
            StatusMXBean.class);
    Waiting.until("B follows the log", TIMEOUT_MS, () -> bean.getAppliedEventId() >= 0);
  }

  /** Does something with A. */
  <T> T a(Call<T> call) throws Exception {
    return onThreadOfA(() -> call.on(a));
  }

  private <T> T onThreadOfA(java.util.concurrent.Callable<T> work) throws Exception {
    try {
      return threadOfA.submit(work).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** What HiveServer2 can do; Hive edits the list where no wire is between. */
  static List<String> capabilities() {
    return new ArrayList<>(MetastoreClient.CAPABILITIES);
  }

  /** Creates a table as HiveServer2 does. */
  static Object create(IHMSHandler handler, Table table) throws Exception {
    CreateTableRequest request = new CreateTableRequest(table);
    request.setProcessorCapabilities(capabilities());
    request.setProcessorIdentifier("test");
    handler.create_table_req(request);
    return table;
  }

  /** A table as a client asks for it. */
  static Table get(IHMSHandler handler, String name) throws Exception {
    return get(handler, name, null);
  }

  /** A table as a reader with a write-id list asks for it. */
  static Table get(IHMSHandler handler, String name, String list) throws Exception {
    GetTableRequest request = new GetTableRequest("d", name);
    request.setCatName("hive");
    request.setProcessorCapabilities(capabilities());
    request.setProcessorIdentifier("test");
    request.setCapabilities(
        new org.apache.hadoop.hive.metastore.api.ClientCapabilities(
            List.of(org.apache.hadoop.hive.metastore.api.ClientCapability.INSERT_ONLY_TABLES)));
    if (list != null) {
      request.setValidWriteIdList(list);
    }
    return handler.get_table_req(request).getTable();
  }

  /** B's counter. */
  long count(String counter) {
    return SharedCache.find(conf).counters().get("cachedstore." + counter);
  }

  @Override
  public void close() throws Exception {
    CacheRegistry.close(conf);
    b.shutdown();
    a(
        handler -> {
          handler.shutdown();
          return null;
        });
    threadOfA.shutdown();
  }
}
