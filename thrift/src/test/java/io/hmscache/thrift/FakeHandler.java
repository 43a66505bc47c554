package io.hmscache.thrift;

import io.hmscache.store.RequestContext;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/** A handler without a database, which notes the request context of every call. */
final class FakeHandler {

  /** What the handler does for one method. */
  interface Answer {
    Object answer(Object[] args) throws Throwable;
  }

  final Configuration conf = MetastoreConf.newMetastoreConf();

  /** For each call: method, class of the request, table, list and id. */
  final List<String> calls = new ArrayList<>();

  private final Map<String, Answer> answers = new HashMap<>();

  FakeHandler() {
    MetastoreConf.setTimeVar(
        conf, ConfVars.HMS_HANDLER_INTERVAL, 0, java.util.concurrent.TimeUnit.MILLISECONDS);
    on("getConf", args -> conf);
  }

  void on(String method, Answer answer) {
    answers.put(method, answer);
  }

  /** The bare handler. */
  IHMSHandler base() {
    return (IHMSHandler)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {IHMSHandler.class},
            (proxy, method, args) -> call(method, args));
  }

  private Object call(Method method, Object[] args) throws Throwable {
    if (!method.getName().equals("getConf") && !method.getName().equals("setConf")) {
      calls.add(method.getName() + " " + describe(RequestContext.current()));
    }
    Answer answer = answers.get(method.getName());
    if (answer != null) {
      return answer.answer(args);
    }
    Class<?> type = method.getReturnType();
    if (type == int.class) {
      return 0;
    }
    return type == boolean.class ? Boolean.FALSE : null;
  }

  static String describe(RequestContext context) {
    return context == null
        ? "none"
        : context.requestClass()
            + " "
            + context.catalog()
            + "."
            + context.database()
            + "."
            + context.table()
            + " "
            + context.writeIdList()
            + " "
            + context.tableId();
  }

  /** Stands a proxy before a handler, as HMSHandlerProxyFactory does. */
  static IHMSHandler behind(SnapshotHandler handler) {
    return (IHMSHandler)
        Proxy.newProxyInstance(
            FakeHandler.class.getClassLoader(), new Class<?>[] {IHMSHandler.class}, handler);
  }
}
