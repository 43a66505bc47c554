package io.hmscache.store;

import static io.hmscache.store.SampleTables.CAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failures that caches of this kind are known for, by the numbers of {@code docs/cases.md}. */
class CasesTest {

  private static final TableKey ACID = TableKey.of(CAT, "d", "acid");

  private final TestDatabase database = TestDatabase.create(DatabaseKind.DERBY_MEMORY);
  private CacheBed bed;

  @BeforeEach
  void create() throws Exception {
    bed = new CacheBed(database);
    SampleTables.create(bed.plain);
  }

  @AfterEach
  void close() {
    bed.close();
    database.close();
  }

  private Table read(String table, String list) throws Exception {
    return bed.read("d", table, list, s -> s.getTable(CAT, "d", table, list, -1));
  }

  private static String version(Table table) {
    return table.getParameters().get("version");
  }

  private void alterElsewhere(String table, String version) throws Exception {
    Table changed = bed.plain.getTable(CAT, "d", table);
    changed.putToParameters("version", version);
    bed.elsewhere(s -> s.alterTable(CAT, "d", table, changed, null));
  }

  private RequestContext writing(String table) {
    return RequestContext.begin(RequestClass.WRITE, "write", "d", table, null, Gate.UNKNOWN);
  }

  @Test
  void b18AnOldEventDoesNotMoveAFreshEntryBackwards() throws Exception {
    read("acid", null);
    alterElsewhere("acid", "11");
    alterElsewhere("acid", "12");
    assertEquals("12", version(read("acid", null)));
    bed.shared.cache().tableChanged(ACID);
    bed.log.applied++; // the first event only
    assertEquals("12", version(read("acid", null)));
  }

  @Test
  void b19ANewTableOfTheNameIsSeen() throws Exception {
    String list = "d.acid:1:9223372036854775807::";
    read("acid", list);
    read("acid", list);
    bed.elsewhere(s -> s.dropTable(CAT, "d", "acid"));
    Table other = Tables.transactional("d", "acid", "other");
    bed.elsewhere(
        s -> {
          s.createTable(other);
          return null;
        });
    assertEquals("other", read("acid", list).getSd().getCols().get(0).getName());
    bed.tail(cache -> cache.tableCreatedOrDropped(ACID));
    assertEquals("other", read("acid", list).getSd().getCols().get(0).getName());
  }

  @Test
  void b25AnAlteredDatabaseIsSeen() throws Exception {
    CacheBed.Call<Database> read = s -> s.getDatabase(CAT, "d");
    bed.read(read);
    Database changed = bed.plain.getDatabase(CAT, "d");
    changed.setOwnerName("u2");
    bed.elsewhere(s -> s.alterDatabase(CAT, "d", changed));
    try (RequestContext request = writing(null)) {
      assertEquals("u2", read.on(bed.cached).getOwnerName());
    }
    bed.tail(cache -> cache.databaseChanged(CAT, "d"));
    assertEquals("u2", bed.read(read).getOwnerName());
  }

  @Test
  void b26ReadingDoesNotProlongAnEntrysLife() throws Exception {
    CacheBed.Call<Table> read = s -> s.getTable(CAT, "d", "ext");
    bed.read(read);
    long life = TimeUnit.HOURS.toNanos(1);
    for (int i = 1; i < 10; i++) {
      bed.log.now += life / 10;
      assertEquals(0, bed.asked(read), "after " + i + " tenths of the time to live");
    }
    bed.log.now += life / 5;
    assertNotEquals(0, bed.asked(read));
  }

  @Test
  void b28AListThatIsNewerThanTheLogIsNotServedFromMemory() throws Exception {
    String before = "d.acid:3:9223372036854775807::";
    read("acid", before);
    alterElsewhere("acid", "4");
    assertEquals("4", version(read("acid", "d.acid:4:9223372036854775807::")));
  }

  @Test
  void b29WithoutAUsableListATransactionalTableIsStrict() throws Exception {
    int version = 0;
    for (String list : Arrays.asList(null, "", "x", "d.other:9:9223372036854775807::")) {
      // The request carries the list, the call does not: Hive itself fails on a malformed one.
      CacheBed.Call<Table> read = s -> s.getTable(CAT, "d", "acid");
      bed.read("d", "acid", list, read);
      alterElsewhere("acid", String.valueOf(++version));
      Table seen = bed.read("d", "acid", list, read);
      assertEquals(String.valueOf(version), version(seen), "list " + list);
      bed.tail(cache -> cache.tableChanged(ACID));
    }
  }

  @Test
  void b36OneReadersStatisticsAreNotEverybodys() throws Exception {
    List<String> lists =
        Arrays.asList(
            "d.acid:3:3:3:", SampleTables.COMMITTED, null, "d.acid:3:3:3:", SampleTables.COMMITTED);
    for (String list : lists) {
      assertEquals(
          bed.plain.getTable(CAT, "d", "acid", list, -1), read("acid", list), "list " + list);
    }
  }

  @Test
  void b37AnEvictedTableKeepsItsPartitions() throws Exception {
    CacheBed.Call<List<String>> names = s -> s.listPartitionNames(CAT, "d", "part", (short) -1);
    List<String> expected = names.on(bed.plain);
    assertFalse(expected.isEmpty());
    for (int i = 0; i < 2; i++) {
      read("part", null);
      assertEquals(expected, bed.read(names));
      assertEquals(
          bed.plain.getPartitions(CAT, "d", "part", -1),
          bed.read(s -> s.getPartitions(CAT, "d", "part", -1)));
      bed.shared.cache().everythingChanged();
    }
  }

  @Test
  void b48ARolledBackTableIsNotSeen() throws Exception {
    assertNull(read("x", null));
    try (RequestContext request = writing("x")) {
      bed.cached.openTransaction();
      bed.cached.createTable(Tables.external("d", "x", "a"));
      bed.cached.rollbackTransaction();
    }
    assertNull(read("x", null));
    assertFalse(bed.read(s -> s.getAllTables(CAT, "d")).contains("x"));
  }

  @Test
  void b50OwnChangesAreSeenInTheTransactionAndNotKept() throws Exception {
    read("ext", null);
    read("ext", null);
    try (RequestContext request = writing("ext")) {
      bed.cached.openTransaction();
      Table changed = bed.cached.getTable(CAT, "d", "ext");
      changed.putToParameters("version", "mine");
      bed.cached.alterTable(CAT, "d", "ext", changed, null);
      assertEquals("mine", version(bed.cached.getTable(CAT, "d", "ext")));
      assertTrue(bed.cached.isActiveTransaction());
      bed.cached.rollbackTransaction();
    }
    assertNull(version(read("ext", null)));
    assertNull(version(read("ext", null)));
  }
}
