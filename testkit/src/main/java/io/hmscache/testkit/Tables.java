package io.hmscache.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;

/** Table objects to create. */
public final class Tables {

  private static final String TEXT_INPUT = "org.apache.hadoop.mapred.TextInputFormat";
  private static final String TEXT_OUTPUT =
      "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat";
  private static final String TEXT_SERDE = "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe";

  private Tables() {}

  /** A transactional (insert-only) text table with int columns. */
  public static Table transactional(String database, String name, String... columns) {
    Table table = table(database, name, columns);
    table.setTableType("MANAGED_TABLE");
    table.putToParameters("transactional", "true");
    table.putToParameters("transactional_properties", "insert_only");
    return table;
  }

  /** An external text table with int columns. */
  public static Table external(String database, String name, String... columns) {
    Table table = table(database, name, columns);
    table.setTableType("EXTERNAL_TABLE");
    table.putToParameters("EXTERNAL", "TRUE");
    return table;
  }

  /** Makes the table partitioned by string columns. */
  public static Table partitionedBy(Table table, String... keys) {
    List<FieldSchema> fields = new ArrayList<>();
    for (String key : keys) {
      fields.add(new FieldSchema(key, "string", ""));
    }
    table.setPartitionKeys(fields);
    return table;
  }

  private static Table table(String database, String name, String... columns) {
    StorageDescriptor sd = new StorageDescriptor();
    for (String column : columns) {
      sd.addToCols(new FieldSchema(column, "int", ""));
    }
    sd.setInputFormat(TEXT_INPUT);
    sd.setOutputFormat(TEXT_OUTPUT);
    sd.setSerdeInfo(new SerDeInfo(null, TEXT_SERDE, new HashMap<>(Map.of())));
    sd.setParameters(new HashMap<>());
    sd.setBucketCols(new ArrayList<>());
    sd.setSortCols(new ArrayList<>());
    sd.setNumBuckets(-1);
    Table table = new Table();
    table.setCatName("hive");
    table.setDbName(database);
    table.setTableName(name);
    table.setOwner("testkit");
    table.setSd(sd);
    table.setParameters(new HashMap<>());
    table.setPartitionKeys(new ArrayList<>());
    return table;
  }
}
