package io.hmscache.store;

import io.hmscache.testkit.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.CreationMetadata;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;
import org.apache.hadoop.hive.metastore.api.SourceTable;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.columnstats.cache.LongColumnStatsDataInspector;

/** Something of everything, in the default catalog. */
final class SampleTables {

  static final String CAT = "hive";

  /** A list in which everything up to 5 is committed. */
  static final String COMMITTED = "d.acid:5:9223372036854775807::";

  private SampleTables() {}

  /** Databases d, e, a_b, axb; tables of every kind; statistics of two engines; constraints. */
  static void create(RawStore store) throws Exception {
    for (String name : List.of("d", "e", "a_b", "axb")) {
      createDatabase(store, name);
    }
    store.createTable(Tables.external("a_b", "t", "x"));
    store.createTable(Tables.external("axb", "t", "x"));
    Table ext = Tables.external("d", "ext", "a", "b", "c");
    ext.putToParameters("comment", "an external one");
    store.createTable(ext);
    store.createTable(Tables.external("d", "tmp_1", "a"));
    store.createTable(Tables.transactional("d", "acid", "a", "b"));
    Table pointer = Tables.external("d", "ice", "a");
    pointer.putToParameters("table_type", "ICEBERG");
    pointer.putToParameters("metadata_location", "file:/1.json");
    store.createTable(pointer);
    Table view = Tables.external("d", "view", "a");
    view.setTableType("VIRTUAL_VIEW");
    view.setParameters(new java.util.HashMap<>());
    view.setViewOriginalText("select 1");
    view.setViewExpandedText("select 1");
    store.createTable(view);
    store.createTable(Tables.partitionedBy(Tables.external("d", "part", "a", "b"), "p"));
    for (String value : List.of("1", "2", "x y=z")) {
      addPartition(store, "part", value);
    }
    store.createTable(Tables.external("e", "child", "k", "f"));
    statistics(store);
    constraints(store);
  }

  static void createDatabase(RawStore store, String name) throws Exception {
    Database database = new Database(name, "", "file:/" + name, new java.util.HashMap<>());
    database.setCatalogName(CAT);
    store.createDatabase(database);
  }

  static Table view(String name) {
    Table view = Tables.external("d", name, "a");
    view.setTableType("MATERIALIZED_VIEW");
    view.setParameters(new java.util.HashMap<>());
    view.setViewOriginalText("select a from ext");
    view.setViewExpandedText("select a from ext");
    view.setRewriteEnabled(true);
    CreationMetadata metadata =
        new CreationMetadata(CAT, "d", name, new HashSet<>(Set.of("hive.d.ext")));
    SourceTable source = new SourceTable();
    source.setTable(Tables.external("d", "ext", "a"));
    metadata.addToSourceTables(source);
    view.setCreationMetadata(metadata);
    return view;
  }

  static void addPartition(RawStore store, String table, String value) throws Exception {
    Table of = store.getTable(CAT, "d", table);
    Partition partition =
        new Partition(
            new ArrayList<>(List.of(value)),
            "d",
            table,
            1,
            1,
            of.getSd().deepCopy(),
            new java.util.HashMap<>());
    partition.setCatName(CAT);
    partition.getSd().setLocation("file:/part/" + value);
    store.addPartition(partition);
  }

  private static void statistics(RawStore store) throws Exception {
    tableStatistics(store, "ext", "hive", 3, "a", "b");
    tableStatistics(store, "ext", "impala", 7, "a");
    tableStatistics(store, "part", "hive", 4, "a");
    Table acid = store.getTable(CAT, "d", "acid");
    StatsSetupConst.setBasicStatsState(acid.getParameters(), StatsSetupConst.TRUE);
    acid.setWriteId(3);
    store.alterTable(CAT, "d", "acid", acid, COMMITTED);
    store.updateTableColumnStatistics(of("acid", null, "hive", 9, "a", "b"), COMMITTED, 3);
    partitionStatistics(store, "1", 10, "a", "b");
    partitionStatistics(store, "2", 20, "a");
  }

  static void tableStatistics(
      RawStore store, String table, String engine, long distinct, String... columns)
      throws Exception {
    store.updateTableColumnStatistics(of(table, null, engine, distinct, columns), null, -1);
  }

  static void partitionStatistics(RawStore store, String value, long distinct, String... columns)
      throws Exception {
    store.updatePartitionColumnStatistics(
        of("part", "p=" + value, "hive", distinct, columns), List.of(value), null, -1);
  }

  static ColumnStatistics of(
      String table, String partition, String engine, long distinct, String... columns) {
    ColumnStatisticsDesc of = new ColumnStatisticsDesc(partition == null, "d", table);
    of.setCatName(CAT);
    of.setPartName(partition);
    ColumnStatistics statistics = new ColumnStatistics(of, new ArrayList<>());
    statistics.setEngine(engine);
    for (String column : columns) {
      LongColumnStatsDataInspector data = new LongColumnStatsDataInspector(2, distinct);
      data.setLowValue(1);
      data.setHighValue(distinct);
      data.setBitVectors(new byte[] {1, 2, 3});
      ColumnStatisticsData union = new ColumnStatisticsData();
      union.setLongStats(data);
      statistics.addToStatsObj(new ColumnStatisticsObj(column, "int", union));
    }
    return statistics;
  }

  private static void constraints(RawStore store) throws Exception {
    SQLPrimaryKey primary = new SQLPrimaryKey("d", "ext", "a", 1, "pk_ext", true, false, true);
    primary.setCatName(CAT);
    store.addPrimaryKeys(new ArrayList<>(List.of(primary)));
    store.addUniqueConstraints(
        new ArrayList<>(
            List.of(new SQLUniqueConstraint(CAT, "d", "ext", "b", 1, "uq", true, false, false))));
    store.addNotNullConstraints(
        new ArrayList<>(
            List.of(new SQLNotNullConstraint(CAT, "d", "ext", "c", "nn", true, false, false))));
    store.addDefaultConstraints(
        new ArrayList<>(
            List.of(
                new SQLDefaultConstraint(CAT, "d", "ext", "b", "7", "df", true, false, false))));
    store.addCheckConstraints(
        new ArrayList<>(
            List.of(
                new SQLCheckConstraint(CAT, "d", "ext", "c", "c > 0", "ck", true, false, false))));
    store.addForeignKeys(new ArrayList<>(List.of(foreignKey())));
  }

  static SQLForeignKey foreignKey() {
    SQLForeignKey key =
        new SQLForeignKey(
            "d", "ext", "a", "e", "child", "f", 1, 0, 0, "fk", "pk_ext", true, false, true);
    key.setCatName(CAT);
    return key;
  }
}
