package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.writeid.Level;
import io.hmscache.writeid.TableKey;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheSettingsTest {

  @Test
  void theDefaultsAreTheSafeOnes() {
    CacheSettings settings = new CacheSettings(new Configuration(false));
    assertEquals(Level.SNAPSHOT, settings.transactional);
    assertEquals(Level.EVENTUAL, settings.external);
    assertEquals(Level.STRICT, settings.pointer);
    assertEquals(Level.EVENTUAL, settings.database);
    assertEquals(Level.STRICT, settings.unversioned);
    assertFalse(settings.fleetComplete);
    assertEquals(0, settings.verifySample);
    assertNotNull(settings.tables.match(TableKey.of(null, "d", "t")), "every table is stored");
    assertTrue(settings.warmup.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "cachedstore.level.external, sometimes",
    "cachedstore.unversioned.reads, snapshot",
    "cachedstore.max.staleness, -1",
    "cachedstore.max.staleness, 5",
    "cachedstore.max.staleness, soon",
    "cachedstore.catchup.wait, -1",
    "cachedstore.fleet.complete, yes",
    "cachedstore.max.memory, 0%",
    "cachedstore.max.memory, 95%",
    "cachedstore.max.memory, 99999999999g",
    "cachedstore.max.memory, lots",
    "cachedstore.verify.sample, 101",
    "cachedstore.level.overrides, sales.orders",
    "cachedstore.level.overrides, sales.orders=quick",
    "cachedstore.level.overrides, orders=strict",
    "cachedstore.tables, a.b.c.d",
    "cachedstore.warmup.threads, 0",
  })
  void aWrongValueNamesItsKey(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new CacheSettings(conf));
    assertTrue(String.valueOf(e.getMessage()).startsWith(key + " cannot be '"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 1024",
    "8k, 8192",
    "3m, 3145728",
    "2G, 2147483648",
  })
  void memoryTakesUnits(String text, long bytes) {
    Configuration conf = new Configuration(false);
    conf.set("cachedstore.max.memory", text);
    assertEquals(bytes, new CacheSettings(conf).maxMemory);
  }

  @Test
  void patternsMatchWithAndWithoutCatalogAndTheFirstWins() {
    Configuration conf = new Configuration(false);
    conf.set(
        "cachedstore.level.overrides",
        " c2.sales.*=database, sales.Orders*=STRICT , sales.*=eventual");
    CacheSettings settings = new CacheSettings(conf);
    assertEquals(Level.DATABASE, settings.overrides.match(TableKey.of("c2", "sales", "x")));
    assertEquals(Level.STRICT, settings.overrides.match(TableKey.of(null, "SALES", "orders_1")));
    assertEquals(Level.EVENTUAL, settings.overrides.match(TableKey.of("hive", "sales", "x")));
    assertNull(settings.overrides.match(TableKey.of("hive", "other", "x")));
  }

  @Test
  void aDotInAPatternIsNoWildcard() {
    Configuration conf = new Configuration(false);
    conf.set("cachedstore.tables", "d.a+b");
    CacheSettings settings = new CacheSettings(conf);
    assertNotNull(settings.tables.match(TableKey.of(null, "d", "a+b")));
    assertNull(settings.tables.match(TableKey.of(null, "d", "aab")));
  }
}
