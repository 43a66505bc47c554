package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.Timer;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.DefaultMetaStoreFilterHookImpl;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.MetaStorePreEventListener;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TableMeta;
import org.apache.hadoop.hive.metastore.events.PreEventContext;
import org.apache.hadoop.hive.metastore.events.PreReadTableEvent;
import org.apache.hadoop.hive.metastore.metrics.Metrics;

/** The cache behind Hive's own handler: what a request costs and what hooks decide. */
@Databases(DatabaseKind.DERBY_MEMORY)
class CachedHandlerTest {

  private static final String LIST = "d.t:0:9223372036854775807::";

  /** Lets only tables of "testkit" be read. */
  public static final class OwnersOnly extends MetaStorePreEventListener {

    /** As Hive makes it. */
    public OwnersOnly(Configuration conf) {
      super(conf);
    }

    @Override
    public void onEvent(PreEventContext context) throws MetaException {
      if (context instanceof PreReadTableEvent read
          && !"testkit".equals(read.getTable().getOwner())) {
        throw new MetaException("denied: " + read.getTable().getTableName());
      }
    }
  }

  /** Hides tables whose name begins with "hidden". */
  public static final class HidingHook extends DefaultMetaStoreFilterHookImpl {

    /** As Hive makes it. */
    public HidingHook(Configuration conf) {
      super(conf);
    }

    @Override
    public List<String> filterTableNames(String catalog, String database, List<String> tables) {
      tables.removeIf(name -> name.startsWith("hidden")); // Hive's own hooks edit the list, too
      return tables;
    }

    @Override
    public List<TableMeta> filterTableMetas(List<TableMeta> tables) {
      tables.removeIf(table -> table.getTableName().startsWith("hidden"));
      return tables;
    }

    @Override
    public List<Table> filterTables(List<Table> tables) {
      List<Table> shown = new ArrayList<>(tables);
      shown.removeIf(table -> table.getTableName().startsWith("hidden"));
      return shown;
    }
  }

  @DatabaseTest
  void aRequestFromMemoryBorrowsNoConnection(TestDatabase database) throws Exception {
    Configuration metrics = database.configuration();
    metrics.set("metastore.metrics.enabled", "true");
    Metrics.initialize(metrics); // before Hive makes its pools, which then count what is borrowed
    try (Handlers handlers = new Handlers(database)) {
      create(handlers, Tables.partitionedBy(Tables.external("d", "t", "a"), "p"));
      read(handlers.b);
      read(handlers.b); // lists and partitions may be completed in a second turn
      long hits = handlers.count("hits");
      long borrowed = borrowed();
      assertTrue(borrowed > 0, "the pools do not count: " + Metrics.getRegistry().getTimers());
      for (int i = 0; i < 5; i++) {
        read(handlers.b);
      }
      assertEquals(borrowed, borrowed());
      assertTrue(handlers.count("hits") >= hits + 10, "hits " + hits);
      handlers.bean.pause();
      read(handlers.b);
      assertNotEquals(borrowed, borrowed(), "reads of the database are not counted");
    } finally {
      Metrics.shutdown();
    }
  }

  private static void read(IHMSHandler handler) throws Exception {
    Handlers.get(handler, "t");
    handler.get_all_tables("d");
    handler.get_partition_names("d", "t", (short) -1);
    handler.get_partitions_by_names("d", "t", new ArrayList<>(List.of("p=1")));
  }

  private static long borrowed() {
    long count = 0;
    for (Map.Entry<String, Timer> timer : Metrics.getRegistry().getTimers().entrySet()) {
      if (timer.getKey().endsWith(".pool.Wait")) {
        count += timer.getValue().getCount();
      }
    }
    return count;
  }

  @DatabaseTest
  void withoutTheProxyEveryReadIsStrict(TestDatabase database) throws Exception {
    try (Handlers handlers = new Handlers(database, "metastore.hmshandler.proxy", null)) {
      create(handlers, Tables.external("d", "ext", "a"));
      create(handlers, Tables.transactional("d", "t", "a"));
      for (String[] read : new String[][] {{"ext", null}, {"t", null}, {"t", LIST}}) {
        String name = read[0];
        Handlers.get(handlers.b, name, read[1]);
        long hits = handlers.count("hits");
        assertEquals(name, Handlers.get(handlers.b, name, read[1]).getTableName());
        assertTrue(handlers.count("hits") > hits, name + " " + read[1] + " is never a hit");
        String comment = name + read[1];
        alter(handlers, name, comment, null);
        Table seen = Handlers.get(handlers.b, name, read[1]);
        assertEquals(comment, seen.getParameters().get("comment"));
      }
    }
  }

  @DatabaseTest
  void aDenyingListenerDeniesTheSame(TestDatabase database) throws Exception {
    try (Handlers handlers =
        new Handlers(
            database,
            "cachedstore.level.external",
            "strict",
            "metastore.pre.event.listeners",
            OwnersOnly.class.getName())) {
      create(handlers, Tables.external("d", "ext", "a"));
      Handlers.get(handlers.b, "ext");
      long hits = handlers.count("hits");
      Handlers.get(handlers.b, "ext");
      assertTrue(handlers.count("hits") > hits);
      alter(handlers, "ext", "taken away", "somebody");
      MetaException denied =
          assertThrows(MetaException.class, () -> Handlers.get(handlers.b, "ext"));
      assertEquals("denied: ext", denied.getMessage());
      assertThrows(MetaException.class, () -> Handlers.get(handlers.b, "ext")); // from memory
      alter(handlers, "ext", "given back", "testkit");
      assertEquals("ext", Handlers.get(handlers.b, "ext").getTableName());
    }
  }

  @DatabaseTest
  void aFilterHookHidesTheSame(TestDatabase database) throws Exception {
    try (Handlers handlers =
        new Handlers(
            database,
            "metastore.server.filter.enabled",
            "true",
            "metastore.filter.hook",
            HidingHook.class.getName())) {
      create(handlers, Tables.external("d", "ext", "a"));
      create(handlers, Tables.external("d", "hidden_1", "a"));
      for (int i = 0; i < 3; i++) {
        assertEquals(List.of("ext"), handlers.b.get_all_tables("d"));
        assertEquals(List.of("ext"), handlers.b.get_tables("d", "*"));
        assertEquals(1, handlers.b.get_table_meta("d", "*", null).size());
        assertEquals("ext", Handlers.get(handlers.b, "ext").getTableName());
      }
      assertTrue(handlers.count("hits") > 0);
      // What the hook took away is still there for others.
      assertEquals(2, handlers.a(a -> a.get_all_tables("d")).size());
    }
  }

  /** A metastore in the client's own process, as HiveServer2 can have it. */
  @DatabaseTest
  void anEmbeddedClientIsServedFromMemory(TestDatabase database) throws Exception {
    try (Handlers handlers = new Handlers(database)) {
      create(handlers, Tables.external("d", "ext", "a"));
      try (HiveMetaStoreClient client = new HiveMetaStoreClient(handlers.conf)) {
        assertEquals("ext", client.getTable("d", "ext").getTableName());
        long hits = handlers.count("hits");
        assertEquals("ext", client.getTable("d", "ext").getTableName());
        assertTrue(handlers.count("hits") > hits);
        Table altered = client.getTable("d", "ext");
        altered.putToParameters("comment", "mine");
        client.alter_table("d", "ext", altered);
        assertEquals("mine", client.getTable("d", "ext").getParameters().get("comment"));
        client.dropTable("d", "ext");
        assertFalse(client.tableExists("d", "ext"));
        assertEquals(List.of(), client.getTables("d", "*", TableType.EXTERNAL_TABLE));
      }
    }
  }

  private static void create(Handlers handlers, Table table) throws Exception {
    handlers.a(
        a -> {
          if (!a.get_all_databases().contains("d")) {
            Database d = new Database();
            d.setName("d");
            d.setCatalogName("hive");
            a.create_database(d);
          }
          Handlers.create(a, table);
          if (table.getPartitionKeysSize() > 0) {
            org.apache.hadoop.hive.metastore.api.Partition partition =
                new org.apache.hadoop.hive.metastore.api.Partition();
            partition.setCatName("hive");
            partition.setDbName("d");
            partition.setTableName(table.getTableName());
            partition.setValues(new ArrayList<>(List.of("1")));
            partition.setSd(Handlers.get(a, table.getTableName()).getSd().deepCopy());
            partition.getSd().setLocation(partition.getSd().getLocation() + "/p=1");
            a.add_partition(partition);
          }
          return null;
        });
  }

  private static void alter(Handlers handlers, String name, String comment, String owner)
      throws Exception {
    handlers.a(
        a -> {
          Table table = Handlers.get(a, name);
          table.putToParameters("comment", comment);
          if (owner != null) {
            table.setOwner(owner);
          }
          AlterTableRequest request = new AlterTableRequest("d", name, table);
          request.setCatName("hive");
          request.setWriteId(-1);
          request.setProcessorCapabilities(Handlers.capabilities());
          request.setProcessorIdentifier("test");
          return a.alter_table_req(request);
        });
  }
}
