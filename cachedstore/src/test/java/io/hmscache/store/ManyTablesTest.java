package io.hmscache.store;

import static io.hmscache.store.SampleTables.CAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Several tables in one answer: each passes its own gate and floor, and only what changed loads.
 */
class ManyTablesTest {

  private static final CacheBed.Call<List<Table>> EXTERNAL =
      s -> s.getTableObjectsByName(CAT, "d", List.of("part", "ext", "tmp_1"));
  private static final CacheBed.Call<List<Table>> MIXED =
      s -> s.getTableObjectsByName(CAT, "d", List.of("ext", "acid"));
  private static final CacheBed.Call<List<Table>> WITH_POINTER =
      s -> s.getTableObjectsByName(CAT, "d", List.of("ext", "ice"));
  private static final CacheBed.Call<List<Table>> WITH_ABSENT =
      s -> s.getTableObjectsByName(CAT, "d", List.of("ext", "nothing"));

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

  private void primed(CacheBed.Call<?> read) throws Exception {
    bed.read(read);
    assertEquals(0, bed.asked(read), () -> bed.calls.toString());
  }

  @Test
  void onlyWhatChangedIsLoadedByOneCall() throws Exception {
    primed(EXTERNAL);
    bed.log.head++;
    bed.tail(cache -> cache.tableChanged(TableKey.of(null, "d", "ext")));
    assertEquals(1, bed.asked(EXTERNAL));
    assertEquals(List.of("getTableObjectsByName[hive, d, [ext]]"), bed.calls);
    assertEquals(
        bed.plain.getTableObjectsByName(CAT, "d", List.of("part", "ext", "tmp_1")),
        bed.read(EXTERNAL));
  }

  @Test
  void theTablesAreThoseOfGetTable() throws Exception {
    primed(EXTERNAL);
    assertEquals(0, bed.asked(s -> s.getTable(CAT, "d", "ext")));
  }

  @Test
  void externalTablesAreEventual() throws Exception {
    primed(EXTERNAL);
    bed.log.head++;
    assertEquals(0, bed.asked(EXTERNAL));
    bed.log.confirmed = false;
    assertNotEquals(0, bed.asked(EXTERNAL), "beyond the bound");
  }

  @Test
  void oneTransactionalTableWithoutAListMakesTheAnswerStrict() throws Exception {
    primed(MIXED);
    bed.log.head++;
    assertNotEquals(0, bed.asked(MIXED), "the log is behind the head");
    bed.tail(cache -> {});
    assertEquals(0, bed.asked(MIXED));
  }

  @Test
  void aPointerIsStrict() throws Exception {
    primed(WITH_POINTER);
    bed.log.head++;
    assertNotEquals(0, bed.asked(WITH_POINTER));
  }

  @Test
  void anAnswerThatLacksATableIsStrict() throws Exception {
    primed(WITH_ABSENT);
    bed.log.head++;
    assertNotEquals(0, bed.asked(WITH_ABSENT));
  }

  @Test
  void aTableThatAppearsIsSeen() throws Exception {
    primed(WITH_ABSENT);
    bed.log.head++;
    bed.tail(cache -> cache.tableCreatedOrDropped(TableKey.of(null, "d", "nothing")));
    assertNotEquals(0, bed.asked(WITH_ABSENT));
  }

  @Test
  void aReadOfOneTableThatWentToTheDatabaseHoldsTheOthersBack() throws Exception {
    primed(EXTERNAL);
    bed.log.head = 5;
    bed.write(s -> s.getTable(CAT, "d", "ext")); // showed somebody the state at 5
    assertNotEquals(0, bed.asked(EXTERNAL), "memory is current to 0");
    bed.tail(cache -> {});
    assertEquals(0, bed.asked(EXTERNAL));
  }

  @Test
  void aReadOfManyThatWentToTheDatabaseHoldsTheOneBack() throws Exception {
    CacheBed.Call<?> one = s -> s.getTable(CAT, "d", "ext");
    primed(one);
    bed.log.head = 5;
    bed.write(EXTERNAL);
    assertNotEquals(0, bed.asked(one));
  }

  @Test
  void aReadByPatternHoldsBackWhatItShowed() throws Exception {
    CacheBed.Call<?> one = s -> s.getTable(CAT, "d", "ext");
    primed(one);
    bed.log.head = 5;
    bed.read(s -> s.getTableObjectsByName(CAT, "d", null, null, "e*"));
    assertNotEquals(0, bed.asked(one));
  }

  @Test
  void whatIsTornIsServedWhenTheLogHasPassedIt() throws Exception {
    bed.log.onHead = () -> bed.log.head++; // somebody commits during the load
    bed.read(EXTERNAL);
    bed.log.onHead = () -> {};
    assertNotEquals(0, bed.asked(EXTERNAL), "it may be torn");
    bed.log.onHead = () -> bed.log.head++;
    bed.tail(cache -> cache.tableChanged(TableKey.of(null, "d", "ext")));
    bed.read(EXTERNAL);
    bed.log.onHead = () -> {};
    bed.log.onWait = () -> bed.tail(cache -> {});
    assertEquals(0, bed.asked(EXTERNAL), () -> bed.calls.toString());
    assertNotEquals(0, bed.log.waits);
  }

  @Test
  void whenTheHeadCannotBeReadTheDatabaseAnswers() throws Exception {
    primed(MIXED);
    bed.log.headFails = true;
    assertEquals(1, bed.asked(MIXED));
    assertEquals(
        bed.plain.getTableObjectsByName(CAT, "d", List.of("ext", "acid")), bed.read(MIXED));
  }

  @Test
  void anOverrideOfOneTableCounts() throws Exception {
    bed.close();
    bed = new CacheBed(database, Setting.LEVEL_OVERRIDES.key(), "d.tmp_1=database");
    bed.read(EXTERNAL);
    assertNotEquals(0, bed.asked(EXTERNAL));
  }

  @Test
  void tablesThatAreNotStoredAreTheDelegates() throws Exception {
    bed.close();
    bed = new CacheBed(database, Setting.TABLES.key(), "d.ext");
    bed.read(EXTERNAL);
    assertEquals(1, bed.asked(EXTERNAL));
    assertEquals(0, bed.asked(s -> s.getTableObjectsByName(CAT, "d", List.of("ext"))) - 1);
    assertEquals(0, bed.asked(s -> s.getTableObjectsByName(CAT, "d", List.of("ext"))));
  }
}
