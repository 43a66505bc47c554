package io.hmscache.store;

import static io.hmscache.store.SampleTables.CAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.PrimaryKeysRequest;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each kind of answer is promised, and what it depends on. */
class AnswerLevelsTest {

  private static final TableKey PART = TableKey.of(null, "d", "part");
  private static final TableKey EXT = TableKey.of(null, "d", "ext");
  private static final CacheBed.Call<?> TABLES = s -> s.getAllTables(CAT, "d");
  private static final CacheBed.Call<?> DATABASES = s -> s.getAllDatabases(CAT);
  private static final CacheBed.Call<?> VIEWS =
      s -> s.getAllMaterializedViewObjectsForRewriting(CAT);
  private static final CacheBed.Call<?> STATISTICS =
      s -> s.getTableColumnStatistics(CAT, "d", "ext", List.of("a"), "hive");
  private static final CacheBed.Call<?> KEYS = s -> s.getPrimaryKeys(CAT, "d", "ext");
  private static final CacheBed.Call<?> ONE =
      s -> s.getPartitionColumnStatistics(CAT, "d", "part", List.of("p=1"), List.of("a"), "hive");
  private static final CacheBed.Call<?> ANY_ENGINE =
      s -> s.getPartitionColumnStatistics(CAT, "d", "part", List.of("p=1"), List.of("a"));
  private static final CacheBed.Call<?> AGGREGATE =
      s -> s.get_aggr_stats_for(CAT, "d", "part", List.of("p=1", "p=2"), List.of("a"), "hive");

  private static TestDatabase database;
  private CacheBed bed;

  @BeforeAll
  static void createTables() throws Exception {
    database = TestDatabase.create(DatabaseKind.DERBY_MEMORY);
    try (CacheBed first = new CacheBed(database)) {
      SampleTables.create(first.plain);
    }
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @BeforeEach
  void start() {
    bed = new CacheBed(database);
  }

  @AfterEach
  void end() {
    bed.close();
  }

  private void restart(String... settings) {
    bed.close();
    bed = new CacheBed(database, settings);
  }

  private void primed(CacheBed.Call<?> read) throws Exception {
    bed.read(read);
    assertEquals(0, bed.asked(read), () -> bed.calls.toString());
  }

  private boolean fromMemory(CacheBed.Call<?> read) throws Exception {
    return bed.asked(read) == 0;
  }

  // ---- levels ---------------------------------------------------------------------------------

  @Test
  void listingsAreEventualWithABound() throws Exception {
    for (CacheBed.Call<?> read : List.of(TABLES, DATABASES, VIEWS)) {
      primed(read);
    }
    bed.log.head++;
    int heads = bed.log.headQueries;
    for (CacheBed.Call<?> read : List.of(TABLES, DATABASES, VIEWS)) {
      assertTrue(fromMemory(read));
    }
    assertEquals(heads, bed.log.headQueries, "nobody asked for the head");
    bed.log.confirmed = false;
    for (CacheBed.Call<?> read : List.of(TABLES, DATABASES, VIEWS)) {
      assertNotEquals(0, bed.asked(read));
    }
  }

  @Test
  void snapshotMeansStrictForListings() throws Exception {
    for (String level : List.of("snapshot", "strict")) {
      restart(Setting.LEVEL_DATABASE.key(), level);
      primed(TABLES);
      primed(DATABASES);
      bed.log.head++;
      assertNotEquals(0, bed.asked(TABLES), level);
      assertNotEquals(0, bed.asked(DATABASES), level);
      bed.tail(cache -> {});
      assertEquals(0, bed.asked(TABLES), level);
    }
  }

  @Test
  void levelDatabaseAlwaysAsks() throws Exception {
    restart(Setting.LEVEL_DATABASE.key(), "database");
    bed.read(TABLES);
    assertEquals(1, bed.asked(TABLES));
  }

  @Test
  void withoutTheProxyEverythingIsStrict() throws Exception {
    restart(ConfVars.HMS_HANDLER_PROXY_CLASS.getVarname(), "another.Proxy");
    for (CacheBed.Call<?> read : List.of(TABLES, VIEWS, STATISTICS, KEYS)) {
      read.on(bed.cached);
      bed.calls.clear();
      read.on(bed.cached);
      assertEquals(List.of(), bed.calls);
      bed.log.head++;
      read.on(bed.cached);
      assertNotEquals(List.of(), bed.calls);
      bed.tail(cache -> {});
    }
  }

  @Test
  void whileTheFleetIsIncompleteNamesOfDatabasesComeFromTheDatabase() throws Exception {
    restart(Setting.FLEET_COMPLETE.key(), "false");
    bed.read(DATABASES);
    assertEquals(1, bed.asked(DATABASES), "dropping a remote database logs nothing there");
    primed(TABLES);
  }

  @Test
  void aThreadThatServesNoRequestAndARequestThatMayWriteReadTheDatabase() throws Exception {
    for (CacheBed.Call<?> read : List.of(TABLES, DATABASES, VIEWS, STATISTICS, KEYS, AGGREGATE)) {
      primed(read);
      bed.calls.clear();
      read.on(bed.cached);
      assertNotEquals(List.of(), bed.calls);
      bed.calls.clear();
      bed.write(read);
      assertNotEquals(List.of(), bed.calls);
    }
  }

  @Test
  void anOpenTransactionReadsTheDatabase() throws Exception {
    for (CacheBed.Call<?> read : List.of(TABLES, DATABASES, VIEWS, STATISTICS, KEYS, AGGREGATE)) {
      primed(read);
      bed.cached.openTransaction();
      assertNotEquals(0, bed.asked(read));
      bed.cached.rollbackTransaction();
    }
  }

  @Test
  void aListInARequestObjectGates() throws Exception {
    TableKey acid = TableKey.of(null, "d", "acid");
    String list = "d.acid:0:9223372036854775807::";
    CacheBed.Call<?> keys =
        s -> {
          PrimaryKeysRequest request = new PrimaryKeysRequest("d", "acid");
          request.setCatName(CAT);
          request.setValidWriteIdList(list);
          return s.getPrimaryKeys(request);
        };
    primed(keys);
    bed.log.head = 7;
    bed.shared.syncPoints().record(acid, list, 7);
    assertNotEquals(0, bed.asked(keys), "the reader has seen 7");
    bed.log.head = 9;
    bed.log.applied = 7;
    bed.log.headQueries = 0;
    assertEquals(0, bed.asked(keys));
    assertEquals(0, bed.log.headQueries, "the sync point suffices");
  }

  @Test
  void anotherTableIdInARequestObjectIsTheDatabases() throws Exception {
    primed(KEYS);
    PrimaryKeysRequest request = new PrimaryKeysRequest("d", "ext");
    request.setCatName(CAT);
    request.setTableId(987654);
    assertNotEquals(0, bed.asked(s -> s.getPrimaryKeys(request)));
    request.setTableId(bed.plain.getTable(CAT, "d", "ext").getId());
    assertEquals(0, bed.asked(s -> s.getPrimaryKeys(request)));
  }

  // ---- what answers depend on -----------------------------------------------------------------

  @Test
  void anEventOnAnotherPartitionLeavesStatisticsAlone() throws Exception {
    for (CacheBed.Call<?> read : List.of(ONE, ANY_ENGINE, AGGREGATE)) {
      primed(read);
    }
    bed.tail(cache -> cache.partitionsChanged(PART, List.of(List.of("7"))));
    assertTrue(fromMemory(ONE));
    assertTrue(fromMemory(AGGREGATE));
    assertNotEquals(0, bed.asked(ANY_ENGINE), "it may have brought another engine");
    bed.tail(cache -> cache.partitionsChanged(PART, List.of(List.of("2"))));
    assertTrue(fromMemory(ONE));
    assertNotEquals(0, bed.asked(AGGREGATE));
    bed.tail(cache -> cache.partitionsChanged(PART, List.of(List.of("1"))));
    assertNotEquals(0, bed.asked(ONE));
  }

  @Test
  void spellingsThatADatabaseMayTakeForTheSameChangeTogether() throws Exception {
    CacheBed.Call<?> read =
        s -> s.getPartitionColumnStatistics(CAT, "d", "part", List.of("p=A"), List.of("a"), "h");
    primed(read);
    bed.tail(cache -> cache.partitionsChanged(PART, List.of(List.of("a "))));
    assertNotEquals(0, bed.asked(read));
  }

  @Test
  void statisticsOfTheTableLeaveThoseOfPartitionsAndConstraintsAlone() throws Exception {
    for (CacheBed.Call<?> read : List.of(ONE, STATISTICS, KEYS, TABLES, VIEWS)) {
      primed(read);
    }
    bed.tail(
        cache -> {
          cache.tableStatisticsChanged(PART);
          cache.tableStatisticsChanged(EXT);
        });
    bed.calls.clear();
    bed.read(ONE);
    bed.read(KEYS);
    assertEquals(
        List.of("getTable[hive, d, part, null]", "getTable[hive, d, ext, null]"), bed.calls);
    assertTrue(fromMemory(TABLES));
    assertTrue(fromMemory(VIEWS));
    assertNotEquals(0, bed.asked(STATISTICS));
  }

  @Test
  void anAlteredTableDropsWhatHangsBelowItAndNoListing() throws Exception {
    for (CacheBed.Call<?> read : List.of(STATISTICS, KEYS, TABLES, VIEWS, ONE)) {
      primed(read);
    }
    bed.tail(cache -> cache.tableChanged(EXT));
    assertTrue(fromMemory(TABLES));
    assertTrue(fromMemory(VIEWS));
    assertTrue(fromMemory(ONE));
    assertNotEquals(0, bed.asked(STATISTICS));
    assertNotEquals(0, bed.asked(KEYS));
  }

  @Test
  void aCommitWhereTheFleetIsIncompleteDropsTheTableAndNoListing() throws Exception {
    CacheBed.Call<?> meta = s -> s.getTableMeta(CAT, "*", "*", null);
    restart(Setting.FLEET_COMPLETE.key(), "false");
    for (CacheBed.Call<?> read : List.of(STATISTICS, TABLES, VIEWS, meta)) {
      primed(read);
    }
    bed.tail(cache -> cache.transactionEnded(1, true, java.util.Set.of(EXT)));
    assertTrue(fromMemory(TABLES));
    assertTrue(fromMemory(VIEWS));
    assertTrue(fromMemory(meta));
    assertNotEquals(0, bed.asked(STATISTICS));
  }

  @Test
  void constraintsAnywhereDropConstraintsEverywhere() throws Exception {
    CacheBed.Call<?> all = s -> s.getForeignKeys(CAT, null, null, null, null);
    primed(KEYS);
    primed(all);
    bed.tail(MetadataCache::constraintsChanged);
    assertNotEquals(0, bed.asked(KEYS));
    assertNotEquals(0, bed.asked(all));
  }

  @Test
  void aLoadThatAnEventOvertakesIsNotRemembered() throws Exception {
    for (CacheBed.Call<?> read : List.of(TABLES, STATISTICS, KEYS, ONE)) {
      bed.read(s -> s.getTable(CAT, "d", "ext"));
      bed.read(s -> s.getTable(CAT, "d", "part"));
      bed.log.onHead =
          () -> {
            bed.log.onHead = () -> {}; // between the head before the load and its first query
            bed.shared.cache().everythingChanged();
          };
      bed.read(read);
      assertNotEquals(0, bed.asked(read));
      assertEquals(0, bed.asked(read));
    }
  }

  @Test
  void headsThatCannotBeReadLeaveAnswersRight() throws Exception {
    bed.log.headFails = true;
    for (CacheBed.Call<?> read : List.of(TABLES, DATABASES, VIEWS, STATISTICS, KEYS, ONE)) {
      assertEquals(Outcome.of(read, bed.plain), bed.outcome(read));
      assertNotEquals(0, bed.asked(read), "nothing may be remembered");
    }
  }
}
