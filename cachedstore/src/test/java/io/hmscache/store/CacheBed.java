package io.hmscache.store;

import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.Gate;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Deadline;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * A cached store and a plain one on the same database, and the log between them in the test's hand.
 * Closing it checks that nobody has changed what is cached.
 */
final class CacheBed implements AutoCloseable {

  private static final AtomicInteger COUNTER = new AtomicInteger();

  final ScriptedLog log = new ScriptedLog();
  final Configuration conf;
  final SharedCache shared;
  final MutationDetector detector;

  /** The store under test. */
  final RawStore cached;

  /** What the cached store asked its delegate. */
  final List<String> calls;

  /** Another instance, without a cache. */
  final ObjectStore plain = new ObjectStore();

  private final CachedStore store = new CachedStore();

  /**
   * A bed.
   *
   * @param settings keys and values in turn
   */
  CacheBed(TestDatabase database, String... settings) {
    registerDeadline();
    conf = database.configuration();
    String name = "bed" + COUNTER.incrementAndGet();
    conf.set(Setting.CACHE_NAME.key(), name);
    conf.set(Setting.FLEET_COMPLETE.key(), "true");
    conf.set(Setting.CATCHUP_WAIT.key(), "1");
    conf.set(Delegates.SETTING, RecordingDelegate.class.getName());
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, Deployment.PROXY);
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    CacheSettings parsed = new CacheSettings(conf);
    CacheMetrics metrics = new CacheMetrics();
    MetadataCache cache =
        new MetadataCache(
            64 << 20,
            parsed.ttlNanos,
            10_000,
            parsed.fleetComplete,
            metrics,
            () -> log.now,
            Runnable::run);
    shared = new SharedCache(parsed, cache, metrics, log, log, () -> log.now, () -> {});
    CacheRegistry.put(conf, shared);
    detector = new MutationDetector(cache);
    plain.setConf(new Configuration(conf));
    store.setConf(conf);
    calls = RecordingDelegate.calls(name);
    cached =
        (RawStore)
            Proxy.newProxyInstance(
                RawStore.class.getClassLoader(),
                new Class<?>[] {RawStore.class},
                (proxy, method, arguments) -> {
                  try {
                    return method.invoke(store, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  } finally {
                    detector.look();
                  }
                });
  }

  /** What the handler does for its threads; the delegate refuses to work long without. */
  private static void registerDeadline() {
    Deadline.clear(); // an earlier test's on this thread may have run for long
    Deadline.registerIfNot(600_000);
    try {
      Deadline.startTimer("test");
    } catch (MetaException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A call of a store. */
  interface Call<T> {
    T on(RawStore store) throws Exception;
  }

  /** The cached store's answer to a request that only reads and names no table. */
  <T> T read(Call<T> call) throws Exception {
    return read(null, null, null, call);
  }

  /** The cached store's answer to a request that only reads and names a table. */
  <T> T read(String database, String table, String writeIds, Call<T> call) throws Exception {
    try (RequestContext request =
        RequestContext.begin(
            RequestClass.READ, "get_something", database, table, writeIds, Gate.UNKNOWN)) {
      return call.on(cached);
    }
  }

  /** What became of a call in a request that only reads. */
  Outcome outcome(Call<?> call) {
    try (RequestContext request =
        RequestContext.begin(RequestClass.READ, "any", null, null, null, Gate.UNKNOWN)) {
      return Outcome.of(call, cached);
    }
  }

  /** The cached store's answer in a request that may write. */
  <T> T write(Call<T> call) throws Exception {
    try (RequestContext request =
        RequestContext.begin(RequestClass.WRITE, "any", null, null, null, Gate.UNKNOWN)) {
      return call.on(cached);
    }
  }

  /** How often the delegate was asked during a read. */
  int asked(Call<?> call) throws Exception {
    calls.clear();
    read(call);
    return calls.size();
  }

  /** Another instance writes, and logs an event that nobody here has read yet. */
  <T> T elsewhere(Call<T> write) throws Exception {
    T answer = write.on(plain);
    log.head++;
    return answer;
  }

  /** The tailer reads up to the head and applies this. */
  void tail(Consumer<MetadataCache> events) {
    events.accept(shared.cache());
    log.applied = log.head;
  }

  @Override
  public void close() {
    try {
      detector.check();
    } finally {
      CacheRegistry.close(conf);
      store.shutdown();
      plain.shutdown();
    }
  }
}
