package io.hmscache.bench.fleet;

import io.hmscache.store.ForwardingRawStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;

/**
 * A store that answers every read of the benchmark with the object that the database answered
 * first, without a check and without a copy: no cache can be faster. It is wrong as soon as
 * anything changes; for a metastore that nobody relies on. Confined to one thread, but for what is
 * remembered.
 */
public final class LimitStore extends ForwardingRawStore {

  /** Common to the stores of a process, of which there is one for each connection. */
  private static final ConcurrentHashMap<List<Object>, Object> REMEMBERED =
      new ConcurrentHashMap<>();

  private static final Set<String> READS =
      Set.of(
          "getDatabase",
          "getAllDatabases",
          "getTable",
          "getAllTables",
          "getTableObjectsByName",
          "getPartitionsByNames",
          "getPartitionsByFilter",
          "listPartitionsPsWithAuth",
          "listPartitionNames",
          "listPartitionNamesPs",
          "getTableColumnStatistics",
          "getPartitionColumnStatistics",
          "get_aggr_stats_for",
          "getPrimaryKeys",
          "getAllTableConstraints",
          "getAllMaterializedViewObjectsForRewriting");

  private final ObjectStore store = new ObjectStore();
  private final RawStore remembering =
      (RawStore)
          Proxy.newProxyInstance(
              RawStore.class.getClassLoader(), new Class<?>[] {RawStore.class}, this::answer);

  /** Transactions that were asked for and not yet begun below. */
  private int pending;

  @Override
  protected RawStore delegate() {
    return remembering;
  }

  @Nullable
  private Object answer(Object proxy, Method method, @Nullable Object[] arguments)
      throws Throwable {
    if (method.getName().equals("getPartitionsByExpr") && arguments != null) {
      return byExpression(method, arguments);
    }
    if (!READS.contains(method.getName())) {
      return ask(method, arguments);
    }
    List<Object> key = key(method, arguments);
    Object answer = REMEMBERED.get(key);
    if (answer == null) {
      answer = ask(method, arguments);
      if (answer != null) {
        REMEMBERED.put(key, answer);
      }
    }
    return answer;
  }

  /** The one read that fills a list of the caller's. */
  @SuppressWarnings("unchecked") // as the interface declares the fourth or last argument
  private Object byExpression(Method method, Object[] arguments) throws Throwable {
    int filled = arguments.length == 5 ? 3 : arguments.length - 1;
    List<Partition> result = (List<Partition>) arguments[filled];
    Object[] others = arguments.clone();
    others[filled] = "";
    List<Object> key = key(method, others);
    List<Partition> known = (List<Partition>) REMEMBERED.get(key);
    if (known == null) {
      ask(method, arguments);
      known = new ArrayList<>(result);
      REMEMBERED.put(key, known);
      return false;
    }
    result.addAll(known);
    return false;
  }

  private static List<Object> key(Method method, @Nullable Object[] arguments) {
    List<Object> key = new ArrayList<>();
    key.add(method.getName());
    if (arguments != null) {
      for (Object argument : arguments) {
        if (argument instanceof GetPartitionsArgs args) {
          key.add(orNone(args.getPartNames()));
          key.add(orNone(args.getFilter()));
          key.add(orNone(args.getPart_vals()));
          key.add(args.getExpr() == null ? "" : ByteBuffer.wrap(args.getExpr()));
        } else if (argument instanceof byte[] bytes) {
          key.add(ByteBuffer.wrap(bytes));
        } else {
          key.add(orNone(argument));
        }
      }
    }
    return key;
  }

  private static Object orNone(@Nullable Object argument) {
    return argument == null ? "" : argument;
  }

  @Nullable
  private Object ask(Method method, @Nullable Object[] arguments) throws Throwable {
    for (; pending > 0; pending--) {
      store.openTransaction();
    }
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public void setConf(Configuration conf) {
    store.setConf(conf);
  }

  @Override
  public Configuration getConf() {
    return store.getConf();
  }

  @Override
  public boolean openTransaction() {
    pending++;
    return true;
  }

  @Override
  public boolean commitTransaction() {
    if (pending > 0) {
      pending--;
      return true;
    }
    return store.commitTransaction();
  }

  @Override
  public void rollbackTransaction() {
    if (pending > 0) {
      pending = 0;
    } else {
      store.rollbackTransaction();
    }
  }

  @Override
  public boolean isActiveTransaction() {
    return pending > 0 || store.isActiveTransaction();
  }
}
