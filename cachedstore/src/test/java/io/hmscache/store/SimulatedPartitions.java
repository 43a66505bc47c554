package io.hmscache.store;

import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.notification.HeadSource;
import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.thrift.TException;

/**
 * A table with a few partitions in a database with a log, seen by one instance made of the real
 * classes. The database answers a list partition by partition, so it can be torn; everything
 * happens at the steps of a {@link Baton}. A partition's parameter v is the number of the change
 * that made it what it is.
 */
final class SimulatedPartitions {

  static final TableKey KEY = TableKey.of("hive", "d", "t");
  private static final String VERSION = "v";

  final Baton baton;
  final SharedCache shared;
  final Session session;
  final MetadataCache cache;
  private final List<Consumer<MetadataCache>> log = new ArrayList<>();
  private final boolean pointer;

  /** Names and versions after each change; the last is what is committed. */
  final List<TreeMap<String, Integer>> states = new ArrayList<>();

  /** Whether the thread that asks has been to the database. */
  final ThreadLocal<Integer> queries = ThreadLocal.withInitial(() -> 0);

  private long applied;
  private long confirmed = Long.MIN_VALUE;
  private long now;

  SimulatedPartitions(Baton baton, boolean pointer, Rules rules, Map<String, String> settings) {
    this.baton = baton;
    this.pointer = pointer;
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    CacheSettings parsed = new CacheSettings(conf);
    CacheMetrics metrics = new CacheMetrics();
    cache =
        new MetadataCache(
            1L << 20,
            Long.MAX_VALUE,
            1000,
            parsed.fleetComplete,
            metrics,
            Ticker.disabledTicker(),
            Runnable::run);
    cache.rules(rules);
    shared = new SharedCache(parsed, cache, metrics, position(), heads(), () -> now, () -> {});
    shared
        .flights()
        .waiting(
            (done, time, unit) -> {
              for (int i = 0; i < 20; i++) {
                if (done.getCount() == 0) {
                  return true;
                }
                baton.step("waits for a load");
              }
              return false;
            });
    RawStore delegate =
        (RawStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RawStore.class},
                (proxy, method, arguments) -> answer(method, arguments));
    session = new Session(shared, () -> delegate, () -> false, conf);
    states.add(new TreeMap<>(Map.of("p=1", 0, "p=2", 0, "p=3", 0)));
  }

  // ---- the database ---------------------------------------------------------------------------

  TreeMap<String, Integer> committed() {
    return states.get(states.size() - 1);
  }

  /** Number of changes committed. */
  int version() {
    return states.size() - 1;
  }

  /** Adds, alters or drops a partition, and logs it. */
  void change(String name, boolean drop) {
    TreeMap<String, Integer> next = new TreeMap<>(committed());
    if (drop) {
      next.remove(name);
    } else {
      next.put(name, states.size());
    }
    states.add(next);
    log.add(c -> c.partitionsChanged(KEY, List.of(List.of(name.substring(2)))));
  }

  /** Changes all partitions at once, as a cascade does. */
  void changeAll() {
    TreeMap<String, Integer> next = new TreeMap<>(committed());
    next.replaceAll((name, version) -> states.size());
    states.add(next);
    log.add(c -> c.tableChanged(KEY));
  }

  private Object answer(Method method, Object[] arguments) throws TException {
    queries.set(queries.get() + 1);
    switch (method.getName()) {
      case "getTable":
        return table();
      case "listPartitionNames":
        baton.step("lists names");
        return new ArrayList<>(committed().keySet());
      case "getPartitions":
        baton.step("lists partitions");
        return partitions(new ArrayList<>(committed().keySet()));
      case "getPartitionsByNames":
        List<String> names = new ArrayList<>(((GetPartitionsArgs) arguments[3]).getPartNames());
        names.sort(null);
        return partitions(names);
      case "getPartition":
        String name = "p=" + ((List<?>) arguments[3]).get(0);
        List<Partition> one = partitions(List.of(name));
        if (one.isEmpty()) {
          throw new NoSuchObjectException(name);
        }
        return one.get(0);
      default:
        throw new UnsupportedOperationException(method.toString());
    }
  }

  private List<Partition> partitions(List<String> names) {
    List<Partition> partitions = new ArrayList<>();
    for (String name : names) {
      baton.step("reads " + name);
      Integer version = committed().get(name);
      if (version != null) {
        Partition partition = new Partition();
        partition.setCatName("hive");
        partition.setDbName("d");
        partition.setTableName("t");
        partition.setValues(new ArrayList<>(List.of(name.substring(2))));
        partition.setSd(new StorageDescriptor());
        partition.putToParameters(VERSION, String.valueOf(version));
        partitions.add(partition);
      }
    }
    return partitions;
  }

  private Table table() {
    baton.step("reads the table");
    Table table = new Table();
    table.setCatName("hive");
    table.setDbName("d");
    table.setTableName("t");
    table.setTableType("EXTERNAL_TABLE");
    table.setId(1);
    table.setSd(new StorageDescriptor());
    table.setPartitionKeys(new ArrayList<>(List.of(new FieldSchema("p", "string", ""))));
    Map<String, String> parameters = new HashMap<>();
    if (pointer) {
      parameters.put("table_type", "ICEBERG");
    }
    table.setParameters(parameters);
    return table;
  }

  // ---- reads ----------------------------------------------------------------------------------

  private TableQuery tables() {
    return new TableQuery(session, cache.scopes().table(KEY), null, null, -1);
  }

  private <T> T read(UnderTable<T> query) {
    try {
      return shared.readPath().read(query, query.tables, false);
    } catch (TException e) {
      return null;
    }
  }

  private NamedPartitions byName() {
    return new NamedPartitions(session, "hive", "d", "t");
  }

  /** Versions of some partitions by their names. */
  Map<String, Integer> byNames(List<String> names) {
    GetPartitionsArgs args =
        new GetPartitionsArgs.GetPartitionsArgsBuilder().partNames(names).build();
    return versions(
        read(
            new PartitionsByNamesQuery(
                session,
                tables(),
                names,
                store -> store.getPartitionsByNames("hive", "d", "t", args),
                byName(),
                false)));
  }

  /** Versions of all partitions. */
  Map<String, Integer> all() {
    GetPartitionsArgs args = new GetPartitionsArgs.GetPartitionsArgsBuilder().build();
    PartitionListQuery.Method method =
        new PartitionListQuery.Method(
            store -> new PartitionAnswer(store.getPartitions("hive", "d", "t", args), false),
            byName(),
            true,
            false,
            false,
            store -> store.listPartitionNames("hive", "d", "t", (short) -1));
    PartitionAnswer answer =
        read(new PartitionListQuery(session, tables(), CallKey.of("all"), method));
    return versions(answer.partitions);
  }

  /** Version of one partition; empty if there is none. */
  Map<String, Integer> single(String name) {
    List<String> values = List.of(name.substring(2));
    Partition partition =
        read(
            new PartitionQuery(
                session,
                tables(),
                values,
                false,
                null,
                store -> store.getPartition("hive", "d", "t", values)));
    return versions(partition == null ? List.of() : List.of(partition));
  }

  private static Map<String, Integer> versions(List<Partition> partitions) {
    Map<String, Integer> versions = new TreeMap<>();
    for (Partition partition : partitions) {
      versions.put(
          "p=" + partition.getValues().get(0),
          Integer.valueOf(partition.getParameters().get(VERSION)));
    }
    return versions;
  }

  // ---- the instance ---------------------------------------------------------------------------

  void applyOne() {
    if (applied < log.size()) {
      log.get((int) applied).accept(cache);
      baton.step("effect of event " + (applied + 1));
      applied++;
      baton.note("applied " + applied);
    }
  }

  void applyAll() {
    while (applied < log.size()) {
      applyOne();
    }
  }

  void confirm() {
    confirmed = now;
  }

  /** An eviction of a partition's entry. */
  void evict(String name) {
    TableScope scope = cache.scopes().table(KEY);
    cache.remove(PartitionSlots.key(scope, PartitionForm.BULK, List.of(name.substring(2))));
  }

  /** A write through this instance: commits, then invalidates before it returns the change. */
  int changeHere(String name, boolean drop) {
    change(name, drop);
    int changed = version();
    baton.step("committed, not invalidated yet");
    if (cache.rules().holds(Rule.OWN_WRITES)) {
      cache.partitionsChanged(KEY, List.of(List.of(name.substring(2))));
    }
    return changed;
  }

  private LogPosition position() {
    return new LogPosition() {
      @Override
      public long applied() {
        long value = applied;
        baton.step("sees applied " + value);
        return value;
      }

      @Override
      public long confirmedNanos() {
        return confirmed;
      }

      @Override
      public boolean serving() {
        return true;
      }

      @Override
      public TableWriteIds writeIds(TableKey table) {
        return null;
      }

      @Override
      public boolean await(long position, long timeoutNanos) {
        for (int i = 0; i < 6 && applied < position; i++) {
          baton.step("waits for " + position);
        }
        return applied >= position;
      }
    };
  }

  private HeadSource heads() {
    return () -> {
      baton.step("asks for the head");
      long head = log.size();
      baton.step("head " + head);
      return head;
    };
  }
}
