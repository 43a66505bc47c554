package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.store.RawStoreMethods.Role;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Every method of the interface, the default ones included, reaches the delegate with the very
 * arguments and gives back the very result or exception; every tracked write invalidates.
 */
class ForwardingTest {

  /** The store answers these itself. */
  private static final Set<String> OWN = Set.of("setConf", "getConf");

  /** Forms that Hive's interface, or ObjectStore, defines by a longer form of the same name. */
  private static final Map<String, String> SHORT_FORMS =
      Map.of(
          "getTable(String, String, String)",
          "getTable(String, String, String, String, long)",
          "getTable(String, String, String, String)",
          "getTable(String, String, String, String, long)",
          "getPartitions(String, String, String, int)",
          "getPartitions(String, String, String, GetPartitionsArgs)",
          "getPartitionsByFilter(String, String, String, String, short)",
          "getPartitionsByFilter(String, String, String, GetPartitionsArgs)",
          "getPartitionsByExpr(String, String, String, byte[], String, short, List)",
          "getPartitionsByExpr(String, String, String, List, GetPartitionsArgs)",
          "getPartitionsByNames(String, String, String, List)",
          "getPartitionsByNames(String, String, String, GetPartitionsArgs)",
          "getPartitionsWithAuth(String, String, String, short, String, List)",
          "listPartitionsPsWithAuth(String, String, String, GetPartitionsArgs)",
          "listPartitionsPsWithAuth(String, String, String, List, short, String, List)",
          "listPartitionsPsWithAuth(String, String, String, GetPartitionsArgs)");

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final Configuration conf = new Configuration(false);
  private final List<Object[]> calls = new ArrayList<>();
  private final ScriptedLog log = new ScriptedLog();
  private boolean active;
  private Throwable failure;
  private Object result;
  private CachedStore store;
  private SharedCache shared;

  @BeforeEach
  void start() {
    conf.set(Setting.CACHE_NAME.key(), "forwarding" + COUNTER.incrementAndGet());
    MetastoreConf.setVar(conf, ConfVars.CONNECT_URL_KEY, "jdbc:none");
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, Deployment.PROXY);
    ScriptedDelegate.script(
        conf,
        (proxy, method, arguments) -> {
          if (method.getName().equals("isActiveTransaction")) {
            return active;
          }
          calls.add(new Object[] {method, arguments == null ? new Object[0] : arguments});
          if (failure != null) {
            throw failure;
          }
          return result;
        });
    CacheSettings settings = new CacheSettings(conf);
    CacheMetrics metrics = new CacheMetrics();
    MetadataCache cache =
        new MetadataCache(
            1 << 20, settings.ttlNanos, 100, true, metrics, Ticker.systemTicker(), Runnable::run);
    shared = new SharedCache(settings, cache, metrics, log, log, () -> log.now, () -> {});
    CacheRegistry.put(conf, shared);
    fresh();
  }

  private void fresh() {
    failure = null;
    active = false;
    result = true;
    store = new CachedStore();
    store.setConf(conf);
    store.openTransaction(); // makes the delegate
    store.rollbackTransaction();
    shared.schemaVerified(false);
    calls.clear();
  }

  @AfterEach
  void end() {
    CacheRegistry.close(conf);
  }

  @Test
  void everyMethodReachesTheDelegateAndGivesBackItsResult() {
    assertAll(RawStoreMethods.ofInterface().stream().map(this::forwards));
  }

  private Executable forwards(Method method) {
    return () -> {
      if (OWN.contains(method.getName())) {
        return;
      }
      fresh();
      result = Arguments.result(method.getGenericReturnType());
      active = method.getName().equals("isActiveTransaction");
      Object[] arguments = arguments(method);
      Object answer = method.invoke(store, arguments);
      if (method.getReturnType().isPrimitive()) {
        assertEquals(active ? (Object) true : result, answer, method.toString());
      } else {
        assertSame(result, answer, method.toString());
      }
      assertReached(method, arguments);
    };
  }

  @Test
  void everyMethodGivesBackTheDelegatesException() {
    assertAll(RawStoreMethods.ofInterface().stream().map(this::fails));
  }

  private Executable fails(Method method) {
    return () -> {
      if (OWN.contains(method.getName()) || method.getName().equals("isActiveTransaction")) {
        return;
      }
      List<Class<?>> types = new ArrayList<>(List.of(method.getExceptionTypes()));
      types.add(IllegalArgumentException.class);
      for (Class<?> type : types) {
        fresh();
        failure = exception(type);
        Throwable thrown = null;
        try {
          method.invoke(store, arguments(method));
        } catch (InvocationTargetException e) {
          thrown = e.getCause();
        }
        assertSame(failure, thrown, method.toString());
      }
    };
  }

  private static Throwable exception(Class<?> type) throws ReflectiveOperationException {
    return (Throwable) type.getConstructor(String.class).newInstance("as the delegate says");
  }

  private void assertReached(Method method, Object[] arguments) {
    if (method.getName().equals("isActiveTransaction")) {
      return; // asked more often than told, and answered as the script says
    }
    String signature = RawStoreMethods.signature(method);
    String form = SHORT_FORMS.getOrDefault(signature, signature);
    List<Object[]> reached =
        calls.stream()
            .filter(call -> RawStoreMethods.signature((Method) call[0]).equals(form))
            .toList();
    assertEquals(1, reached.size(), () -> method + " reached the delegate as " + calls());
    if (!form.equals(signature)) {
      return; // SampleReads compares the answers of short forms
    }
    Object[] told = (Object[]) reached.get(0)[1];
    assertEquals(arguments.length, told.length, method.toString());
    for (int i = 0; i < told.length; i++) {
      if (!(method.getName().equals("getPartitionsByExpr") && i == 3)) { // the answer's list
        assertSame(arguments[i], told[i], method + ", argument " + i);
      }
    }
  }

  private List<String> calls() {
    return calls.stream().map(call -> RawStoreMethods.signature((Method) call[0])).toList();
  }

  private static Object[] arguments(Method method) {
    return Arrays.stream(method.getGenericParameterTypes()).map(Arguments::of).toArray();
  }

  @Test
  void exactlyTheTrackedWritesInvalidateWhateverBecomesOfThem() {
    Map<String, Role> roles = RawStoreMethods.roles();
    List<Executable> checks = new ArrayList<>();
    for (Method method : RawStoreMethods.ofInterface()) {
      Role role = roles.get(RawStoreMethods.signature(method));
      if (role == Role.NEUTRAL) {
        continue; // a flush is no write
      }
      checks.add(() -> assertInvalidates(method, role == Role.WRITE_TRACKED, null));
      checks.add(() -> assertInvalidates(method, role == Role.WRITE_TRACKED, new Error("broken")));
    }
    assertAll(checks);
  }

  private void assertInvalidates(Method method, boolean expected, Throwable becomes)
      throws Exception {
    fresh();
    long before = shared.metrics().localInvalidations.sum();
    result = Arguments.result(method.getGenericReturnType());
    failure = becomes;
    Throwable thrown = null;
    try {
      method.invoke(store, arguments(method));
    } catch (InvocationTargetException e) {
      thrown = e.getCause();
    }
    if (!method.getName().equals("isActiveTransaction")) {
      assertSame(becomes, thrown, method.toString());
    }
    assertEquals(
        expected ? 1 : 0,
        shared.metrics().localInvalidations.sum() - before,
        method + (becomes == null ? "" : " that fails"));
  }

  @Test
  void aTrackedWriteInATransactionInvalidatesWhenItEnds() {
    Map<String, Role> roles = RawStoreMethods.roles();
    List<Executable> checks = new ArrayList<>();
    for (Method method : RawStoreMethods.ofInterface()) {
      if (roles.get(RawStoreMethods.signature(method)) == Role.WRITE_TRACKED) {
        checks.add(() -> assertInvalidatesLater(method, true));
        checks.add(() -> assertInvalidatesLater(method, false));
      }
    }
    assertTrue(checks.size() > 60);
    assertAll(checks);
  }

  private void assertInvalidatesLater(Method method, boolean commit) throws Exception {
    fresh();
    result = true;
    store.openTransaction();
    active = true;
    long before = shared.metrics().localInvalidations.sum();
    result = Arguments.result(method.getGenericReturnType());
    method.invoke(store, arguments(method));
    assertEquals(before, shared.metrics().localInvalidations.sum(), method + " too early");
    active = false;
    result = commit;
    if (commit) {
      store.commitTransaction();
    } else {
      store.rollbackTransaction();
    }
    assertEquals(before + 1, shared.metrics().localInvalidations.sum(), method.toString());
  }

  @Test
  void withoutACacheEverythingIsForwarded() {
    CacheRegistry.close(conf);
    assertNull(CacheRegistry.get(conf), "no listener writes the log: nothing may be cached");
    assertAll(RawStoreMethods.ofInterface().stream().map(this::forwards));
  }

  @Test
  void aPausedCacheForwardsEverything() {
    shared.pause(true);
    assertAll(RawStoreMethods.ofInterface().stream().map(this::forwards));
  }
}
