package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.Gauge;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.apache.hadoop.hive.metastore.metrics.Metrics;

/** What JMX and the metrics show of a running cache, and what can be done to it. */
@Databases(DatabaseKind.DERBY_MEMORY)
class StatusTest {

  private static final String EXT = "hive.d.ext";

  @DatabaseTest
  void showsWhatHappened(TestDatabase database) throws Exception {
    try (RunningCache cache = start(database)) {
      cache.read("d", "ext");
      cache.read("d", "ext");
      cache.store.getTable("hive", "d", "ext"); // no request on this thread: the database
      Map<String, Object> status = cache.status();
      assertEquals("from memory", status.get("serving"));
      assertEquals("live", status.get("tailer"));
      assertEquals(1, status.get("hits"));
      assertEquals(1, status.get("misses"));
      assertEquals(1, status.get("bypasses"));
      assertEquals(33.3, status.get("hit rate %"));
      assertEquals(Map.of(EXT, 1), status.get("top tables by misses"));
      assertTrue(((Map<?, ?>) status.get("top tables by bytes")).containsKey(EXT), status + "");
      assertEquals(1, ((Map<?, ?>) status.get("bypasses by reason")).size(), status + "");

      Map<String, Object> explain = cache.explain("D.Ext");
      assertEquals(EXT, explain.get("table"));
      assertEquals(true, explain.get("cached"));
      assertEquals("eventual", explain.get("level without a list"));
      assertEquals("none", explain.get("write ids known from the log"));
      assertEquals(1, ((Map<?, ?>) explain.get("last reads from the database")).size());
      assertEquals("never read here", cache.explain("d.nothing").get("last read"));
      assertEquals(false, cache.explain("c2.d.ext").get("cached"));
    }
  }

  @DatabaseTest
  void pausedEverythingComesFromTheDatabaseAndResumedFromNothing(TestDatabase database)
      throws Exception {
    try (RunningCache cache = start(database)) {
      cache.read("d", "ext");
      cache.bean.pause();
      assertTrue(cache.bean.isPaused());
      assertEquals("paused", cache.status().get("serving"));
      behind(cache, "ext", "paused");
      assertEquals("paused", comment(cache, "ext"));
      assertEquals("database: paused", cache.bean.lastDecision("d.ext"));
      cache.bean.resume();
      assertFalse(cache.bean.isPaused());
      assertEquals(false, cache.explain(EXT).get("cached"));
      cache.read("d", "ext");
      cache.read("d", "ext");
      assertEquals("hit", cache.bean.lastDecision("d.ext").substring(0, 3));
    }
  }

  @DatabaseTest
  void aFlushTakesWhatItNamesAndNothingElse(TestDatabase database) throws Exception {
    try (RunningCache cache = start(database)) {
      for (String scope :
          new String[] {
            "all", "catalog hive", "database d", "database hive.d", "table d.ext", " TABLE_ "
          }) {
        cache.read("d", "ext");
        assertEquals(true, cache.explain(EXT).get("cached"), scope);
        if (scope.equals(" TABLE_ ")) {
          assertThrows(IllegalArgumentException.class, () -> cache.bean.flush(scope));
          assertEquals(true, cache.explain(EXT).get("cached"), scope);
        } else {
          cache.bean.flush(scope);
          assertEquals(false, cache.explain(EXT).get("cached"), scope);
        }
      }
      cache.read("d", "ext");
      cache.bean.flush("table d.part");
      cache.bean.flush("database e");
      cache.bean.flush("catalog other");
      assertEquals(true, cache.explain(EXT).get("cached"));
      assertEquals("table hive.d.ext", cache.bean.flush("table D.EXT"));
      assertEquals(
          "partition hive.d.part/p=x y%3Dz", cache.bean.flush("partition d.part/p=x y%3Dz"));
    }
  }

  @DatabaseTest
  void wrongArgumentsAreRefusedInOneSentence(TestDatabase database) throws Exception {
    try (RunningCache cache = start(database)) {
      for (String scope :
          new String[] {
            "",
            "d.ext",
            "hive",
            "table",
            "table d",
            "table a.b.c.d",
            "table d.",
            "database a.b.c",
            "catalog a.b",
            "partition d.part",
            "partition d.part/x",
            "everything now"
          }) {
        refused(() -> cache.bean.flush(scope), scope);
      }
      for (String table : new String[] {"", "ext", ".ext", "d.", "a.b.c.d", "..", " . "}) {
        refused(() -> cache.bean.explain(table), table);
        refused(() -> cache.bean.lastDecision(table), table);
      }
      refused(() -> cache.bean.level("ext", "strict"), "ext");
      refused(() -> cache.bean.level("d.ext", "quick"), "quick");
      cache.read("d", "ext");
      assertEquals("eventual", cache.explain(EXT).get("level without a list"));
    }
  }

  @DatabaseTest
  void aLevelCanBeSetAtRunTime(TestDatabase database) throws Exception {
    try (RunningCache cache = start(database)) {
      cache.read("d", "ext");
      cache.bean.level(" d.e* ", "Database");
      assertEquals("database", cache.explain(EXT).get("level without a list"));
      behind(cache, "ext", "now from the database");
      assertEquals("now from the database", comment(cache, "ext"));
      cache.bean.level("d.ext", "eventual");
      assertEquals("eventual", cache.explain(EXT).get("level without a list"));
    }
  }

  @DatabaseTest
  void metricsAreInTheMetastoresRegistry(TestDatabase database) throws Exception {
    try (RunningCache cache = start(database)) {
      cache.conf.set("metastore.metrics.enabled", "true");
      Metrics.initialize(cache.conf);
      try {
        new CachedStore().setConf(cache.conf);
        cache.read("d", "ext");
        cache.read("d", "ext");
        Map<String, Gauge> gauges = Metrics.getRegistry().getGauges();
        for (Metric metric : Metric.values()) {
          assertTrue(gauges.containsKey(metric.key()), metric.key());
          assertTrue(gauges.get(metric.key()).getValue() instanceof Long, metric.key());
        }
        for (Bypass bypass : Bypass.values()) {
          assertTrue(
              gauges.containsKey(MetricsExport.key("cachedstore.bypasses.", bypass)), bypass + "");
        }
        assertEquals(1L, gauges.get("cachedstore.hits").getValue());
        assertEquals(1L, gauges.get("cachedstore.loads").getValue());
        assertEquals(2L, gauges.get("cachedstore.log.state").getValue());
        assertTrue((Long) gauges.get("cachedstore.bytes").getValue() > 0);
      } finally {
        Metrics.shutdown();
      }
      Metrics.initialize(cache.conf);
      try {
        new CachedStore().setConf(cache.conf);
        assertEquals(1L, Metrics.getRegistry().getGauges().get("cachedstore.hits").getValue());
        CacheRegistry.close(cache.conf);
        assertFalse(Metrics.getRegistry().getGauges().containsKey("cachedstore.hits"));
      } finally {
        Metrics.shutdown();
      }
    }
  }

  @DatabaseTest
  void aClosedCacheIsGoneFromJmx(TestDatabase database) throws Exception {
    String name;
    try (RunningCache cache = start(database)) {
      name = cache.name;
      assertTrue(
          ManagementFactory.getPlatformMBeanServer().isRegistered(RunningCache.objectName(name)));
    }
    assertFalse(
        ManagementFactory.getPlatformMBeanServer().isRegistered(RunningCache.objectName(name)));
  }

  @DatabaseTest
  void noReportShowsACredential(TestDatabase database) throws Exception {
    String password = "Xq7-secret-of-the-database";
    try (RunningCache cache = start(database)) {
      cache.conf.set("javax.jdo.option.ConnectionPassword", password);
      cache.read("d", "ext");
      String shown = cache.bean.status() + cache.bean.explain("d.ext");
      assertFalse(shown.contains(password), shown);
      assertFalse(shown.contains("jdbc:"), shown);
    }
  }

  private static void refused(org.junit.jupiter.api.function.Executable call, String argument) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call, argument);
    assertFalse(e.getMessage().isEmpty(), argument);
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
    assertTrue(e.getMessage().contains("'"), e.getMessage());
  }

  /** Changes a table without an event: only a read of the database can see it. */
  private static void behind(RunningCache cache, String table, String comment) throws Exception {
    org.apache.hadoop.hive.metastore.api.Table changed = cache.plain.getTable("hive", "d", table);
    changed.putToParameters("comment", comment);
    cache.plain.alterTable("hive", "d", table, changed, null);
  }

  private static String comment(RunningCache cache, String table) throws Exception {
    return cache.read("d", table).getParameters().get("comment");
  }

  private static RunningCache start(TestDatabase database) throws Exception {
    RunningCache cache = new RunningCache(database);
    SampleTables.createDatabase(cache.plain, "d");
    cache.plain.createTable(Tables.external("d", "ext", "a"));
    cache.plain.createTable(Tables.partitionedBy(Tables.external("d", "part", "a"), "p"));
    return cache;
  }
}
