package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;

/** Partition objects and names of tables with the keys p and q. */
final class Partitions {

  private static final List<FieldSchema> KEYS =
      List.of(new FieldSchema("p", "string", ""), new FieldSchema("q", "int", ""));

  private Partitions() {}

  /** The name in Hive's escaped form. */
  static String name(List<String> values) {
    try {
      return Warehouse.makePartName(KEYS, values);
    } catch (MetaException e) {
      throw new IllegalStateException("no name for " + values, e);
    }
  }

  /** A partition to add. */
  static Partition of(Table table, List<String> values) {
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName(table.getDbName());
    partition.setTableName(table.getTableName());
    partition.setValues(new ArrayList<>(values));
    partition.setSd(table.getSd().deepCopy());
    partition.getSd().setLocation(table.getSd().getLocation() + "/" + name(values));
    partition.setParameters(new HashMap<>());
    return partition;
  }
}
