package io.hmscache.thrift.fleetcheck;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;

/** The tables that the check creates, and where their version is written and read. Stateless. */
final class ScratchTables {

  private static final String VERSION = "fleet-check.version";
  private static final String KEY = "p";

  private ScratchTables() {}

  /** A table to create. */
  static Table create(String database, Subject subject, long version) {
    StorageDescriptor sd = new StorageDescriptor();
    sd.setCols(new ArrayList<>(Collections.singletonList(new FieldSchema("a", "int", ""))));
    sd.setInputFormat("org.apache.hadoop.mapred.TextInputFormat");
    sd.setOutputFormat("org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat");
    sd.setSerdeInfo(
        new SerDeInfo(null, "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe", new HashMap<>()));
    sd.setParameters(new HashMap<>());
    sd.setBucketCols(new ArrayList<>());
    sd.setSortCols(new ArrayList<>());
    sd.setNumBuckets(-1);
    Table table = new Table();
    table.setCatName("hive");
    table.setDbName(database);
    table.setTableName(subject.name());
    table.setOwner("fleet-check");
    table.setSd(sd);
    table.setParameters(new HashMap<>());
    table.setPartitionKeys(new ArrayList<>());
    if (subject.kind().partitioned()) {
      table.addToPartitionKeys(new FieldSchema(KEY, "string", ""));
    }
    if (subject.kind().transactional()) {
      table.setTableType("MANAGED_TABLE");
      table.putToParameters("transactional", "true");
      table.putToParameters("transactional_properties", "insert_only");
    } else {
      table.setTableType("EXTERNAL_TABLE");
      table.putToParameters("EXTERNAL", "TRUE");
      table.putToParameters("external.table.purge", "true");
    }
    setVersion(table, subject, version);
    return table;
  }

  /** Writes the version into a table object. */
  static void setVersion(Table table, Subject subject, long version) {
    table.putToParameters(VERSION, Long.toString(version));
    if (subject.kind() == TableKind.POINTER) {
      table.putToParameters("table_type", "ICEBERG");
      table.putToParameters("metadata_location", "metadata/v" + version + ".metadata.json");
    }
  }

  /** The version that a table object shows. */
  static Sight version(Table table) {
    String text = table.getParameters() == null ? null : table.getParameters().get(VERSION);
    // A table without our parameter is no state that we wrote.
    return Sight.of(text == null ? Long.MAX_VALUE : Long.parseLong(text));
  }

  /** The partition that stands for a version. */
  static Partition partition(Table table, long version) {
    Partition partition = new Partition();
    partition.setCatName(table.getCatName());
    partition.setDbName(table.getDbName());
    partition.setTableName(table.getTableName());
    partition.setValues(new ArrayList<>(Collections.singletonList(Long.toString(version))));
    partition.setSd(table.getSd().deepCopy());
    partition.getSd().setLocation(table.getSd().getLocation() + "/" + partitionName(version));
    partition.setParameters(new HashMap<>());
    return partition;
  }

  static String partitionName(long version) {
    return KEY + "=" + version;
  }

  /** The version that a listing of names shows: the highest, 0 if there is none. */
  static Sight versionOfNames(List<String> names) {
    long highest = 0;
    for (String name : names) {
      highest = Math.max(highest, Long.parseLong(name.substring(KEY.length() + 1)));
    }
    return Sight.of(highest);
  }

  /** The version that a listing of partitions shows: the highest, 0 if there is none. */
  static Sight versionOf(List<Partition> partitions) {
    long highest = 0;
    for (Partition partition : partitions) {
      highest = Math.max(highest, Long.parseLong(partition.getValues().get(0)));
    }
    return Sight.of(highest);
  }
}
