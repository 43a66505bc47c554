package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.ObjectStore;
import org.junit.jupiter.api.Test;

/** Loading at the start, and patterns that match nothing. */
@Databases(DatabaseKind.DERBY_MEMORY)
class WarmupTest {

  @DatabaseTest
  void loadsWhatItsPatternsNameAndNothingElse(TestDatabase database) throws Exception {
    create(database);
    try (RunningCache cache =
        new RunningCache(
            database,
            Setting.WARMUP.key(),
            "d.ext*, no.such",
            Setting.TABLES.key(),
            "d.ext1, d.ext2, d.other")) {
      cache.await("warm-up ends", () -> cache.status().get("warm-up").equals("2 of 2"));
      assertEquals(true, cache.explain("d.ext1").get("cached"));
      assertEquals(true, cache.explain("d.ext2").get("cached"));
      assertEquals(false, cache.explain("d.ext3").get("cached")); // not to be stored
      assertEquals(false, cache.explain("d.other").get("cached")); // not to be warmed up
      cache.read("d", "ext1");
      assertEquals(1, cache.status().get("hits"));
      assertEquals(0, cache.status().get("misses"));
    }
  }

  @DatabaseTest
  void readsDoNotWaitForIt(TestDatabase database) throws Exception {
    create(database);
    // The second table is due after a second, the fourth after three.
    try (RunningCache cache =
        new RunningCache(
            database,
            Setting.WARMUP.key(),
            "*",
            Setting.WARMUP_RATE.key(),
            "1",
            Setting.WARMUP_THREADS.key(),
            "1")) {
      cache.await("tables are listed", () -> cache.shared.cache().size() > 0);
      assertEquals("other", cache.read("d", "other").getTableName());
      assertEquals("other", cache.read("d", "other").getTableName());
      assertEquals("hit", cache.bean.lastDecision("d.other").substring(0, 3));
    }
  }

  @DatabaseTest
  void aTableThatIsGoneIsSkipped(TestDatabase database) throws Exception {
    create(database);
    try (RunningCache cache =
        new RunningCache(
            database,
            Setting.WARMUP.key(),
            "d.*",
            Setting.WARMUP_RATE.key(),
            "1",
            Setting.WARMUP_THREADS.key(),
            "1")) {
      cache.await(
          "tables are listed", () -> cache.status().get("warm-up").toString().contains("4"));
      cache.plain.dropTable("hive", "d", "other"); // the last in any order of names
      cache.await("warm-up ends", () -> cache.status().get("warm-up").equals("4 of 4"));
      assertEquals(true, cache.explain("d.ext3").get("cached"));
      assertEquals(false, cache.explain("d.other").get("cached"));
    }
  }

  @Test
  void theRateIsABound() {
    assertEquals(0, Warmup.dueNanos(200, 0));
    assertEquals(TimeUnit.SECONDS.toNanos(1), Warmup.dueNanos(200, 200));
    assertEquals(TimeUnit.DAYS.toNanos(1), Warmup.dueNanos(1, 86_400));
  }

  @Test
  void patternsThatMatchNothingAreNamed() {
    Configuration conf = new Configuration(false);
    conf.set("cachedstore.tables", "d.*, dd.*, d.t");
    conf.set("cachedstore.level.overrides", "d.t=strict, c.d.t=database");
    conf.set("cachedstore.warmup", "*");
    CacheSettings settings = new CacheSettings(conf);
    TableNames names = new TableNames(settings);
    names.see(TableKey.of("hive", "d", "t"));
    names.see(TableKey.of("hive", "e", "t"));
    assertEquals(
        List.of(
            "cachedstore.tables: no table matches 'dd.*'",
            "cachedstore.level.overrides: no table matches 'c.d.t'"),
        names.unmatched());
    assertEquals(List.of(TableKey.of("hive", "d", "t")), names.warmup());
    assertTrue(TableNames.wanted(settings));
    assertFalse(TableNames.wanted(new CacheSettings(new Configuration(false))));
  }

  private static void create(TestDatabase database) throws Exception {
    ObjectStore store = new ObjectStore();
    org.apache.hadoop.hive.metastore.Deadline.clear();
    org.apache.hadoop.hive.metastore.Deadline.registerIfNot(600_000);
    org.apache.hadoop.hive.metastore.Deadline.startTimer("test");
    store.setConf(database.configuration());
    SampleTables.createDatabase(store, "d");
    for (String name : List.of("ext1", "ext2", "ext3", "other")) {
      store.createTable(Tables.external("d", name, "a"));
    }
    store.shutdown();
  }
}
