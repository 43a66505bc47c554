package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.AlterPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.RenamePartitionRequest;
import org.apache.hadoop.hive.metastore.api.Table;

/** Changes of partitions. */
final class PartitionWrites {

  private PartitionWrites() {}

  static void add(World world) throws Exception {
    Table table = world.current();
    List<Partition> partitions = new ArrayList<>();
    Map<List<String>, Boolean> seen = new LinkedHashMap<>();
    for (int i = world.random.nextInt(3); i >= 0; i--) {
      List<String> values = Names.values(world.random);
      if (seen.put(values, true) == null) {
        partitions.add(Partitions.of(table, values));
      }
    }
    world.tell(seen.keySet());
    world.handler.add_partitions(partitions);
  }

  static void append(World world) throws Exception {
    List<String> values = Names.values(world.random);
    world.tell(values);
    world.handler.append_partition(world.database, world.table, new ArrayList<>(values));
  }

  /** One or two partitions that exist, or none. */
  static List<Partition> some(World world) throws Exception {
    List<Partition> all = world.handler.get_partitions(world.database, world.table, (short) -1);
    if (all.isEmpty()) {
      return all;
    }
    int from = world.random.nextInt(all.size());
    return new ArrayList<>(all.subList(from, Math.min(all.size(), from + 2)));
  }

  static void alter(World world) throws Exception {
    List<Partition> partitions = some(world);
    for (Partition partition : partitions) {
      world.tell(partition.getValues());
      if (world.random.nextBoolean()) {
        partition.putToParameters("k", world.fresh());
      } else {
        partition.getSd().putToParameters("k", world.fresh());
      }
    }
    world.handler.alter_partitions_req(
        new AlterPartitionsRequest(world.database, world.table, partitions));
  }

  static void rename(World world) throws Exception {
    Partition partition = some(world).get(0);
    List<String> from = partition.getValues();
    List<String> to = Names.values(world.random);
    world.tell(from + " to " + to);
    Partition renamed = partition.deepCopy();
    renamed.setValues(new ArrayList<>(to));
    RenamePartitionRequest request =
        new RenamePartitionRequest(world.database, world.table, from, renamed);
    request.setCatName("hive");
    world.handler.rename_partition_req(request);
  }

  static void drop(World world) throws Exception {
    List<String> values = some(world).get(0).getValues();
    world.tell(values);
    world.handler.drop_partition(world.database, world.table, values, true);
  }

  static void exchange(World world) throws Exception {
    List<String> values = some(world).get(0).getValues();
    Map<String, String> specification = new LinkedHashMap<>();
    specification.put("p", values.get(0));
    specification.put("q", values.get(1));
    String to = Names.sibling(world.random, world.table);
    world.tell(values + " to " + to);
    world.handler.exchange_partitions(
        specification, world.database, world.table, world.database, to);
  }
}
