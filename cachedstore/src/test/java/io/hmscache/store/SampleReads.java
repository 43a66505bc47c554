package io.hmscache.store;

import static io.hmscache.store.SampleTables.CAT;
import static io.hmscache.store.SampleTables.COMMITTED;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.AllTableConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.CheckConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.DefaultConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.ForeignKeysRequest;
import org.apache.hadoop.hive.metastore.api.GetProjectionsSpec;
import org.apache.hadoop.hive.metastore.api.NotNullConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.PrimaryKeysRequest;
import org.apache.hadoop.hive.metastore.api.UniqueConstraintsRequest;

/** Calls of every read that is answered from memory, plain ones and odd ones, by what they say. */
final class SampleReads {

  private SampleReads() {}

  /** Calls that memory answers when they are repeated. */
  static Map<String, CacheBed.Call<?>> remembered() {
    Map<String, CacheBed.Call<?>> reads = new LinkedHashMap<>();
    listings(reads);
    statistics(reads);
    constraints(reads);
    return reads;
  }

  private static void listings(Map<String, CacheBed.Call<?>> reads) {
    reads.put("database", s -> s.getDatabase(CAT, "d"));
    reads.put("all databases", s -> s.getAllDatabases(CAT));
    reads.put("all databases of an odd catalog name", s -> s.getAllDatabases(" HIVE "));
    reads.put("databases *", s -> s.getDatabases(CAT, "*"));
    reads.put("databases of HIVE", s -> s.getDatabases("HIVE", "*"));
    reads.put("databases a_b|d", s -> s.getDatabases(CAT, "a_b|D"));
    reads.put("all tables", s -> s.getAllTables(CAT, "d"));
    reads.put("all tables of nothing", s -> s.getAllTables(CAT, "nothing"));
    reads.put("tables null", s -> s.getTables(CAT, "d", null));
    reads.put("tables e*|i*", s -> s.getTables(CAT, " D ", "e*|i*"));
    reads.put("tables tmp_1", s -> s.getTables(CAT, "d", "tmp_1"));
    reads.put("external tables", s -> s.getTables(CAT, "d", null, TableType.EXTERNAL_TABLE, -1));
    reads.put("views like *", s -> s.getTables(CAT, "d", "*", TableType.VIRTUAL_VIEW, -1));
    reads.put("two tables", s -> s.getTables(CAT, "d", ".*", null, 2));
    reads.put("no table", s -> s.getTables(CAT, "d", "*", null, 0));
    reads.put("meta of all", s -> s.getTableMeta(CAT, "*", "*", null));
    reads.put("meta of null", s -> s.getTableMeta(CAT, null, null, new ArrayList<>()));
    reads.put("meta of d", s -> s.getTableMeta(CAT, "D", "e*", List.of("EXTERNAL_TABLE")));
    reads.put("meta of a_b", s -> s.getTableMeta(CAT, "a_b", "*", null));
    reads.put("meta of a?b", s -> s.getTableMeta(CAT, "a.b", "*", null));
    reads.put("meta in HIVE", s -> s.getTableMeta("HIVE", "*", "*", null));
    reads.put("no view to rewrite", s -> s.getAllMaterializedViewObjectsForRewriting(CAT));
    reads.put("table", s -> s.getTable(CAT, "d", "ext"));
    byName(reads, "one", "ext");
    byName(reads, "two", "ice", "ext");
    byName(reads, "all kinds", "view", "part", "acid", "ext", "ice");
    byName(reads, "twice", "ext", "EXT ", "acid", "ext");
    byName(reads, "missing", "acid", "nothing", "ext", "gone");
    byName(reads, "only missing", "nothing");
    reads.put(
        "tables of a_b", s -> s.getTableObjectsByName(CAT, "a_b", new ArrayList<>(List.of("t"))));
    reads.put(
        "tables by the long form",
        s -> s.getTableObjectsByName(CAT, "d", List.of("ext", "acid"), null, null));
  }

  private static void byName(Map<String, CacheBed.Call<?>> reads, String what, String... names) {
    reads.put(
        "tables by name: " + what,
        s -> s.getTableObjectsByName(CAT, "d", new ArrayList<>(List.of(names))));
  }

  private static void statistics(Map<String, CacheBed.Call<?>> reads) {
    for (String table : List.of("ext", "EXT", "acid", "part", "tmp_1")) {
      reads.put(
          "statistics of every engine of " + table,
          s -> s.getTableColumnStatistics(CAT, "d", table, List.of("a")));
      for (String engine : List.of("hive", "impala", "none")) {
        reads.put(
            engine + " statistics of " + table,
            s -> s.getTableColumnStatistics(CAT, "d", table, List.of("a"), engine));
        reads.put(
            engine + " statistics of " + table + " without list",
            s -> s.getTableColumnStatistics(CAT, "d", table, List.of("a"), engine, null));
      }
      for (String list : List.of(COMMITTED, "d.acid:2:9223372036854775807::", "d.acid:3:3:3:")) {
        reads.put(
            "statistics of " + table + " for " + list,
            s -> s.getTableColumnStatistics(CAT, "d", table, List.of("a"), "hive", list));
      }
    }
    reads.put(
        "statistics of two columns",
        s -> s.getTableColumnStatistics(CAT, "d", "ext", List.of("b", "a"), "hive"));
    for (List<String> names :
        List.of(List.of("p=1"), List.of("p=2", "p=1"), List.of("p=9"), List.of("P=1", "p=9"))) {
      reads.put(
          "statistics of every engine of " + names,
          s -> s.getPartitionColumnStatistics(CAT, "d", "part", names, List.of("a", "b")));
      reads.put(
          "statistics of " + names,
          s -> s.getPartitionColumnStatistics(CAT, "d", "part", names, List.of("a", "b"), "hive"));
      reads.put(
          "aggregate of " + names,
          s -> s.get_aggr_stats_for(CAT, "d", "part", names, List.of("a", "b"), "hive"));
      for (String list : Arrays.asList(null, "d.part:5:9223372036854775807::")) {
        reads.put(
            "statistics of " + names + " for " + list,
            s ->
                s.getPartitionColumnStatistics(
                    CAT, "d", "part", names, List.of("a"), "hive", list));
        reads.put(
            "aggregate of " + names + " for " + list,
            s -> s.get_aggr_stats_for(CAT, "d", "part", names, List.of("a"), "hive", list));
      }
    }
  }

  private static void constraints(Map<String, CacheBed.Call<?>> reads) {
    for (String table : List.of("ext", "EXT", "acid")) {
      reads.put("primary keys of " + table, s -> s.getPrimaryKeys(CAT, "d", table));
      reads.put("unique constraints of " + table, s -> s.getUniqueConstraints(CAT, "d", table));
      reads.put("not-nulls of " + table, s -> s.getNotNullConstraints(CAT, "d", table));
      reads.put("defaults of " + table, s -> s.getDefaultConstraints(CAT, "d", table));
      reads.put("checks of " + table, s -> s.getCheckConstraints(CAT, "d", table));
      reads.put("all constraints of " + table, s -> s.getAllTableConstraints(CAT, "d", table));
      reads.put(
          "requested primary keys of " + table,
          s -> {
            PrimaryKeysRequest request = new PrimaryKeysRequest("d", table);
            request.setCatName(CAT);
            return s.getPrimaryKeys(request);
          });
      reads.put(
          "requested unique constraints of " + table,
          s -> s.getUniqueConstraints(new UniqueConstraintsRequest(CAT, "d", table)));
      reads.put(
          "requested not-nulls of " + table,
          s -> s.getNotNullConstraints(new NotNullConstraintsRequest(CAT, "d", table)));
      reads.put(
          "requested defaults of " + table,
          s -> s.getDefaultConstraints(new DefaultConstraintsRequest(CAT, "d", table)));
      reads.put(
          "requested checks of " + table,
          s -> s.getCheckConstraints(new CheckConstraintsRequest(CAT, "d", table)));
      reads.put(
          "all requested constraints of " + table,
          s -> s.getAllTableConstraints(new AllTableConstraintsRequest("d", table, CAT)));
    }
    reads.put("foreign keys of a child", s -> s.getForeignKeys(CAT, null, null, "e", "child"));
    reads.put("foreign keys to a parent", s -> s.getForeignKeys(CAT, "D", "ext", null, null));
    reads.put("foreign keys between", s -> s.getForeignKeys(CAT, "d", "ext", "e", "child"));
    reads.put("foreign keys of a database", s -> s.getForeignKeys(CAT, "d", null, null, null));
    reads.put("foreign keys of all", s -> s.getForeignKeys(CAT, null, null, null, null));
    reads.put(
        "requested foreign keys",
        s -> {
          ForeignKeysRequest request = new ForeignKeysRequest(null, null, "e", "child");
          request.setCatName(CAT);
          return s.getForeignKeys(request);
        });
  }

  /** Calls that are the delegate's: odd arguments, missing things, what is never cached. */
  static Map<String, CacheBed.Call<?>> delegated() {
    Map<String, CacheBed.Call<?>> reads = new LinkedHashMap<>();
    reads.put("database of null", s -> s.getDatabase(CAT, null));
    reads.put("missing database", s -> s.getDatabase(CAT, "nothing"));
    reads.put("databases of null", s -> s.getAllDatabases(null));
    reads.put("databases like null", s -> s.getDatabases(CAT, null));
    reads.put("tables of null", s -> s.getAllTables(CAT, null));
    reads.put("tables of no catalog", s -> s.getTables(null, "d", "*"));
    reads.put("meta of type null", s -> s.getTableMeta(CAT, "*", "*", Arrays.asList("V", null)));
    reads.put("views of null", s -> s.getAllMaterializedViewObjectsForRewriting(null));
    reads.put("no names", s -> s.getTableObjectsByName(CAT, "d", new ArrayList<>()));
    reads.put("null names", s -> s.getTableObjectsByName(CAT, "d", null));
    reads.put("a null name", s -> s.getTableObjectsByName(CAT, "d", Arrays.asList("ext", null)));
    reads.put("tables of d*", s -> s.getTableObjectsByName(CAT, "d*", List.of("ext")));
    reads.put("tables of nothing", s -> s.getTableObjectsByName(CAT, "nothing", List.of("t")));
    reads.put("tables like e*", s -> s.getTableObjectsByName(CAT, "d", null, null, "e*"));
    GetProjectionsSpec projection = new GetProjectionsSpec();
    projection.setFieldList(List.of("tableName", "owner"));
    reads.put(
        "projected tables",
        s -> s.getTableObjectsByName(CAT, "d", List.of("ext"), projection, null));
    for (List<String> columns :
        Arrays.asList(null, new ArrayList<String>(), Arrays.asList("a", null))) {
      reads.put(
          "statistics of columns " + columns,
          s -> s.getTableColumnStatistics(CAT, "d", "ext", columns, "hive"));
      reads.put(
          "statistics of all engines of columns " + columns,
          s -> s.getTableColumnStatistics(CAT, "d", "ext", columns));
      reads.put(
          "partition statistics of columns " + columns,
          s -> s.getPartitionColumnStatistics(CAT, "d", "part", List.of("p=1"), columns, "hive"));
      reads.put(
          "partition statistics of partitions " + columns,
          s -> s.getPartitionColumnStatistics(CAT, "d", "part", columns, List.of("a"), "hive"));
      reads.put(
          "aggregate of partitions " + columns,
          s -> s.get_aggr_stats_for(CAT, "d", "part", columns, List.of("a"), "hive"));
      reads.put(
          "aggregate of partitions for a list " + columns,
          s -> s.get_aggr_stats_for(CAT, "d", "part", columns, List.of("a"), "hive", COMMITTED));
    }
    reads.put(
        "statistics of engine null",
        s -> s.getTableColumnStatistics(CAT, "d", "ext", List.of("a"), (String) null));
    reads.put(
        "statistics of a missing table",
        s -> s.getTableColumnStatistics(CAT, "d", "nothing", List.of("a"), "hive"));
    reads.put(
        "statistics of a missing table for a list",
        s -> s.getTableColumnStatistics(CAT, "d", "nothing", List.of("a"), "hive", COMMITTED));
    reads.put(
        "statistics of a missing column",
        s -> s.getTableColumnStatistics(CAT, "d", "ext", List.of("zz"), "hive"));
    reads.put(
        "statistics of no partition name",
        s ->
            s.getPartitionColumnStatistics(
                CAT, "d", "part", List.of("neither"), List.of("a"), "hive"));
    reads.put("constraints of null", s -> s.getAllTableConstraints(CAT, "d", null));
    reads.put("constraints of no catalog", s -> s.getAllTableConstraints(null, "d", "ext"));
    reads.put("constraints of nothing", s -> s.getAllTableConstraints(CAT, "d", "nothing"));
    reads.put("primary keys of null", s -> s.getPrimaryKeys((PrimaryKeysRequest) null));
    reads.put("primary keys of no table", s -> s.getPrimaryKeys(CAT, "d", null));
    reads.put("checks of no database", s -> s.getCheckConstraints(CAT, null, "ext"));
    reads.put("foreign keys of no catalog", s -> s.getForeignKeys(null, "d", "ext", null, null));
    reads.put("missing table", s -> s.getTable(CAT, "d", "nothing"));
    return reads;
  }

  /** All calls. */
  static Map<String, CacheBed.Call<?>> all() {
    Map<String, CacheBed.Call<?>> all = remembered();
    all.putAll(delegated());
    return all;
  }
}
