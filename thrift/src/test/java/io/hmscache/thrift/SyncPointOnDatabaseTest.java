package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.Sabotage;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetPartitionNamesPsRequest;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Invariant 5 through two handlers. B's tailer stands still (it polls once an hour and reads do not
 * wait for it), so nothing but the sync point of a reader's list tells B what A has done.
 */
@Databases(DatabaseKind.DERBY_MEMORY)
class SyncPointOnDatabaseTest {

  private Handlers handlers;
  private long applied;

  @BeforeEach
  void bRemembersTheTable(TestDatabase database) throws Exception {
    handlers =
        new Handlers(
            database,
            a -> {
              Database d = new Database();
              d.setName("d");
              d.setCatalogName("hive");
              a.create_database(d);
              return create(a, "old");
            },
            "cachedstore.catchup.wait",
            "0");
  }

  @AfterEach
  void close() throws Exception {
    handlers.close();
  }

  /** B answers from memory to a reader with a list of its own. */
  private String remember() throws Exception {
    String list = list();
    // The first list is older than what B loads; a load's end is known after one more read.
    for (int i = 0; i < 3; i++) {
      assertEquals("old", seen(list));
      assertEquals(List.of("p=1"), names(list));
    }
    list = list();
    long hits = handlers.count("hits");
    assertEquals("old", seen(list));
    assertEquals(List.of("p=1"), names(list));
    assertTrue(handlers.count("hits") >= hits + 2, "memory does not answer");
    applied = handlers.bean.getAppliedEventId();
    return list;
  }

  @DatabaseTest
  void aTableCreatedAgainIsSeenThroughAListThatReadsTheSame() throws Exception {
    String before = remember();
    createAgain();
    String after = list();
    assertEquals(before, after, "the lists tell the incarnations apart");
    assertEquals("new", seen(after));
    assertEquals(List.of(), names(after));
    assertEquals(applied, handlers.bean.getAppliedEventId(), "the tailer has not stood still");
  }

  @DatabaseTest
  void aChangeWithoutAWriteIdIsSeenByAListAcquiredAfterIt() throws Exception {
    String before = remember();
    alter();
    String after = list();
    assertEquals(before, after, "the change moved a write id");
    assertEquals("new", seen(after));
    assertEquals(List.of(), names(after));
    assertEquals(applied, handlers.bean.getAppliedEventId(), "the tailer has not stood still");
  }

  @DatabaseTest
  void withoutTheRuleOldStatesAreShown() throws Exception {
    remember();
    Sabotage.without(handlers.conf, "SYNC_POINT");
    alter();
    String list = list();
    assertEquals("old", seen(list));
    assertEquals(List.of("p=1"), names(list));
    createAgain();
    list = list();
    assertEquals("old", seen(list));
    assertEquals(List.of("p=1"), names(list));
  }

  private void createAgain() throws Exception {
    handlers.a(
        a -> {
          a.drop_table("d", "t", true);
          Table table = table();
          table.putToParameters("comment", "new");
          return Handlers.create(a, table);
        });
  }

  /** As a client does that knows nothing of write ids. */
  private void alter() throws Exception {
    handlers.a(
        a -> {
          Table table = Handlers.get(a, "t");
          table.putToParameters("comment", "new");
          AlterTableRequest request = new AlterTableRequest("d", "t", table);
          request.setCatName("hive");
          request.setWriteId(-1);
          request.setProcessorCapabilities(Handlers.capabilities());
          request.setProcessorIdentifier("test");
          a.alter_table_req(request);
          return a.drop_partition("d", "t", List.of("1"), false);
        });
  }

  private String list() throws Exception {
    GetValidWriteIdsRequest request = new GetValidWriteIdsRequest();
    request.setFullTableNames(new ArrayList<>(List.of("d.t")));
    return TxnCommonUtils.createValidReaderWriteIdList(
            handlers.b.get_valid_write_ids(request).getTblValidWriteIds().get(0))
        .writeToString();
  }

  private String seen(String list) throws Exception {
    return Handlers.get(handlers.b, "t", list).getParameters().get("comment");
  }

  private List<String> names(String list) throws Exception {
    GetPartitionNamesPsRequest request = new GetPartitionNamesPsRequest("d", "t");
    request.setCatName("hive");
    request.setPartValues(new ArrayList<>(List.of("")));
    request.setMaxParts((short) -1);
    request.setValidWriteIdList(list);
    return handlers.b.get_partition_names_ps_req(request).getNames();
  }

  private static Table table() {
    return Tables.partitionedBy(Tables.transactional("d", "t", "a"), "p");
  }

  private static Object create(IHMSHandler a, String comment) throws Exception {
    Table table = table();
    table.putToParameters("comment", comment);
    Handlers.create(a, table);
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName("d");
    partition.setTableName("t");
    partition.setValues(new ArrayList<>(List.of("1")));
    partition.setSd(Handlers.get(a, "t").getSd().deepCopy());
    partition.getSd().setLocation(partition.getSd().getLocation() + "/p=1");
    return a.add_partition(partition);
  }
}
