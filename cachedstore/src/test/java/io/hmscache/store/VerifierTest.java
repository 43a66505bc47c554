package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Table;

/** The shadow check finds what is wrong and raises no false alarm. */
@Databases(DatabaseKind.DERBY_MEMORY)
class VerifierTest {

  private static final TableKey KEY = TableKey.of("hive", "d", "ext");

  private final Verifier verifier = new Verifier(100);

  @DatabaseTest
  void aWrongEntryIsFoundCountedAndDropped(TestDatabase database) throws Exception {
    try (CacheBed bed = bed(database)) {
      change(bed.plain, "wrong"); // past the log
      verifier.check(hit(bed), bed.shared, bed.plain);
      assertEquals(1, verifier.checked());
      assertEquals(1, verifier.mismatches());
      assertEquals("wrong", comment(bed)); // loaded anew
      verifier.check(hit(bed), bed.shared, bed.plain);
      assertEquals(2, verifier.checked());
      assertEquals(1, verifier.mismatches());
    }
  }

  @DatabaseTest
  void aTableThatIsGoneIsAMismatchToo(TestDatabase database) throws Exception {
    try (CacheBed bed = bed(database)) {
      bed.plain.dropTable("hive", "d", "ext");
      verifier.check(hit(bed), bed.shared, bed.plain);
      assertEquals(1, verifier.mismatches());
      Table gone = bed.read(s -> s.getTable("hive", "d", "ext"));
      assertNull(gone);
    }
  }

  @DatabaseTest
  void aRightEntryIsRight(TestDatabase database) throws Exception {
    try (CacheBed bed = bed(database)) {
      verifier.check(hit(bed), bed.shared, bed.plain);
      assertEquals(1, verifier.checked());
      assertEquals(0, verifier.mismatches());
    }
  }

  @DatabaseTest
  void aChangeWhoseEventComesMeanwhileIsNone(TestDatabase database) throws Exception {
    try (CacheBed bed = bed(database)) {
      Hit hit = hit(bed);
      bed.elsewhere(s -> change(s, "changed"));
      bed.log.onWait = () -> bed.tail(cache -> cache.tableChanged(KEY));
      verifier.check(hit, bed.shared, bed.plain);
      assertEquals(1, bed.log.waits);
      assertEquals(0, verifier.checked());
      assertEquals(0, verifier.mismatches());
    }
  }

  @DatabaseTest
  void aChangeRightAfterTheReadIsNone(TestDatabase database) throws Exception {
    try (CacheBed bed = bed(database)) {
      RawStore changing =
          (RawStore)
              Proxy.newProxyInstance(
                  RawStore.class.getClassLoader(),
                  new Class<?>[] {RawStore.class},
                  (proxy, method, arguments) -> {
                    try {
                      Object answer = method.invoke(bed.plain, arguments);
                      if (method.getName().equals("getTable")) {
                        bed.elsewhere(s -> change(s, "changed"));
                        bed.tail(cache -> cache.tableChanged(KEY));
                        assertEquals("changed", comment(bed)); // and is loaded anew
                      }
                      return answer;
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
      verifier.check(hit(bed), bed.shared, changing);
      assertEquals(0, verifier.mismatches());
    }
  }

  @DatabaseTest
  void aLogThatLagsProvesNothing(TestDatabase database) throws Exception {
    try (CacheBed bed = bed(database)) {
      bed.elsewhere(s -> change(s, "changed"));
      verifier.check(hit(bed), bed.shared, bed.plain);
      assertEquals(0, verifier.checked());
      assertEquals(0, verifier.mismatches());
    }
  }

  @DatabaseTest
  void theRunningOneChecksHits(TestDatabase database) throws Exception {
    try (RunningCache cache = new RunningCache(database, Setting.VERIFY_SAMPLE.key(), "100%")) {
      SampleTables.createDatabase(cache.plain, "d");
      cache.plain.createTable(Tables.external("d", "ext", "a"));
      cache.read("d", "ext");
      cache.read("d", "ext");
      cache.await("a hit was checked", () -> !cache.status().get("verified").equals(0));
      assertEquals(0, cache.status().get("mismatches"));
      change(cache.plain, "wrong");
      cache.read("d", "ext");
      cache.await("the difference was found", () -> cache.status().get("mismatches").equals(1));
      cache.await("it is gone", () -> cache.explain("d.ext").get("cached").equals(false));
      assertEquals("wrong", cache.read("d", "ext").getParameters().get("comment"));
    }
  }

  @DatabaseTest
  void differencesNameFieldsAndKeepSecrets(TestDatabase database) {
    Table here = Tables.external("d", "ext", "a");
    here.putToParameters("hive.sql.dbcp.password", "pw-here");
    here.putToParameters("comment", "one");
    Table there = here.deepCopy();
    there.putToParameters("hive.sql.dbcp.password", "pw-there");
    there.putToParameters("comment", "two");
    there.getSd().addToCols(new FieldSchema("b", "int", ""));
    there.setOwner("somebody");
    String text = Differences.between(here, there);
    assertTrue(text.contains("owner is testkit here and somebody there"), text);
    assertTrue(text.contains("parameters[comment] is one here and two there"), text);
    assertTrue(text.contains("parameters[hive.sql.dbcp.password] differs"), text);
    assertTrue(text.contains("sd.cols has 1 here and 2 there"), text);
    assertFalse(text.contains("pw-"), text);
    assertFalse(text.contains("EXTERNAL"), text);
    assertEquals("it does not exist there", Differences.between(here, null));
    assertEquals("it exists there", Differences.between(null, here));
    assertEquals("", Differences.between(here, here.deepCopy()));
  }

  private static CacheBed bed(TestDatabase database) throws Exception {
    CacheBed bed = new CacheBed(database);
    SampleTables.createDatabase(bed.plain, "d");
    bed.plain.createTable(Tables.external("d", "ext", "a"));
    bed.read(s -> s.getTable("hive", "d", "ext"));
    assertEquals(0, bed.asked(s -> s.getTable("hive", "d", "ext")), "not in memory");
    return bed;
  }

  /** A hit on the table's object, as the read path reports it. */
  private static Hit hit(CacheBed bed) throws Exception {
    return Hits.of(bed, s -> s.getTable("hive", "d", "ext"));
  }

  private static Table change(RawStore store, String comment) throws Exception {
    Table table = store.getTable("hive", "d", "ext");
    table.putToParameters("comment", comment);
    return store.alterTable("hive", "d", "ext", table, null);
  }

  private static String comment(CacheBed bed) throws Exception {
    return bed.read(s -> s.getTable("hive", "d", "ext")).getParameters().get("comment");
  }
}
