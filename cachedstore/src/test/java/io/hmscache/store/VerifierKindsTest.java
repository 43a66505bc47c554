package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;

/** The shadow check finds a wrong entry of every kind, drops it, and finds nothing wrong before. */
@Databases({DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES})
class VerifierKindsTest {

  private static final String CAT = SampleTables.CAT;

  /**
   * A read, and a change past the log that makes what is remembered of it wrong.
   *
   * @param storedAfter whether the answer after the change may be remembered, too
   */
  private record Case(CacheBed.Call<?> read, CacheBed.Call<?> change, boolean storedAfter) {
    Case(CacheBed.Call<?> read, CacheBed.Call<?> change) {
      this(read, change, true);
    }
  }

  @DatabaseTest
  void aWrongEntryOfEachKindIsFound(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      for (Map.Entry<String, Case> one : cases().entrySet()) {
        check(bed, one.getKey(), one.getValue());
      }
    }
  }

  private static void check(CacheBed bed, String name, Case one) throws Exception {
    Verifier verifier = new Verifier(100);
    bed.read(one.read());
    bed.read(one.read()); // the second one may complete what the first one left out
    verifier.check(Hits.of(bed, one.read()), bed.shared, bed.plain);
    assertEquals(1, verifier.checked(), name);
    assertEquals(0, verifier.mismatches(), name + " was right");

    Outcome before = bed.outcome(one.read());
    one.change().on(bed.plain);
    verifier.check(Hits.of(bed, one.read()), bed.shared, bed.plain);
    assertEquals(1, verifier.mismatches(), name + " was wrong");
    assertFalse(bed.outcome(one.read()).equals(before), name + " is served again");

    if (!one.storedAfter()) {
      return;
    }
    bed.read(one.read());
    verifier.check(Hits.of(bed, one.read()), bed.shared, bed.plain);
    assertEquals(3, verifier.checked(), name);
    assertEquals(1, verifier.mismatches(), name + " is right again");
  }

  private static Map<String, Case> cases() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("database", new Case(s -> s.getDatabase(CAT, "d"), s -> owned(s, "somebody")));
    cases.put("names of databases", new Case(s -> s.getAllDatabases(CAT), s -> create(s, "new")));
    cases.put("names of tables", new Case(s -> s.getAllTables(CAT, "d"), s -> table(s, "n1")));
    cases.put(
        "kinds of tables", new Case(s -> s.getTableMeta(CAT, "d", "*", null), s -> table(s, "n2")));
    cases.put("table", new Case(s -> s.getTable(CAT, "d", "ext"), s -> comment(s, "one")));
    cases.put(
        "tables by name",
        new Case(
            s -> s.getTableObjectsByName(CAT, "d", List.of("ext", "tmp_1")),
            s -> comment(s, "two")));
    cases.put(
        "partition",
        new Case(s -> s.getPartition(CAT, "d", "part", List.of("1")), s -> partition(s, "one")));
    cases.put(
        "partitions",
        new Case(s -> s.getPartitions(CAT, "d", "part", ALL), s -> partition(s, "two")));
    cases.put(
        "partitions by name",
        new Case(
            s -> s.getPartitionsByNames(CAT, "d", "part", List.of("p=1", "p=2")),
            s -> partition(s, "three")));
    cases.put(
        "partitions by filter",
        new Case(
            s -> s.getPartitionsByFilter(CAT, "d", "part", "p = \"1\"", (short) -1),
            s -> partition(s, "four")));
    cases.put(
        "names of partitions",
        new Case(s -> s.listPartitionNames(CAT, "d", "part", (short) -1), s -> added(s, "5")));
    cases.put(
        "number of partitions",
        new Case(s -> s.getNumPartitionsByFilter(CAT, "d", "part", ""), s -> added(s, "6")));
    cases.put(
        "statistics of a table",
        new Case(
            s -> s.getTableColumnStatistics(CAT, "d", "ext", List.of("a", "b"), "hive"),
            s -> tableStatistics(s, 8)));
    cases.put(
        "statistics of partitions",
        new Case(
            s ->
                s.getPartitionColumnStatistics(
                    CAT, "d", "part", List.of("p=1", "p=2"), List.of("a"), "hive"),
            s -> partitionStatistics(s, 11)));
    cases.put(
        "aggregate",
        new Case(
            s ->
                s.get_aggr_stats_for(CAT, "d", "part", List.of("p=1", "p=2"), List.of("a"), "hive"),
            s -> partitionStatistics(s, 30)));
    cases.put(
        "constraints", new Case(s -> s.getNotNullConstraints(CAT, "d", "ext"), s -> notNull(s)));
    cases.put(
        "that there is no materialized view",
        new Case(
            s -> s.getAllMaterializedViewObjectsForRewriting(CAT),
            s -> {
              s.createTable(SampleTables.view("mv"));
              return "created";
            },
            false));
    return cases;
  }

  private static final GetPartitionsArgs ALL =
      new GetPartitionsArgs.GetPartitionsArgsBuilder().max(-1).build();

  private static Object owned(RawStore store, String owner) throws Exception {
    Database database = store.getDatabase(CAT, "d");
    database.setOwnerName(owner);
    return store.alterDatabase(CAT, "d", database);
  }

  private static Object create(RawStore store, String name) throws Exception {
    SampleTables.createDatabase(store, name);
    return name;
  }

  private static Object table(RawStore store, String name) throws Exception {
    store.createTable(Tables.external("d", name, "a"));
    return name;
  }

  private static Object comment(RawStore store, String comment) throws Exception {
    Table table = store.getTable(CAT, "d", "ext");
    table.putToParameters("comment", comment);
    return store.alterTable(CAT, "d", "ext", table, null);
  }

  private static Object partition(RawStore store, String note) throws Exception {
    Partition partition = store.getPartition(CAT, "d", "part", List.of("1"));
    partition.putToParameters("note", note);
    return store.alterPartition(CAT, "d", "part", List.of("1"), partition, null);
  }

  private static Object added(RawStore store, String value) throws Exception {
    SampleTables.addPartition(store, "part", value);
    return value;
  }

  private static Object tableStatistics(RawStore store, long distinct) throws Exception {
    SampleTables.tableStatistics(store, "ext", "hive", distinct, "a");
    return distinct;
  }

  private static Object partitionStatistics(RawStore store, long distinct) throws Exception {
    SampleTables.partitionStatistics(store, "1", distinct, "a");
    return distinct;
  }

  private static Object notNull(RawStore store) throws Exception {
    return store.addNotNullConstraints(
        new ArrayList<>(
            List.of(new SQLNotNullConstraint(CAT, "d", "ext", "b", "nn2", true, true, true))));
  }
}
