package io.hmscache.e2e.oracle;

import io.hmscache.notification.NotificationLogListener;
import io.hmscache.store.CacheRegistry;
import io.hmscache.store.CachedStore;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.thrift.SnapshotHandler;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.HMSHandlerProxyFactory;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * One metastore of the fleet in this JVM: a handler as the Thrift server would have it, on a thread
 * of its own, because Hive keeps a handler's RawStore in a thread-local.
 */
final class Member implements AutoCloseable {

  private static final long CALL_SECONDS = 120;

  private final String name;
  private final boolean cached;
  private final Configuration conf;
  private final ExecutorService thread;
  private final IHMSHandler handler;

  private Member(String name, boolean cached, TestDatabase database, Map<String, String> settings) {
    this.name = name;
    this.cached = cached;
    conf = database.configuration();
    settings.forEach(conf::set);
    MetastoreConf.setVar(
        conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, NotificationLogListener.class.getName());
    MetastoreConf.setLongVar(conf, ConfVars.HMS_HANDLER_ATTEMPTS, 1);
    MetastoreConf.setTimeVar(conf, ConfVars.HMS_HANDLER_INTERVAL, 1, TimeUnit.MILLISECONDS);
    conf.set("cachedstore.cache.name", name);
    conf.set("cachedstore.fleet.complete", "true");
    conf.set("cachedstore.poll.interval", "5");
    // Waiting for the log is for speed; a long wait lets slow machines test memory's answers.
    conf.set("cachedstore.catchup.wait", "500");
    conf.set("cachedstore.max.memory", "64m");
    if (cached) {
      MetastoreConf.setVar(conf, ConfVars.RAW_STORE_IMPL, CachedStore.class.getName());
      MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, SnapshotHandler.class.getName());
    } else {
      MetastoreConf.setVar(conf, ConfVars.RAW_STORE_IMPL, ObjectStore.class.getName());
    }
    thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "oracle-" + name));
    handler =
        on(
            () ->
                HMSHandlerProxyFactory.getProxy(
                    conf, new HMSHandler("oracle " + name, conf), false));
  }

  /** A metastore with our store, proxy and listener. */
  static Member cached(String name, TestDatabase database, Map<String, String> settings) {
    return new Member(name, true, database, settings);
  }

  /** A metastore with Hive's own store. */
  static Member plain(TestDatabase database, Map<String, String> settings) {
    return new Member("plain", false, database, settings);
  }

  /** Something done with the handler. */
  interface Use<T> {
    T with(IHMSHandler handler) throws Exception;
  }

  private interface Task<T> {
    T run() throws Exception;
  }

  String name() {
    return name;
  }

  /** What becomes of a request. */
  Reply ask(Use<?> use) {
    return on(() -> Reply.of(() -> use.with(handler)));
  }

  /** The answer to a request that must not fail. */
  <T> T get(Use<T> use) {
    return on(() -> use.with(handler));
  }

  private <T> T on(Task<T> task) {
    try {
      return thread.submit(task::run).get(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call of " + name + " failed", e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("a call of " + name + " hangs", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until the log is applied up to a position. */
  void awaitApplied(long position) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (attribute("AppliedEventId") < position) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(name + " does not apply the log up to " + position);
      }
      LockSupport.parkNanos(500_000);
    }
  }

  private long attribute(String attribute) {
    try {
      ObjectName bean =
          new ObjectName("io.hmscache:type=CachedStore,name=" + ObjectName.quote(name));
      return (Long) ManagementFactory.getPlatformMBeanServer().getAttribute(bean, attribute);
    } catch (JMException e) {
      throw new IllegalStateException("no management of " + name, e);
    }
  }

  /** Answers from memory so far. */
  long hits() {
    return get(IHMSHandler::getCounters).getOrDefault("cachedstore.hits", 0L);
  }

  @Override
  public void close() {
    try {
      on(
          () -> {
            handler.shutdown();
            return true;
          });
    } finally {
      thread.shutdownNow();
      if (cached) {
        CacheRegistry.close(conf);
      }
    }
  }
}
