package io.hmscache.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;

/** An ObjectStore that writes down which of its methods are called from outside. */
public final class RecordingDelegate extends ForwardingRawStore {

  private static final Map<String, List<String>> CALLS = new ConcurrentHashMap<>();

  private final ObjectStore store = new ObjectStore();
  private List<String> calls = new ArrayList<>();
  private final RawStore recorder =
      (RawStore)
          Proxy.newProxyInstance(
              RawStore.class.getClassLoader(),
              new Class<?>[] {RawStore.class},
              (proxy, method, arguments) -> {
                if (!method.getName().equals("isActiveTransaction")) {
                  calls.add(method.getName() + Arrays.deepToString(arguments));
                }
                try {
                  return method.invoke(store, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });

  /** The calls of all delegates of a cache since the list was cleared last. */
  static List<String> calls(String cacheName) {
    return CALLS.computeIfAbsent(cacheName, name -> new CopyOnWriteArrayList<>());
  }

  @Override
  protected RawStore delegate() {
    return recorder;
  }

  @Override
  public void setConf(Configuration conf) {
    calls = calls(Setting.CACHE_NAME.text(conf));
    store.setConf(conf);
  }

  @Override
  public Configuration getConf() {
    return store.getConf();
  }
}
