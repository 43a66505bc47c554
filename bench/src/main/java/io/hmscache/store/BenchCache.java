package io.hmscache.store;

import io.hmscache.notification.ChangeSink;
import io.hmscache.notification.HeadSource;
import io.hmscache.notification.LogPosition;
import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.Tables;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * A CachedStore over a delegate that makes tables and partitions up, and over a log that stands
 * still: what is measured is the plugin alone. Confined to one thread.
 */
public final class BenchCache implements LogPosition, HeadSource {

  private static final String CATALOG = "hive";
  private static final String DATABASE = "db";
  private static final int PARTITION_COLUMNS = 20;

  final CachedStore store = new CachedStore();
  final MetadataCache cache;

  /** Columns of the tables that the delegate makes up. */
  private final int columns;

  /**
   * A cache of its own.
   *
   * @param name tells it from others in this JVM
   * @param columns of each table
   */
  public BenchCache(String name, int columns) {
    this.columns = columns;
    Configuration conf = MetastoreConf.newMetastoreConf();
    MetastoreConf.setVar(conf, ConfVars.CONNECT_URL_KEY, "jdbc:none:" + name);
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, Deployment.PROXY);
    conf.set(Delegates.SETTING, MadeUpStore.class.getName());
    conf.setInt(MadeUpStore.COLUMNS, columns);
    CacheSettings settings = new CacheSettings(conf);
    CacheMetrics metrics = new CacheMetrics();
    cache =
        new MetadataCache(
            8L << 30,
            settings.ttlNanos,
            2_000_000,
            false,
            metrics,
            System::nanoTime,
            ForkJoinPool.commonPool());
    CacheRegistry.put(
        conf, new SharedCache(settings, cache, metrics, this, this, System::nanoTime, () -> {}));
    store.setConf(conf);
  }

  /** A read in a request that only reads. */
  Table table(String name) throws Exception {
    try (RequestContext request = request("get_table_req", name)) {
      return present(store.getTable(CATALOG, DATABASE, name));
    }
  }

  /** As above. */
  List<Partition> partitions(String table, List<String> names) throws Exception {
    try (RequestContext request = request("get_partitions_by_names_req", table)) {
      return present(
          store.getPartitionsByNames(
              CATALOG,
              DATABASE,
              table,
              new GetPartitionsArgs.GetPartitionsArgsBuilder().partNames(names).build()));
    }
  }

  private static RequestContext request(String method, String table) {
    return RequestContext.begin(
        RequestClass.READ, method, CATALOG, DATABASE, table, null, Gate.UNKNOWN);
  }

  private static <T> T present(@Nullable T answer) {
    if (answer == null) {
      throw new IllegalStateException("no answer");
    }
    return answer;
  }

  /** The object that the delegate answers, for comparison. */
  public Table madeUp(String name) {
    return MadeUpStore.table(name, columns);
  }

  /** What the tailer tells of changes. */
  public ChangeSink sink() {
    return cache;
  }

  static String name(int partition) {
    return String.format("p=%08d", partition);
  }

  static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(BenchCache::name).toList();
  }

  // ---- a log that stands still ----------------------------------------------------------------

  @Override
  public long applied() {
    return 7;
  }

  @Override
  public long head() {
    return 7;
  }

  @Override
  public long confirmedNanos() {
    return System.nanoTime();
  }

  @Override
  public boolean serving() {
    return true;
  }

  @Override
  @Nullable
  public TableWriteIds writeIds(TableKey table) {
    return null;
  }

  @Override
  public boolean await(long position, long timeoutNanos) {
    return position <= 7;
  }

  /** Answers whatever tables and partitions it is asked for. */
  public static final class MadeUpStore extends ForwardingRawStore {
    static final String COLUMNS = "bench.columns";

    private final RawStore nothing =
        (RawStore)
            Proxy.newProxyInstance(
                RawStore.class.getClassLoader(),
                new Class<?>[] {RawStore.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException(method.getName());
                });
    private Configuration conf = new Configuration(false);

    @Override
    protected RawStore delegate() {
      return nothing;
    }

    @Override
    public void setConf(Configuration newConf) {
      conf = newConf;
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    @Override
    public boolean isActiveTransaction() {
      return false;
    }

    @Override
    public Table getTable(String catalog, String database, String name, String list) {
      return table(name, conf.getInt(COLUMNS, 1));
    }

    static Table table(String name, int columns) {
      Table table =
          Tables.partitionedBy(
              Tables.external(
                  DATABASE,
                  name,
                  IntStream.range(0, columns).mapToObj(i -> "column" + i).toArray(String[]::new)),
              "p");
      table.setId(1);
      for (int i = 0; i < 12; i++) {
        table.putToParameters("parameter" + i, "value of some length " + i);
      }
      table.getSd().setLocation("file:/warehouse/" + name);
      return table;
    }

    @Override
    public List<Partition> getPartitionsByNames(
        String catalog, String database, String name, GetPartitionsArgs args) {
      List<Partition> partitions = new ArrayList<>();
      Table table = table(name, PARTITION_COLUMNS);
      for (String one : args.getPartNames()) {
        String value = one.substring(2);
        Partition partition =
            new Partition(
                new ArrayList<>(List.of(value)),
                DATABASE,
                name,
                1_700_000_000,
                0,
                table.getSd().deepCopy(),
                new HashMap<>());
        partition.setCatName(CATALOG);
        partition.getSd().setLocation(table.getSd().getLocation() + "/" + one);
        partition.putToParameters("numFiles", "3");
        partition.putToParameters("numRows", value);
        partition.putToParameters("totalSize", value);
        partition.putToParameters("transient_lastDdlTime", "1700000000");
        partitions.add(partition);
      }
      return partitions;
    }
  }
}
