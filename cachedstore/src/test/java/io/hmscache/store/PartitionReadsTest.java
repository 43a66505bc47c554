package io.hmscache.store;

import static io.hmscache.store.PartitionedTables.CAT;
import static io.hmscache.store.PartitionedTables.DB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.MsckPartitionExpressionProxy;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What reads of partitions ask the database, and what events leave of their entries. */
class PartitionReadsTest {

  private static final TableKey EXT = TableKey.of(CAT, DB, "ext");
  private static final TableKey INS = TableKey.of(CAT, DB, "ins");

  private final TestDatabase database = TestDatabase.create(DatabaseKind.DERBY_MEMORY);
  private CacheBed bed;

  @BeforeEach
  void create() throws Exception {
    bed = new CacheBed(database);
    PartitionedTables.create(bed.plain);
    List<Partition> partitions = new ArrayList<>();
    Table table = bed.plain.getTable(CAT, DB, "ext");
    for (int i = 0; i < 100; i++) {
      partitions.add(PartitionedTables.partition(table, day(i), "1"));
    }
    bed.plain.addPartitions(CAT, DB, "ext", partitions);
    for (String value : List.of("x", "yy", "z/z")) {
      PartitionedTables.add(bed.plain, "ins", value);
    }
    bed.log.head++;
    bed.log.applied = bed.log.head;
  }

  @AfterEach
  void close() {
    HMSHandlerContext.getModifiedConfig().clear();
    bed.close();
    database.close();
  }

  private static String day(int i) {
    return String.format("2024-%02d-%02d", 1 + i / 28, 1 + i % 28);
  }

  private static String name(int i) {
    return "ds=" + day(i) + "/n=1";
  }

  private static List<String> names(int from, int to) {
    List<String> names = new ArrayList<>();
    for (int i = from; i < to; i++) {
      names.add(name(i));
    }
    return names;
  }

  private List<Partition> byNames(List<String> names) throws Exception {
    return bed.read(s -> s.getPartitionsByNames(CAT, DB, "ext", names));
  }

  private List<String> methods() {
    return bed.calls.stream().map(call -> call.substring(0, call.indexOf('['))).toList();
  }

  private List<String> callsOf(CacheBed.Call<?> call) throws Exception {
    bed.calls.clear();
    bed.read(call);
    return new ArrayList<>(bed.calls);
  }

  /** Changes locations behind the cache's back, to see which partitions a read took from where. */
  private void moveAll() throws Exception {
    for (int i = 0; i < 100; i++) {
      List<String> values = List.of(day(i), "1");
      Partition partition = bed.plain.getPartition(CAT, DB, "ext", values);
      partition.getSd().setLocation("file:/moved/" + i);
      bed.plain.alterPartition(CAT, DB, "ext", values, partition, null);
    }
  }

  private static long moved(List<Partition> partitions) {
    return partitions.stream().filter(p -> p.getSd().getLocation().contains("moved")).count();
  }

  @Test
  void onlyMissingPartitionsAreReadByName() throws Exception {
    byNames(names(0, 90));
    moveAll();
    bed.calls.clear();
    List<Partition> answer = byNames(names(0, 100));
    assertEquals(List.of("getPartitionsByNames"), methods());
    assertEquals(100, answer.size());
    assertEquals(10, moved(answer));
    assertEquals(day(0), answer.get(0).getValues().get(0));
    assertEquals(day(99), answer.get(99).getValues().get(0));
    assertEquals(0, bed.asked(s -> s.getPartitionsByNames(CAT, DB, "ext", names(5, 95))));
  }

  @Test
  void namesThatDoNotExistAreAskedForButSpareTheRest() throws Exception {
    byNames(names(0, 50));
    moveAll();
    List<String> asked = names(0, 50);
    asked.add("ds=2029-01-01/n=1");
    bed.calls.clear();
    List<Partition> answer = byNames(asked);
    assertEquals(List.of("getPartitionsByNames"), methods());
    assertEquals(50, answer.size());
    assertEquals(0, moved(answer));
    bed.plain.addPartition(
        PartitionedTables.partition(bed.plain.getTable(CAT, DB, "ext"), "2029-01-01", "1"));
    assertEquals(51, byNames(asked).size(), "a name not found is not remembered");
  }

  @Test
  void anEventOnOnePartitionLeavesTheOthers() throws Exception {
    byNames(names(0, 100));
    bed.log.head++;
    bed.tail(cache -> cache.partitionsChanged(EXT, List.of(List.of(day(7), "1"))));
    moveAll();
    List<Partition> answer = byNames(names(0, 100));
    assertEquals(1, moved(answer));
    assertEquals("file:/moved/7", answer.get(7).getSd().getLocation());
  }

  @Test
  void aListingIsRenewedByNamesAndWhatIsMissing() throws Exception {
    assertEquals(100, bed.read(s -> s.getPartitions(CAT, DB, "ext", -1)).size());
    assertEquals(0, bed.asked(s -> s.getPartitions(CAT, DB, "ext", -1)));
    bed.elsewhere(
        s -> {
          PartitionedTables.add(s, "ext", "2023-01-01", "1");
          return null;
        });
    bed.tail(cache -> cache.partitionsChanged(EXT, List.of(List.of("2023-01-01", "1"))));
    moveAll();
    bed.calls.clear();
    List<Partition> renewed = bed.read(s -> s.getPartitions(CAT, DB, "ext", -1));
    assertEquals(List.of("listPartitionNames", "getPartitionsByNames"), methods());
    assertEquals(101, renewed.size());
    assertEquals("2023-01-01", renewed.get(0).getValues().get(0));
    assertEquals(0, moved(renewed));
  }

  @Test
  void aCompleteListingAnswersEveryLimitAndTellsTheOrder() throws Exception {
    List<String> all = bed.read(s -> s.listPartitionNames(CAT, DB, "ins", (short) -1));
    assertEquals(3, all.size());
    assertEquals(0, bed.asked(s -> s.listPartitionNames(CAT, DB, "ins", (short) 2)));
    assertEquals(all.subList(0, 2), bed.read(s -> s.listPartitionNames(CAT, DB, "ins", (short) 2)));
    for (String name : all) {
      bed.read(s -> s.getPartitionsByNames(CAT, DB, "ins", List.of(name)));
    }
    List<String> reversed = List.of(all.get(2), all.get(1), all.get(0));
    assertEquals(0, bed.asked(s -> s.getPartitionsByNames(CAT, DB, "ins", reversed)));
    List<Partition> answer = bed.read(s -> s.getPartitionsByNames(CAT, DB, "ins", reversed));
    assertEquals(List.of("x"), answer.get(0).getValues(), "in the database's order");
  }

  @Test
  void filtersAndExpressionsAreRememberedUntilAPartitionChanges() throws Exception {
    CacheBed.Call<?> filter =
        s -> s.getPartitionsByFilter(CAT, DB, "ext", "ds >= \"2024-02-01\"", (short) -1);
    byte[] text = "(ds='2024-01-03')".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    CacheBed.Call<List<Partition>> expression =
        s -> {
          List<Partition> result = new ArrayList<>();
          assertFalse(s.getPartitionsByExpr(CAT, DB, "ext", text, null, (short) -1, result));
          return result;
        };
    assertTrue(bed.asked(filter) > 0);
    assertTrue(bed.asked(expression) > 0);
    assertEquals(0, bed.asked(filter));
    assertEquals(0, bed.asked(expression));
    assertEquals(1, bed.read(expression).size());
    bed.log.head++;
    bed.tail(cache -> cache.partitionsChanged(EXT, List.of(List.of(day(0), "1"))));
    assertTrue(bed.asked(filter) > 0);
    assertTrue(bed.asked(expression) > 0);
  }

  /** Cannot be pushed down, and cannot decide about any partition. */
  public static final class Undecided extends MsckPartitionExpressionProxy {
    @Override
    public String convertExprToFilter(byte[] expression, String defaultName, boolean decode) {
      return "nothing that parses (";
    }

    @Override
    public boolean filterPartitionsByExpr(
        List<FieldSchema> columns, byte[] expression, String defaultName, List<String> names) {
      return true;
    }
  }

  @Test
  void undecidedExpressionsStayUndecided() throws Exception {
    try (CacheBed other =
        new CacheBed(database, "metastore.expression.proxy", Undecided.class.getName())) {
      for (int time = 0; time < 2; time++) {
        List<Partition> result = new ArrayList<>();
        boolean undecided =
            other.read(
                s ->
                    s.getPartitionsByExpr(
                        CAT, DB, "ins", new byte[] {1}, null, (short) -1, result));
        assertTrue(undecided);
        assertEquals(3, result.size());
      }
      assertEquals(
          1, other.calls.stream().filter(c -> c.startsWith("getPartitionsByExpr[")).count());
    }
  }

  @Test
  void aRenamedPartitionIsGoneUnderItsOldValues() throws Exception {
    bed.read(s -> s.getPartition(CAT, DB, "ins", List.of("x")));
    assertEquals(0, bed.asked(s -> s.getPartition(CAT, DB, "ins", List.of("x"))));
    bed.elsewhere(
        s -> {
          Partition partition = s.getPartition(CAT, DB, "ins", List.of("x"));
          partition.setValues(new ArrayList<>(List.of("new")));
          return s.alterPartition(CAT, DB, "ins", List.of("x"), partition, null);
        });
    bed.tail(cache -> cache.partitionsChanged(INS, List.of(List.of("x"), List.of("new"))));
    NoSuchObjectException missing =
        assertThrows(
            NoSuchObjectException.class,
            () -> bed.read(s -> s.getPartition(CAT, DB, "ins", List.of("x"))));
    assertEquals("partition values=[x]", missing.getMessage());
    assertEquals(
        List.of("new"), bed.read(s -> s.getPartition(CAT, DB, "ins", List.of("new"))).getValues());
  }

  @Test
  void aTableChangeEndsEverything() throws Exception {
    byNames(names(0, 5));
    bed.read(s -> s.getPartition(CAT, DB, "ext", List.of(day(0), "1")));
    bed.log.head++;
    bed.tail(cache -> cache.tableChanged(EXT));
    assertTrue(bed.asked(s -> s.getPartitionsByNames(CAT, DB, "ext", names(0, 5))) > 0);
    assertTrue(bed.asked(s -> s.getPartition(CAT, DB, "ext", List.of(day(0), "1"))) > 0);
  }

  @Test
  void ownWritesAreSeenAtOnce() throws Exception {
    byNames(names(0, 5));
    Partition partition = bed.plain.getPartition(CAT, DB, "ext", List.of(day(0), "1"));
    partition.getSd().setLocation("file:/mine");
    ((RawStore) bed.cached).alterPartition(CAT, DB, "ext", List.of(day(0), "1"), partition, null);
    assertEquals("file:/mine", byNames(names(0, 5)).get(0).getSd().getLocation());
  }

  @Test
  void theStateOfStatisticsDependsOnTheReader() throws Exception {
    String old = DB + ".ins:0:9223372036854775807::";
    String current = DB + ".ins:9:9223372036854775807::";
    Partition changed = bed.plain.getPartition(CAT, DB, "ins", List.of("yy"));
    changed.setWriteId(3);
    bed.plain.alterPartition(CAT, DB, "ins", List.of("yy"), changed, current);
    bed.log.head++;
    bed.log.applied = bed.log.head;
    for (int time = 0; time < 2; time++) {
      Partition neutral = bed.read(s -> s.getPartition(CAT, DB, "ins", List.of("yy")));
      assertFalse(neutral.isSetIsStatsCompliant());
      assertTrue(StatsSetupConst.areBasicStatsUptoDate(neutral.getParameters()));
      Partition seen = bed.read(s -> s.getPartition(CAT, DB, "ins", List.of("yy"), current));
      assertTrue(seen.isIsStatsCompliant());
      Partition unseen = bed.read(s -> s.getPartition(CAT, DB, "ins", List.of("yy"), old));
      assertFalse(unseen.isIsStatsCompliant());
      assertNull(unseen.getParameters().get(StatsSetupConst.COLUMN_STATS_ACCURATE));
    }
  }

  @Test
  void settingsOfTheConnectionMakeItReadTheDatabase() throws Exception {
    byNames(names(0, 5));
    HMSHandlerContext.getModifiedConfig().put("hive.metastore.try.direct.sql", "true");
    assertTrue(bed.asked(s -> s.getPartitionsByNames(CAT, DB, "ext", names(0, 5))) > 0);
    assertEquals(1, bed.shared.metrics().count(Bypass.SESSION_SETTINGS));
    HMSHandlerContext.getModifiedConfig().clear();
    HMSHandlerContext.getModifiedConfig().put("metastore.client.socket.timeout", "1");
    assertEquals(0, bed.asked(s -> s.getPartitionsByNames(CAT, DB, "ext", names(0, 5))));
  }

  @Test
  void privilegesComeFromTheDatabase() throws Exception {
    PartitionedTables.add(bed.plain, "priv", "1");
    CacheBed.Call<?> one =
        s -> s.getPartitionWithAuth(CAT, DB, "priv", List.of("1"), "u", List.of("g"));
    CacheBed.Call<?> all =
        s -> s.getPartitionsWithAuth(CAT, DB, "priv", (short) -1, "u", List.of("g"));
    bed.read(one);
    bed.read(all);
    assertTrue(bed.asked(one) > 0);
    assertTrue(bed.asked(all) > 0);
    CacheBed.Call<?> nobody = s -> s.getPartitionsWithAuth(CAT, DB, "priv", (short) -1, null, null);
    bed.read(nobody);
    assertEquals(0, bed.asked(nobody), "nobody has no privileges");
  }

  @Test
  void onlyYesIsRememberedOfExistence() throws Exception {
    Table table = bed.plain.getTable(CAT, DB, "ins");
    CacheBed.Call<Boolean> there =
        s -> s.doesPartitionExist(CAT, DB, "ins", table.getPartitionKeys(), List.of("x"));
    CacheBed.Call<Boolean> gone =
        s -> s.doesPartitionExist(CAT, DB, "ins", table.getPartitionKeys(), List.of("no"));
    assertTrue(bed.read(there));
    assertFalse(bed.read(gone));
    assertEquals(0, bed.asked(there));
    assertEquals(1, bed.asked(gone));
    assertFalse(
        callsOf(s -> s.getPartition(CAT, DB, "ins", List.of("x"))).isEmpty(),
        "existence is no partition");
  }

  @Test
  void aLoadThatAnEventOvertookIsNotPublished() throws Exception {
    bed.read(s -> s.getTable(CAT, DB, "ins"));
    TableScope scope = bed.shared.cache().scopes().table(INS);
    CachedStore store = new CachedStore();
    store.setConf(bed.conf);
    PartitionPublisher publisher = new PartitionPublisher(store.session(), scope);
    for (boolean overtaken : new boolean[] {true, false}) {
      publisher.capture();
      Load load = Load.begin(bed.log, Rules.ALL, scope.floor);
      Partition partition = bed.plain.getPartition(CAT, DB, "ins", List.of("x"));
      if (overtaken) {
        bed.shared.cache().partitionsChanged(INS, List.of(List.of("x")));
      }
      load.finish();
      SlotKey key =
          publisher.partition(load, PartitionForm.SINGLE, publisher.store(partition), List.of("x"));
      assertEquals(overtaken, bed.shared.cache().get(key, scope.stamp()) == null);
    }
  }
}
