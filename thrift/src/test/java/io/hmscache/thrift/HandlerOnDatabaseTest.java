package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.NotificationLogListener;
import io.hmscache.store.RequestContext;
import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.HMSHandlerProxyFactory;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.CommitTxnKeyValue;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.ReplLastIdInfo;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.thrift.TBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The proxy before Hive's own handler, with a recorder before Hive's own RawStore. */
@Databases(DatabaseKind.DERBY_MEMORY)
class HandlerOnDatabaseTest {

  private static final String LIST = "shop.sales:0:9223372036854775807::";

  private Configuration conf;
  private IHMSHandler proxy;
  private RecordingStore store;
  private long tableId;

  @BeforeEach
  void open(TestDatabase database) throws Exception {
    conf = database.configuration();
    MetastoreConf.setVar(
        conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, NotificationLogListener.class.getName());
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, SnapshotHandler.class.getName());
    proxy = HMSHandlerProxyFactory.getProxy(conf, new HMSHandler("test", conf), false);
    store = RecordingStore.install();
    Database shop = new Database();
    shop.setName("shop");
    shop.setCatalogName("hive");
    proxy.create_database(shop);
    Table created = Tables.partitionedBy(Tables.transactional("shop", "sales", "a"), "p");
    created.putToParameters("_meta.position", "0"); // commit_txn changes but does not add it
    create(created);
    Table sales = proxy.get_table_core("hive", "shop", "sales");
    tableId = sales.getId();
    assertTrue(tableId > 0, "table id " + tableId);
    for (String value : List.of("1", "2")) {
      Partition partition = new Partition();
      partition.setCatName("hive");
      partition.setDbName("shop");
      partition.setTableName("sales");
      partition.setValues(new ArrayList<>(List.of(value)));
      partition.setSd(sales.getSd().deepCopy());
      partition.getSd().setLocation(sales.getSd().getLocation() + "/p=" + value);
      proxy.add_partition(partition);
    }
    store.take();
  }

  @AfterEach
  void close() throws Exception {
    proxy.shutdown();
    assertNull(RequestContext.current());
  }

  @DatabaseTest
  void everyRequestsSnapshotReachesTheRawStoreAndIsGoneAfterwards() throws Exception {
    Set<String> called = new TreeSet<>();
    for (Method method : IHMSHandler.class.getMethods()) {
      if (carriesList(method)) {
        called.add(method.getName());
        snapshotReachesTheRawStore(method);
      }
    }
    assertTrue(called.size() >= 24, called.size() + " methods: " + called);
  }

  private void snapshotReachesTheRawStore(Method method) throws Exception {
    Object request = ReadRequests.of(method.getParameterTypes()[0]);
    ThriftTypes.set(request, LIST, "VALID_WRITE_ID_LIST");
    boolean id = ThriftTypes.set(request, tableId, "ID", "TABLE_ID");
    try {
      method.invoke(proxy, request);
    } catch (InvocationTargetException e) {
      throw new AssertionError(method.getName() + " failed", e.getCause());
    }
    List<RecordingStore.Call> calls = store.take();
    assertFalse(calls.isEmpty(), method.getName());
    String expected =
        method.getName() + " READ hive.shop.sales " + LIST + " " + (id ? tableId : -1);
    for (RecordingStore.Call call : calls) {
      assertEquals(expected, call.request(), call.method());
    }
    assertNull(RequestContext.current());
  }

  private static boolean carriesList(Method method) {
    return RequestClasses.of(method.getName()) == RequestClass.READ
        && method.getParameterCount() == 1
        && TBase.class.isAssignableFrom(method.getParameterTypes()[0])
        && ThriftTypes.fields(method.getParameterTypes()[0]).containsKey("VALID_WRITE_ID_LIST");
  }

  @DatabaseTest
  void aReadOfAMissingTableEndsItsRequest() throws Exception {
    assertThrows(Exception.class, () -> proxy.get_partition("shop", "nothing", List.of("1")));
    assertNull(RequestContext.current());
    proxy.get_partition("shop", "sales", List.of("1"));
    for (RecordingStore.Call call : store.take()) {
      assertTrue(call.request().startsWith("get_partition READ hive.shop."), call.toString());
    }
  }

  /** What exchange_partitions finds out after it opened its transaction leaves that open. */
  @DatabaseTest
  void aTransactionLeftOpenMakesTheNextReadAWritingRequest() throws Exception {
    proxy.get_all_tables("shop");
    assertTrue(store.take().get(0).request().startsWith("get_all_tables READ"));
    assertThrows(
        MetaException.class,
        () -> proxy.exchange_partitions(Map.of("p", "1"), "shop", "sales", "shop", "nothing"));
    store.take();
    assertTrue(HMSHandlerContext.getRawStore().orElseThrow().isActiveTransaction());
    proxy.get_all_tables("shop");
    for (RecordingStore.Call call : store.take()) {
      assertTrue(call.request().startsWith("get_all_tables WRITE"), call.toString());
    }
    HMSHandlerContext.getRawStore().orElseThrow().rollbackTransaction();
    store.take();
    proxy.get_all_tables("shop");
    assertTrue(store.take().get(0).request().startsWith("get_all_tables READ"));
  }

  @DatabaseTest
  void whatACommitChangesBesidesItsTransactionIsLogged(TestDatabase database) throws Exception {
    OpenTxnRequest open = new OpenTxnRequest(1, "test", "localhost");
    long transaction = proxy.open_txns(open).getTxn_ids().get(0);
    AllocateTableWriteIdsRequest allocate = new AllocateTableWriteIdsRequest("shop", "sales");
    allocate.addToTxnIds(transaction);
    proxy.allocate_table_write_ids(allocate);
    long before = lastEvent(database);
    CommitTxnRequest commit = new CommitTxnRequest(transaction);
    commit.setKeyValue(new CommitTxnKeyValue(tableId, "_meta.position", "5"));
    proxy.commit_txn(commit);
    assertEquals(
        Set.of("COMMIT_TXN null", "ALTER_TABLE sales"), new TreeSet<>(events(database, before)));
  }

  @DatabaseTest
  void whatNoListenerCouldLogIsLoggedAfterwards(TestDatabase database) throws Exception {
    long before = lastEvent(database);
    CommitTxnRequest commit = new CommitTxnRequest(1);
    ReplLastIdInfo state = new ReplLastIdInfo("Shop", 17);
    state.setTable("Sales");
    commit.setReplLastIdInfo(state);
    new UnloggedCommits(conf).log(proxy, commit);
    assertEquals(List.of("ALTER_DATABASE null", "ALTER_TABLE sales"), events(database, before));
    assertFalse(HMSHandlerContext.getRawStore().orElseThrow().isActiveTransaction());
  }

  private void create(Table table) throws Exception {
    CreateTableRequest request = new CreateTableRequest(table);
    request.setProcessorCapabilities(MetastoreClient.CAPABILITIES);
    request.setProcessorIdentifier("test");
    proxy.create_table_req(request);
  }

  private static long lastEvent(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        ResultSet row =
            connection
                .createStatement()
                .executeQuery("SELECT MAX(\"EVENT_ID\") FROM \"NOTIFICATION_LOG\"")) {
      assertTrue(row.next());
      return row.getLong(1);
    }
  }

  private static List<String> events(TestDatabase database, long after) throws SQLException {
    List<String> events = new ArrayList<>();
    try (Connection connection = database.connect();
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT \"EVENT_TYPE\", \"TBL_NAME\" FROM \"NOTIFICATION_LOG\""
                        + " WHERE \"EVENT_ID\" > "
                        + after
                        + " ORDER BY \"EVENT_ID\"")) {
      while (rows.next()) {
        events.add(rows.getString(1) + " " + rows.getString(2));
      }
    }
    return events;
  }
}
