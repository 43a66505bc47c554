package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;

/** Changes of column statistics. */
final class StatisticsWrites {

  private StatisticsWrites() {}

  static void ofTable(World world) throws Exception {
    set(world, new ColumnStatisticsDesc(true, world.database, world.table), false);
  }

  static void ofPartition(World world) throws Exception {
    ColumnStatisticsDesc description = new ColumnStatisticsDesc(false, world.database, world.table);
    description.setPartName(partition(world));
    set(world, description, world.random.nextBoolean());
  }

  private static void set(World world, ColumnStatisticsDesc description, boolean merge)
      throws Exception {
    description.setCatName("hive");
    List<ColumnStatisticsObj> columns = new ArrayList<>();
    for (String column : List.of("a", "b")) {
      LongColumnStatsData data =
          new LongColumnStatsData(world.random.nextInt(9), world.random.nextInt(99));
      data.setLowValue(world.random.nextInt(5));
      data.setHighValue(100 + world.random.nextInt(5));
      columns.add(new ColumnStatisticsObj(column, "int", ColumnStatisticsData.longStats(data)));
    }
    ColumnStatistics statistics = new ColumnStatistics(description, columns);
    String engine = engine(world);
    statistics.setEngine(engine);
    SetPartitionsStatsRequest request =
        new SetPartitionsStatsRequest(new ArrayList<>(List.of(statistics)));
    request.setEngine(engine);
    request.setNeedMerge(merge);
    world.handler.set_aggr_stats_for(request);
  }

  private static String partition(World world) throws Exception {
    String name = Partitions.name(PartitionWrites.some(world).get(0).getValues());
    world.tell(name);
    return name;
  }

  private static String engine(World world) {
    return world.random.nextInt(5) == 0 ? "impala" : "hive";
  }

  static void deleteOfTable(World world) throws Exception {
    world.handler.delete_table_column_statistics(world.database, world.table, "a", engine(world));
  }

  static void deleteOfPartition(World world) throws Exception {
    world.handler.delete_partition_column_statistics(
        world.database, world.table, partition(world), "a", engine(world));
  }
}
