package io.hmscache.thrift;

import io.hmscache.store.RequestContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.RawStore;

/** Stands before the RawStore of a thread and notes the request in which each call arrives. */
final class RecordingStore {

  /** One call of the RawStore. */
  record Call(String method, String request) {}

  private final List<Call> calls = new ArrayList<>();

  /** Puts a recorder before the RawStore of this thread. */
  static RecordingStore install() {
    RecordingStore recorder = new RecordingStore();
    RawStore store = HMSHandlerContext.getRawStore().orElseThrow();
    HMSHandlerContext.setRawStore(
        (RawStore)
            Proxy.newProxyInstance(
                RecordingStore.class.getClassLoader(),
                new Class<?>[] {RawStore.class},
                (proxy, method, args) -> {
                  RequestContext context = RequestContext.current();
                  recorder.calls.add(
                      new Call(
                          method.getName(),
                          (context == null ? "" : context.method() + " ")
                              + FakeHandler.describe(context)));
                  try {
                    return method.invoke(store, args);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                }));
    return recorder;
  }

  /** The calls since the last time that came from inside a request, without the proxy's own. */
  List<Call> take() {
    List<Call> taken =
        calls.stream().filter(call -> !call.method().equals("isActiveTransaction")).toList();
    calls.clear();
    return taken;
  }
}
