package io.hmscache.notification;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;

/** Objects to create in tests. */
final class Samples {

  private Samples() {}

  static Database database(String name) {
    Database database = new Database();
    database.setName(name);
    database.setCatalogName("hive");
    database.setDescription("of a test");
    database.setOwnerName("tester");
    database.setParameters(new HashMap<>(Map.of("k", "v")));
    return database;
  }

  /** A managed table without transactions; partitioned by the strings given. */
  static Table table(String database, String name, String... partitionKeys) {
    Table table = new Table();
    table.setCatName("hive");
    table.setDbName(database);
    table.setTableName(name);
    table.setOwner("tester");
    table.setTableType("MANAGED_TABLE");
    table.setParameters(new HashMap<>(Map.of("a", "1")));
    table.setSd(storage());
    List<FieldSchema> keys = new ArrayList<>();
    for (String key : partitionKeys) {
      keys.add(new FieldSchema(key, "string", null));
    }
    table.setPartitionKeys(keys);
    return table;
  }

  /** An insert-only transactional table. */
  static Table transactional(String database, String name, String... partitionKeys) {
    Table table = table(database, name, partitionKeys);
    table.getParameters().put("transactional", "true");
    table.getParameters().put("transactional_properties", "insert_only");
    return table;
  }

  static Partition partition(Table table, String... values) {
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName(table.getDbName());
    partition.setTableName(table.getTableName());
    partition.setValues(new ArrayList<>(List.of(values)));
    partition.setSd(storage());
    partition.setParameters(new HashMap<>(Map.of("p", "1")));
    return partition;
  }

  private static StorageDescriptor storage() {
    StorageDescriptor storage = new StorageDescriptor();
    storage.setCols(
        new ArrayList<>(
            List.of(
                new FieldSchema("id", "int", "a comment"),
                new FieldSchema("name", "string", null))));
    storage.setInputFormat("org.apache.hadoop.mapred.TextInputFormat");
    storage.setOutputFormat("org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat");
    SerDeInfo serde = new SerDeInfo();
    serde.setSerializationLib("org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe");
    serde.setParameters(new HashMap<>(Map.of("field.delim", ",")));
    storage.setSerdeInfo(serde);
    storage.setParameters(new HashMap<>());
    storage.setBucketCols(new ArrayList<>());
    storage.setSortCols(new ArrayList<>());
    return storage;
  }
}
