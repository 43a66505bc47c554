package io.hmscache.store;

import io.hmscache.testkit.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Order;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SkewedInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;

/** Partitioned tables of every kind that ObjectStore treats in its own way, in database d. */
final class PartitionedTables {

  static final String CAT = "hive";
  static final String DB = "d";

  /** Values that are hard to spell, by themselves or beside each other. */
  static final List<String> ODD_VALUES =
      List.of(
          "2024-01-01",
          "2024-01-02",
          "2024-01-10",
          "a/b",
          "x%y",
          "x%2Fy",
          "k=v",
          "it's",
          "say \"hi\"",
          "A",
          "a",
          "b",
          "tab\there",
          " c",
          "ü",
          "1",
          "10",
          "9",
          "a b",
          "a-b",
          "ab",
          "_",
          "\u0001");

  private PartitionedTables() {}

  /** Creates the database and its tables, without partitions. */
  static void create(RawStore store) throws Exception {
    SampleTables.createDatabase(store, DB);
    Table ext = described(Tables.external(DB, "ext", "a", "b"));
    ext.setPartitionKeys(keys("ds", "string", "n", "int"));
    store.createTable(ext);
    store.createTable(
        described(Tables.partitionedBy(Tables.transactional(DB, "ins", "a", "b"), "p")));
    Table acid = described(Tables.partitionedBy(Tables.transactional(DB, "acid", "a"), "p"));
    acid.putToParameters("transactional_properties", "default");
    store.createTable(acid);
    Table privileged = Tables.partitionedBy(Tables.external(DB, "priv", "a"), "p");
    privileged.putToParameters("PARTITION_LEVEL_PRIVILEGE", "TRUE");
    store.createTable(privileged);
    store.createTable(Tables.partitionedBy(Tables.external(DB, "serde", "a"), "p"));
    store.createTable(Tables.external(DB, "flat", "a"));
  }

  private static List<FieldSchema> keys(String... namesAndTypes) {
    List<FieldSchema> keys = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      keys.add(new FieldSchema(namesAndTypes[i], namesAndTypes[i + 1], ""));
    }
    return keys;
  }

  /** Gives a descriptor everything that ObjectStore may leave out. */
  private static Table described(Table table) {
    StorageDescriptor sd = table.getSd();
    sd.putToParameters("sd.key", "sd value");
    sd.getSerdeInfo().putToParameters("serialization.format", "1");
    sd.setSortCols(new ArrayList<>(List.of(new Order("a", 1))));
    sd.setBucketCols(new ArrayList<>(List.of("a")));
    sd.setNumBuckets(4);
    return table;
  }

  /** A partition to add. */
  static Partition partition(Table table, String... values) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("numFiles", String.valueOf(values[0].length()));
    parameters.put("COLUMN_STATS_ACCURATE", "{\"BASIC_STATS\":\"true\"}");
    Partition partition =
        new Partition(
            new ArrayList<>(List.of(values)),
            DB,
            table.getTableName(),
            10,
            20,
            table.getSd().deepCopy(),
            parameters);
    partition.setCatName(CAT);
    partition.setWriteId(values[0].hashCode() & 7);
    StorageDescriptor sd = partition.getSd();
    sd.setLocation("file:/d/" + table.getTableName() + "/" + String.join("/", values));
    if (values[0].contains("a")) {
      Map<List<String>, String> skewed = new HashMap<>();
      skewed.put(new ArrayList<>(List.of("1")), "file:/skewed");
      sd.setSkewedInfo(
          new SkewedInfo(
              new ArrayList<>(List.of("a")),
              new ArrayList<>(List.of(new ArrayList<>(List.of("1")))),
              skewed));
    }
    if (table.getTableName().equals("serde") && values[0].contains("b")) {
      sd.getSerdeInfo().setDescription("only the ORM shows it");
      sd.getSerdeInfo().setSerializerClass("a.Serializer");
    }
    return partition;
  }

  /** Adds a partition by the store's own method. */
  static void add(RawStore store, String table, String... values) throws Exception {
    store.addPartition(partition(store.getTable(CAT, DB, table), values));
  }
}
