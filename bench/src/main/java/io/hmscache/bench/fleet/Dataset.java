package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.metastore.api.AddNotNullConstraintRequest;
import org.apache.hadoop.hive.metastore.api.AddPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.AddPrimaryKeyRequest;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** The databases, tables and partitions that are read, and how they are made. */
final class Dataset {

  /** The database of most tables. */
  static final String DB = "bench";

  /** 300 small tables and nothing else. */
  static final String MANY = "many";

  /** Small tables that each metastore reads once, as misses. */
  static final String COLD = "cold";

  /** Where tables are created and dropped. */
  static final String WRITTEN = "written";

  /** An external table. */
  static final String EXTERNAL = "ext";

  /** An external table whose level is strict in this project's variants. */
  static final String STRICT = "strict";

  /** The level override that makes it so. */
  static final String STRICT_LEVEL = DB + "." + STRICT + "=strict";

  /** A transactional table. */
  static final String ACID = "acid";

  /** A transactional table in which transactions commit all the time. */
  static final String COMMITTED = "committed";

  /** An external table with partitions by day and hour. */
  static final String PARTITIONED = "part";

  /** The same with as many partitions as were asked for. */
  static final String LARGE = "large";

  static final int TABLES_OF_MANY = 300;
  static final int ALTERED_TABLES = 10;
  static final int PARTITIONS = 2_000;
  static final int PARTITIONS_WITH_STATISTICS = 100;
  private static final int TABLE_COLUMNS = 50;
  private static final int PARTITION_COLUMNS = 20;
  private static final int STATISTICS_COLUMNS = 5;
  private static final int HOURS = 24;
  private static final int AT_ONCE = 500;

  private final MetastoreClient client;
  private final int coldTables;

  /**
   * A data set that is not there yet.
   *
   * @param client a connection to a metastore that logs what it writes
   */
  Dataset(MetastoreClient client, int coldTables) {
    this.client = client;
    this.coldTables = coldTables;
  }

  /** Creates everything but the large table. */
  void create(Progress progress) throws TException {
    for (String database : List.of(DB, MANY, COLD, WRITTEN)) {
      client.createDatabase(database);
    }
    for (String name : List.of(EXTERNAL, STRICT)) {
      client.createTable(wide(Tables.external(DB, name, columns(TABLE_COLUMNS))));
    }
    for (String name : List.of(ACID, COMMITTED)) {
      client.createTable(wide(Tables.transactional(DB, name, columns(TABLE_COLUMNS))));
    }
    constraints();
    for (int i = 0; i < ALTERED_TABLES; i++) {
      client.createTable(wide(Tables.external(DB, altered(i), columns(TABLE_COLUMNS))));
    }
    for (int i = 0; i < TABLES_OF_MANY; i++) {
      client.createTable(Tables.external(MANY, small(i), columns(5)));
    }
    for (int i = 0; i < coldTables; i++) {
      client.createTable(Tables.external(COLD, small(i), columns(5)));
    }
    progress.say((14 + TABLES_OF_MANY + coldTables) + " tables");
    createPartitioned(client, PARTITIONED, PARTITIONS);
    progress.say(PARTITIONS + " partitions");
    statistics();
    progress.say("column statistics of " + PARTITIONS_WITH_STATISTICS + " partitions");
  }

  /** Creates a table of day and hour with its first partitions. */
  static void createPartitioned(MetastoreClient client, String name, int partitions)
      throws TException {
    Table table = Tables.external(DB, name, columns(PARTITION_COLUMNS));
    client.createTable(Tables.partitionedBy(wide(table), "ds", "hr"));
    Table created = client.getTable(DB, name);
    for (int from = 0; from < partitions; from += AT_ONCE) {
      List<Partition> some = new ArrayList<>();
      for (int i = from; i < Math.min(partitions, from + AT_ONCE); i++) {
        some.add(partition(created, i));
      }
      AddPartitionsRequest request = new AddPartitionsRequest(DB, name, some, false);
      request.setNeedResult(false);
      client.thrift().add_partitions_req(request);
    }
  }

  /** A partition to add; numbers count hours. */
  static Partition partition(Table table, int number) {
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName(table.getDbName());
    partition.setTableName(table.getTableName());
    partition.setValues(new ArrayList<>(List.of(day(number / HOURS), hour(number % HOURS))));
    partition.setSd(table.getSd().deepCopy());
    partition.getSd().setLocation(table.getSd().getLocation() + "/" + name(number));
    partition.setParameters(new HashMap<>());
    partition.putToParameters("numFiles", "3");
    partition.putToParameters("numRows", Integer.toString(number));
    partition.putToParameters("totalSize", Integer.toString(number * 100));
    partition.putToParameters("transient_lastDdlTime", "1700000000");
    return partition;
  }

  private void constraints() throws TException {
    SQLPrimaryKey key = new SQLPrimaryKey(DB, ACID, "c0", 1, "pk_acid", false, false, true);
    key.setCatName("hive");
    client.thrift().add_primary_key(new AddPrimaryKeyRequest(new ArrayList<>(List.of(key))));
    List<SQLNotNullConstraint> filled = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      filled.add(
          new SQLNotNullConstraint("hive", DB, ACID, "c" + i, "nn_acid" + i, true, false, true));
    }
    client.thrift().add_not_null_constraint(new AddNotNullConstraintRequest(filled));
  }

  private void statistics() throws TException {
    for (int from = 0; from < PARTITIONS_WITH_STATISTICS; from += 50) {
      List<ColumnStatistics> all = new ArrayList<>();
      for (int i = from; i < Math.min(PARTITIONS_WITH_STATISTICS, from + 50); i++) {
        ColumnStatisticsDesc of = new ColumnStatisticsDesc(false, DB, PARTITIONED);
        of.setCatName("hive");
        of.setPartName(name(i));
        List<ColumnStatisticsObj> columns = new ArrayList<>();
        for (int c = 0; c < STATISTICS_COLUMNS; c++) {
          LongColumnStatsData data = new LongColumnStatsData(c, 1_000 + i);
          data.setLowValue(0);
          data.setHighValue(1_000 + i);
          columns.add(
              new ColumnStatisticsObj("c" + c, "int", ColumnStatisticsData.longStats(data)));
        }
        ColumnStatistics one = new ColumnStatistics(of, columns);
        one.setEngine("hive");
        all.add(one);
      }
      client.thrift().set_aggr_stats_for(new SetPartitionsStatsRequest(all));
    }
  }

  private static Table wide(Table table) {
    for (int i = 0; i < 10; i++) {
      table.putToParameters("property." + i, "a value of ordinary length " + i);
    }
    return table;
  }

  private static String[] columns(int count) {
    return IntStream.range(0, count).mapToObj(i -> "c" + i).toArray(String[]::new);
  }

  /** Columns that have statistics. */
  static List<String> statisticsColumns() {
    return List.of(columns(STATISTICS_COLUMNS));
  }

  /** A table that a writer alters. */
  static String altered(int number) {
    return "altered" + number;
  }

  /** A table of {@link #MANY} or {@link #COLD}. */
  static String small(int number) {
    return String.format("t%05d", number);
  }

  /** Name of a partition. */
  static String name(int number) {
    return "ds=" + day(number / HOURS) + "/hr=" + hour(number % HOURS);
  }

  /** A day's value. */
  static String day(int number) {
    return String.format("2024%04d", number);
  }

  private static String hour(int number) {
    return String.format("%02d", number);
  }

  /** Every n-th name, so that they are spread over the table. */
  static List<String> names(int count, int of) {
    int step = Math.max(1, of / count);
    return IntStream.range(0, Math.min(count, of)).mapToObj(i -> name(i * step)).toList();
  }
}
