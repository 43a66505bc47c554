package io.hmscache.store;

import static io.hmscache.store.SampleTables.CAT;

import io.hmscache.testkit.Tables;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.CreationMetadata;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.PrincipalType;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;
import org.apache.hadoop.hive.metastore.api.Table;

/** Writes of every kind on {@link SampleTables}, in an order in which each of them succeeds. */
final class WriteMatrix {

  /** A write, and what the log's reader tells the cache about it on another instance. */
  record Write(CacheBed.Call<?> call, Consumer<MetadataCache> events) {}

  private final Map<String, Write> writes = new LinkedHashMap<>();

  private WriteMatrix() {}

  /** The writes by what they do. */
  static Map<String, Write> writes() {
    WriteMatrix matrix = new WriteMatrix();
    matrix.statistics();
    matrix.partitions();
    matrix.constraints();
    matrix.tables();
    matrix.databases();
    return matrix.writes;
  }

  private interface Effect {
    void on(RawStore store) throws Exception;
  }

  private void add(String what, Effect write, Consumer<MetadataCache> events) {
    writes.put(
        what,
        new Write(
            store -> {
              write.on(store);
              return null;
            },
            events));
  }

  private static TableKey key(String table) {
    return TableKey.of(null, "d", table);
  }

  private void statistics() {
    Consumer<MetadataCache> ext = cache -> cache.tableStatisticsChanged(key("ext"));
    add(
        "statistics of a table",
        s -> SampleTables.tableStatistics(s, "ext", "hive", 33, "a", "c"),
        ext);
    add(
        "statistics by another engine",
        s -> SampleTables.tableStatistics(s, "ext", "none", 5, "a"),
        ext);
    add(
        "no more statistics of a column",
        s -> s.deleteTableColumnStatistics(CAT, "d", "ext", "a", "impala"),
        ext);
    add(
        "statistics under a write id",
        s ->
            s.updateTableColumnStatistics(
                SampleTables.of("acid", null, "hive", 99, "a"), SampleTables.COMMITTED, 4),
        cache -> cache.tableStatisticsChanged(key("acid")));
    Consumer<MetadataCache> one =
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("1")));
    add(
        "statistics of a partition",
        s -> SampleTables.partitionStatistics(s, "1", 100, "a", "b"),
        one);
    add(
        "statistics of partitions in a batch",
        s -> {
          Map<String, ColumnStatistics> batch = new HashMap<>();
          batch.put("p=1", SampleTables.of("part", "p=1", "hive", 200, "a"));
          batch.put("p=2", SampleTables.of("part", "p=2", "hive", 300, "a"));
          s.updatePartitionColumnStatisticsInBatch(
              batch, s.getTable(CAT, "d", "part"), new ArrayList<>(), null, -1);
        },
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("1"), List.of("2"))));
    add(
        "no more statistics of a partition",
        s -> s.deletePartitionColumnStatistics(CAT, "d", "part", "p=1", List.of("1"), "b", "hive"),
        one);
  }

  private void partitions() {
    add(
        "a partition that was missing",
        s -> SampleTables.addPartition(s, "part", "9"),
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("9"))));
    add(
        "statistics of a new partition by another engine",
        s ->
            s.updatePartitionColumnStatistics(
                SampleTables.of("part", "p=9", "other", 2, "a"), List.of("9"), null, -1),
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("9"))));
    add(
        "a renamed partition",
        s -> {
          Partition partition = s.getPartition(CAT, "d", "part", List.of("9"));
          partition.setValues(new ArrayList<>(List.of("10")));
          s.alterPartition(CAT, "d", "part", List.of("9"), partition, null);
        },
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("9"), List.of("10"))));
    add(
        "a dropped partition",
        s -> s.dropPartition(CAT, "d", "part", List.of("2")),
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("2"))));
    add(
        "dropped partitions",
        s -> s.dropPartitions(CAT, "d", "part", new ArrayList<>(List.of("p=10"))),
        cache -> cache.partitionsChanged(key("part"), List.of(List.of("10"))));
  }

  private void constraints() {
    Consumer<MetadataCache> any = MetadataCache::constraintsChanged;
    SQLPrimaryKey primary = new SQLPrimaryKey("d", "acid", "a", 1, "pk2", true, false, true);
    primary.setCatName(CAT);
    add("a primary key", s -> s.addPrimaryKeys(listOf(primary)), any);
    add(
        "a unique constraint",
        s ->
            s.addUniqueConstraints(
                listOf(new SQLUniqueConstraint(CAT, "d", "acid", "b", 1, "u2", true, true, true))),
        any);
    add(
        "a not-null",
        s ->
            s.addNotNullConstraints(
                listOf(new SQLNotNullConstraint(CAT, "d", "acid", "b", "n2", true, true, true))),
        any);
    add(
        "a default",
        s ->
            s.addDefaultConstraints(
                listOf(
                    new SQLDefaultConstraint(CAT, "d", "acid", "b", "1", "d2", true, true, true))),
        any);
    add(
        "a check",
        s ->
            s.addCheckConstraints(
                listOf(
                    new SQLCheckConstraint(CAT, "d", "acid", "b", "b<1", "c2", true, true, true))),
        any);
    SQLForeignKey foreign = SampleTables.foreignKey();
    foreign.setFk_name("fk2");
    foreign.setFkcolumn_name("k");
    add("a foreign key", s -> s.addForeignKeys(listOf(foreign)), any);
    add("no more check", s -> s.dropConstraint(CAT, "d", "ext", "ck"), any);
    add("no more default", s -> s.dropConstraint(CAT, "d", "ext", "df", true), any);
    add("no more foreign key", s -> s.dropConstraint(CAT, "e", "child", "fk2"), any);
  }

  private static <T> List<T> listOf(T element) {
    List<T> list = new ArrayList<>();
    list.add(element);
    return list;
  }

  private void tables() {
    add(
        "a table that was missing",
        s -> s.createTable(Tables.external("d", "gone", "z")),
        cache -> cache.tableCreatedOrDropped(key("gone")));
    add(
        "a table with constraints",
        s -> {
          SQLAllTableConstraints all = new SQLAllTableConstraints();
          SQLForeignKey foreign = SampleTables.foreignKey();
          foreign.setFk_name("fk3");
          foreign.setFktable_db("d");
          foreign.setFktable_name("nothing");
          foreign.setFkcolumn_name("f");
          all.setForeignKeys(listOf(foreign));
          all.setPrimaryKeys(new ArrayList<>());
          s.createTableWithConstraints(Tables.external("d", "nothing", "f"), all);
        },
        cache -> {
          cache.tableCreatedOrDropped(key("nothing"));
          cache.constraintsChanged();
        });
    add(
        "another comment",
        s -> {
          Table table = s.getTable(CAT, "d", "ext");
          table.putToParameters("comment", "changed");
          s.alterTable(CAT, "d", "ext", table, null);
        },
        cache -> cache.tableCreatedOrDropped(key("ext")));
    add(
        "another parameter",
        s -> {
          Table table = s.getTable(CAT, "d", "acid");
          table.putToParameters("k", "v");
          s.alterTable(CAT, "d", "acid", table, null);
        },
        cache -> cache.tableChanged(key("acid")));
    add(
        "a renamed column of a parent",
        s -> {
          Table table = s.getTable(CAT, "d", "ext");
          table.getSd().getCols().set(0, new FieldSchema("a2", "int", ""));
          s.alterTable(CAT, "d", "ext", table, null);
        },
        cache -> {
          cache.tableChanged(key("ext"));
          cache.constraintsChanged();
        });
    add(
        "an expected parameter",
        s ->
            s.updateParameterWithExpectedValue(
                s.getTable(CAT, "d", "ice"), "metadata_location", "file:/1.json", "file:/2.json"),
        cache -> cache.tableChanged(key("ice")));
    add(
        "a materialized view",
        s -> s.createTable(SampleTables.view("mv")),
        cache -> cache.tableCreatedOrDropped(key("mv")));
    add(
        "a rebuilt materialized view",
        s -> {
          CreationMetadata metadata = s.getTable(CAT, "d", "mv").getCreationMetadata();
          metadata.setValidTxnList("1:2::");
          metadata.unsetMaterializationTime(); // the store sets it
          s.updateCreationMetadata(CAT, "d", "mv", metadata);
        },
        cache -> cache.tableChanged(key("mv")));
    add(
        "a materialized view that no query is rewritten to",
        s -> {
          Table view = s.getTable(CAT, "d", "mv");
          view.setRewriteEnabled(false);
          s.alterTable(CAT, "d", "mv", view, null);
        },
        cache -> cache.tableCreatedOrDropped(key("mv")));
    add(
        "a renamed parent",
        s -> {
          Table table = s.getTable(CAT, "d", "ice");
          table.setTableName("only");
          s.alterTable(CAT, "d", "ice", table, null);
        },
        cache -> {
          cache.tableCreatedOrDropped(key("ice"));
          cache.tableCreatedOrDropped(key("only"));
          cache.constraintsChanged();
        });
    add(
        "a dropped table",
        s -> s.dropTable(CAT, "d", "tmp_1"),
        cache -> {
          cache.tableCreatedOrDropped(key("tmp_1"));
          cache.constraintsChanged();
        });
    add(
        "a dropped child",
        s -> s.dropTable(CAT, "e", "child"),
        cache -> {
          cache.tableCreatedOrDropped(TableKey.of(null, "e", "child"));
          cache.constraintsChanged();
        });
  }

  private void databases() {
    add(
        "a new database",
        s -> SampleTables.createDatabase(s, "f"),
        cache -> cache.databaseAndContentsChanged(CAT, "f"));
    add(
        "another owner of a database",
        s -> {
          Database database = s.getDatabase(CAT, "d");
          database.setOwnerName("somebody");
          database.setOwnerType(PrincipalType.USER);
          s.alterDatabase(CAT, "d", database);
        },
        cache -> cache.databaseChanged(CAT, "d"));
    add(
        "a dropped database",
        s -> {
          s.dropTable(CAT, "a_b", "t");
          s.dropDatabase(CAT, "a_b");
        },
        cache -> {
          cache.tableCreatedOrDropped(TableKey.of(null, "a_b", "t"));
          cache.databaseAndContentsChanged(CAT, "a_b");
        });
  }

  /** The events of a commit, for what it can change. */
  static Consumer<MetadataCache> commit(String table) {
    return cache -> cache.transactionEnded(1, true, Set.of(key(table)));
  }
}
