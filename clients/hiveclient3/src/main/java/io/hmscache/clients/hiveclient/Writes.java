package io.hmscache.clients.hiveclient;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** The changes that the client makes. */
final class Writes {

  private final IMetaStoreClient client;
  private final String warehouse;

  Writes(IMetaStoreClient client, String warehouse) {
    this.client = client;
    this.warehouse = "file://" + warehouse + "/";
  }

  /** Makes the change that the words ask for; false if they ask for none. */
  boolean make(List<String> words) throws TException {
    String db = words.size() > 1 ? words.get(1) : "";
    String name = words.size() > 2 ? words.get(2) : "";
    String value = words.size() > 3 ? words.get(3) : "";
    switch (words.get(0)) {
      case "create-database":
        client.createDatabase(new Database(db, "old", warehouse + db, new HashMap<>()));
        return true;
      case "drop-database":
        client.dropDatabase(db, true, false, true);
        return true;
      case "create":
        client.createTable(table(db, name, words.subList(Math.min(3, words.size()), words.size())));
        return true;
      case "drop":
        client.dropTable(db, name);
        return true;
      case "set-parameter":
        Table changed = client.getTable(db, name);
        changed.getParameters().put("note", value);
        client.alter_table(db, name, changed);
        return true;
      case "add-column":
        Table wider = client.getTable(db, name);
        wider.getSd().addToCols(new FieldSchema(value, "string", null));
        client.alter_table(db, name, wider);
        return true;
      case "rename":
        Table renamed = client.getTable(db, name);
        renamed.setTableName(value);
        client.alter_table(db, name, renamed);
        return true;
      case "statistics":
        client.updateTableColumnStatistics(statistics(db, name, Long.parseLong(value)));
        return true;
      default:
        return makeToPartitions(
            words.get(0), db, name, words.subList(Math.min(3, words.size()), words.size()));
    }
  }

  private boolean makeToPartitions(String what, String db, String name, List<String> values)
      throws TException {
    switch (what) {
      case "add-partitions":
        List<Partition> partitions = new ArrayList<>();
        for (String value : values) {
          partitions.add(partition(db, name, value));
        }
        client.add_partitions(partitions);
        return true;
      case "append-partition":
        client.appendPartition(db, name, values);
        return true;
      case "alter-partition":
        Partition altered = client.getPartition(db, name, values.subList(0, 1));
        altered.getParameters().put("note", values.get(1));
        client.alter_partition(db, name, altered);
        return true;
      case "rename-partition":
        Partition moved = client.getPartition(db, name, values.subList(0, 1));
        moved.setValues(values.subList(1, 2));
        client.renamePartition(db, name, values.subList(0, 1), moved);
        return true;
      case "drop-partition":
        client.dropPartition(db, name, values, false);
        return true;
      default:
        return false;
    }
  }

  private Table table(String db, String name, List<String> keys) {
    Table table = new Table();
    table.setDbName(db);
    table.setTableName(name);
    table.setOwner("fleet");
    table.setTableType("EXTERNAL_TABLE");
    table.setParameters(new HashMap<>(Collections.singletonMap("EXTERNAL", "TRUE")));
    table.setSd(storage(warehouse + db + "/" + name));
    table.setPartitionKeys(new ArrayList<>());
    for (String key : keys) {
      table.addToPartitionKeys(new FieldSchema(key, "string", null));
    }
    return table;
  }

  private Partition partition(String db, String name, String value) {
    Partition partition = new Partition();
    partition.setDbName(db);
    partition.setTableName(name);
    partition.setValues(new ArrayList<>(Collections.singletonList(value)));
    partition.setParameters(new HashMap<>());
    partition.setSd(storage(warehouse + db + "/" + name + "/" + value));
    return partition;
  }

  private static StorageDescriptor storage(String location) {
    StorageDescriptor sd = new StorageDescriptor();
    sd.setCols(
        new ArrayList<>(
            Arrays.asList(
                new FieldSchema("id", "bigint", null), new FieldSchema("v", "string", "text"))));
    sd.setLocation(location);
    sd.setInputFormat("org.apache.hadoop.mapred.TextInputFormat");
    sd.setOutputFormat("org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat");
    sd.setSerdeInfo(
        new SerDeInfo(null, "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe", new HashMap<>()));
    sd.setBucketCols(new ArrayList<>());
    sd.setSortCols(new ArrayList<>());
    sd.setParameters(new HashMap<>());
    return sd;
  }

  private static ColumnStatistics statistics(String db, String name, long highest) {
    LongColumnStatsData numbers = new LongColumnStatsData(0, highest);
    numbers.setLowValue(0);
    numbers.setHighValue(highest);
    return new ColumnStatistics(
        new ColumnStatisticsDesc(true, db, name),
        new ArrayList<>(
            Collections.singletonList(
                new ColumnStatisticsObj("id", "bigint", ColumnStatisticsData.longStats(numbers)))));
  }
}
