package io.hmscache.e2e.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.OwnPostgres;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TcpProxy;
import io.hmscache.testkit.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * Two metastores on a PostgreSQL server of their own: A has the cache and reaches the database
 * through a proxy, so that its network can fail alone; P is a plain one beside it, which writes and
 * tells what the right answer is. For one thread.
 */
final class FaultFleet implements AutoCloseable {

  /** How long anything may take before it counts as stuck. */
  static final long BOUND_MS = 120_000;

  /** How old an eventual answer of A may be. */
  static final long MAX_STALENESS_MS = 2000;

  static final String ACID = "t";
  static final String EXTERNAL = "e";
  static final String POINTER = "p";
  static final String PARTITIONED = "q";

  private static final String DB = "d";
  private static final String KEY = "version";

  final OwnPostgres postgres = OwnPostgres.start();
  final TcpProxy proxy = TcpProxy.to(postgres.port());
  private final ExecutorService calls = Executors.newCachedThreadPool(FaultFleet::daemon);
  private final MetastoreProcess plain;
  private final MetastoreClient onPlain;
  private MetastoreProcess cached;
  private MetastoreClient onCached;
  private Beans beans;
  private LogLines log;
  private int version;
  private int partitions;
  private int comparisons;

  private static final int FAT_TABLES = 60;
  private boolean fat;

  /** Something asked of a metastore. */
  interface Ask<T> {
    T of(MetastoreClient client) throws Exception;
  }

  FaultFleet() throws Exception {
    cached = builder().launch();
    plain =
        MetastoreProcess.on(postgres.database())
            .withPlugin()
            .set(
                "metastore.transactional.event.listeners",
                "io.hmscache.notification.NotificationLogListener")
            .start();
    cached.awaitReady();
    onPlain = plain.client();
    onPlain.createDatabase(DB);
    onPlain.createTable(Tables.transactional(DB, ACID, "a"));
    onPlain.createTable(Tables.external(DB, EXTERNAL, "a"));
    Table pointer = Tables.external(DB, POINTER, "a");
    pointer.putToParameters("metadata_location", "file:///0");
    onPlain.createTable(pointer);
    onPlain.createTable(Tables.partitionedBy(Tables.external(DB, PARTITIONED, "a"), "k"));
    connect();
  }

  private MetastoreProcess.Builder builder() {
    String listeners =
        "io.hmscache.notification.NotificationLogListener," + ThrowingListener.class.getName();
    return MetastoreProcess.on(postgres.database())
        .cached()
        .classPath(Path.of("target/test-classes").toAbsolutePath())
        .jmx()
        .set("javax.jdo.option.ConnectionURL", postgres.urlThrough(proxy.port()))
        .set("metastore.transactional.event.listeners", listeners)
        .set("metastore.metrics.enabled", "true")
        .set("metastore.hmshandler.retry.attempts", "1")
        .set("datanucleus.connectionPool.maxPoolSize", "3")
        .set("hikaricp.connectionTimeout", "1000")
        .set("cachedstore.fleet.complete", "true")
        .set("cachedstore.poll.interval", "20")
        .set("cachedstore.max.staleness", String.valueOf(MAX_STALENESS_MS))
        .set("cachedstore.head.timeout", "2000")
        .set("cachedstore.log.hole.grace", "200")
        .set("cachedstore.max.memory", "4m");
  }

  private void connect() throws Exception {
    onCached = cached.client();
    onCached.getTable(DB, EXTERNAL);
    beans = new Beans(cached.jmxPort());
    log = new LogLines(cached);
    awaitApplied();
    awaitHits();
    log.mark();
  }

  /** What JMX shows of A. */
  Beans beans() {
    return beans;
  }

  /** What A's plugin logs. */
  LogLines log() {
    return log;
  }

  /** A's process. */
  MetastoreProcess cached() {
    return cached;
  }

  /** How many answers have been compared with those of the plain metastore. */
  int comparisons() {
    return comparisons;
  }

  /** Ends A as a crash would, and starts another one. */
  void replaceCached() throws Exception {
    cached.kill();
    disconnect();
    cached.close();
    cached = builder().start();
    connect();
  }

  private void disconnect() {
    beans.close();
    onCached.close();
  }

  /** Waits until the plain metastore works again after its database was away. */
  void awaitPlain() {
    Waiting.until("the plain metastore works", BOUND_MS, () -> works(onPlain));
  }

  /** Waits until A works again; after a failure its connections to clients may be broken. */
  void awaitCached() throws Exception {
    await("A works", () -> works(onCached));
  }

  private static boolean works(MetastoreClient client) {
    try {
      client.getTable(DB, EXTERNAL);
      return true;
    } catch (org.apache.thrift.TException e) {
      return false; // its pool holds connections that have broken
    }
  }

  // ---- writes, all through the plain metastore -------------------------------------------------

  /** Changes every table, through P; A hears of it from the log alone. */
  void change() throws Exception {
    version++;
    for (String name : List.of(EXTERNAL, POINTER)) {
      alter(onPlain, name, table -> {});
    }
    long txn = onPlain.openTransaction();
    long writeId = onPlain.allocateWriteId(txn, DB, ACID);
    Table table = onPlain.getTable(DB, ACID);
    table.putToParameters(KEY, String.valueOf(version));
    String list = onPlain.writeIds(DB, ACID, onPlain.validTransactions(txn));
    onPlain.alterTable(DB, ACID, table, writeId, list);
    onPlain.commit(txn);
    addPartition();
  }

  private void addPartition() throws Exception {
    Table table = onPlain.getTable(DB, PARTITIONED);
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName(DB);
    partition.setTableName(PARTITIONED);
    partition.setValues(new ArrayList<>(List.of(String.valueOf(++partitions))));
    partition.setSd(table.getSd().deepCopy());
    partition.getSd().setLocation(table.getSd().getLocation() + "/k=" + partitions);
    onPlain.thrift().add_partition(partition);
  }

  /** Creates tables that together are larger than A's memory; gives their number. */
  int createFatTables() throws Exception {
    if (!fat) {
      for (int i = 0; i < FAT_TABLES; i++) {
        Table table = Tables.external(DB, "fat" + i, "a");
        for (int k = 0; k < 50; k++) {
          table.putToParameters("key" + k, (i + "." + k + ";").repeat(500));
        }
        onPlain.createTable(table);
      }
      fat = true;
    }
    return FAT_TABLES;
  }

  /** Compares the answer for one of {@link #createFatTables}. */
  void compareFatTable(int i) throws Exception {
    same(onPlain.getTable(DB, "fat" + i), client -> client.getTable(DB, "fat" + i));
  }

  /** A change of a table object. */
  interface Change {
    void to(Table table);
  }

  /** Alters a table through A itself. */
  void alterThroughCached(String name, Change change) throws Exception {
    asked("alter through A", () -> alter(onCached, name, change));
  }

  private Table alter(MetastoreClient client, String name, Change change) throws Exception {
    Table table = client.getTable(DB, name);
    table.putToParameters(KEY, String.valueOf(version));
    change.to(table);
    client.alterTable(DB, name, table);
    return table;
  }

  /** Changes the database behind everybody's back. */
  int sql(String statement) throws SQLException {
    try (Connection c = postgres.database().connect();
        Statement s = c.createStatement()) {
      return s.executeUpdate(statement);
    }
  }

  /** The newest event. */
  long head() throws SQLException {
    return postgres.database().lastEventId();
  }

  // ---- reads -----------------------------------------------------------------------------------

  /** Asks A; what takes too long fails with the stacks of all its threads. */
  <T> T ask(Ask<T> ask) throws Exception {
    return asked("a request", () -> ask.of(onCached));
  }

  /** Asks A on a connection of its own, so that several requests can run at once. */
  <T> java.util.concurrent.Future<T> askAside(Ask<T> ask) {
    return calls.submit(
        () -> {
          try (MetastoreClient client = cached.client()) {
            return ask.of(client);
          }
        });
  }

  private <T> T asked(String what, Callable<T> call) throws Exception {
    return finished(what, calls.submit(call));
  }

  /** Waits for a request to end, whatever its outcome; one that does not is stuck. */
  <T> T finished(String what, java.util.concurrent.Future<T> request) throws Exception {
    try {
      return request.get(BOUND_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " is stuck; threads of A:\n" + beans.threads(), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(what, e.getCause());
    }
  }

  /** Compares what is promised without a delay: gated and strict reads. */
  void compareAtOnce() throws Exception {
    Table pointer = onPlain.getTable(DB, POINTER);
    same(pointer, client -> client.getTable(DB, POINTER));
    Table acid = onPlain.getTable(DB, ACID);
    same(acid, client -> client.getTable(DB, ACID)); // without a list: strict
    String own = ask(client -> client.writeIds(DB, ACID));
    String foreign = onPlain.writeIds(DB, ACID);
    for (String list : List.of(own, foreign)) {
      same(onPlain.getTable(DB, ACID, list, acid.getId()), c -> gated(c, list, acid.getId()));
      same(onPlain.getTable(DB, ACID, list, -1), client -> gated(client, list, -1));
    }
  }

  /** A read of the transactional table under a list. */
  static Table gated(MetastoreClient client, String list, long id) throws Exception {
    return client.getTable(DB, ACID, list, id);
  }

  /** The list of a reader that begins now, from A. */
  String list() throws Exception {
    return ask(client -> client.writeIds(DB, ACID));
  }

  /** An eventual read. */
  static Table external(MetastoreClient client) throws Exception {
    return client.getTable(DB, EXTERNAL);
  }

  /** A strict read. */
  static Table pointer(MetastoreClient client) throws Exception {
    return client.getTable(DB, POINTER);
  }

  /** What a table is like, by the plain metastore. */
  Table truth(String name) throws Exception {
    return onPlain.getTable(DB, name);
  }

  private void same(Object expected, Ask<?> ask) throws Exception {
    for (int time = 1; time <= 2; time++) { // the second one may find what the first one left
      comparisons++;
      assertEquals(expected, ask(ask));
    }
  }

  /** Compares everything, once A has applied the log. */
  void compareAll() throws Exception {
    awaitApplied();
    compareAtOnce();
    same(onPlain.getTable(DB, EXTERNAL), FaultFleet::external);
    same(onPlain.getTable(DB, PARTITIONED), client -> client.getTable(DB, PARTITIONED));
    same(
        onPlain.thrift().get_partition_names(DB, PARTITIONED, (short) -1),
        client -> client.thrift().get_partition_names(DB, PARTITIONED, (short) -1));
    same(
        onPlain.thrift().get_partitions(DB, PARTITIONED, (short) -1),
        client -> client.thrift().get_partitions(DB, PARTITIONED, (short) -1));
    same(onPlain.thrift().get_all_tables(DB), client -> client.thrift().get_all_tables(DB));
  }

  /** Waits until A has applied what is in the log and says that it is live. */
  void awaitApplied() throws Exception {
    long head = head();
    await(
        "event " + head + " applied",
        () -> beans.status().getAppliedEventId() == head && "live".equals(beans.report("tailer")));
  }

  /** Recovery: memory answers every kind of table again. */
  void awaitHits() throws Exception {
    String list = list();
    for (String name : List.of(ACID, EXTERNAL, POINTER, PARTITIONED)) {
      await(
          "hits on " + name,
          () -> {
            ask(client -> client.getTable(DB, name, name.equals(ACID) ? list : null, -1));
            return beans.status().lastDecision(DB + "." + name).startsWith("hit");
          });
    }
  }

  /** Waits for a condition; what takes too long fails with A's report. */
  void await(String what, Callable<Boolean> condition) throws Exception {
    try {
      Waiting.until(what, BOUND_MS, condition);
    } catch (IllegalStateException e) {
      throw new AssertionError(e.getMessage() + "; A: " + beans.status().status(), e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fault-call");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    calls.shutdownNow();
    disconnect();
    onPlain.close();
    cached.close();
    plain.close();
    proxy.close();
    postgres.close();
  }
}
