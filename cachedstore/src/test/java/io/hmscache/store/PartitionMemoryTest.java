package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.SkewedInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.junit.jupiter.api.Test;

/** What a cached partition costs: a million of them have to fit into a gigabyte. */
class PartitionMemoryTest {

  private static final int COUNT = 20_000;

  /** A node of Caffeine's with weight and two deques, and one of the hash table under it. */
  private static final long NODE = 72 + 40;

  private static final long MOST = (1L << 30) / 1_000_000;

  @Test
  void aMillionPartitionsFitIntoAGigabyte() throws Exception {
    ScriptedLog log = new ScriptedLog();
    CacheMetrics metrics = new CacheMetrics();
    MetadataCache cache =
        new MetadataCache(
            1L << 34, 1L << 60, 10, true, metrics, Ticker.systemTicker(), Runnable::run);
    Configuration conf = new Configuration(false);
    SharedCache shared =
        new SharedCache(
            new CacheSettings(conf), cache, metrics, log, log, System::nanoTime, () -> {});
    Session session =
        new Session(
            shared,
            () -> {
              throw new AssertionError("no database here");
            },
            () -> false,
            conf);
    TableScope scope = cache.scopes().table(TableKey.of("hive", "d", "t"));
    PartitionPublisher publisher = new PartitionPublisher(session, scope);
    publisher.capture();
    Load load = Load.begin(log, Rules.ALL, scope.floor);
    load.finish();
    publish(publisher, load, COUNT);
    HeapWalk walk = new HeapWalk(Set.of(TableScope.class));
    for (Map.Entry<SlotKey, Entry> entry : cache.all()) {
      walk.add(entry.getKey());
      walk.add(entry.getValue());
    }
    long bytes = walk.bytes() / COUNT + NODE;
    long estimated = cache.weight() / cache.size();
    System.out.println("bytes per cached partition: " + bytes + ", estimated: " + estimated);
    assertEquals(COUNT, cache.size());
    assertTrue(bytes <= MOST, bytes + " bytes");
    assertTrue(estimated >= bytes * 0.8 && estimated <= bytes * 1.6, estimated + " estimated");
  }

  private static void publish(PartitionPublisher publisher, Load load, int count) {
    for (int i = 0; i < count; i++) {
      Partition partition = partition(i);
      publisher.partition(
          load, PartitionForm.BULK, publisher.store(partition), partition.getValues());
    }
  }

  /** A partition as a database answers it: no string is shared. 20 columns, 5 parameters. */
  private static Partition partition(int i) {
    List<FieldSchema> columns = new ArrayList<>();
    for (int c = 0; c < 20; c++) {
      columns.add(new FieldSchema("column_" + c, "decimal(" + (c + 10) + ",2)", "comment " + c));
    }
    Map<String, String> parameters = new HashMap<>();
    parameters.put(new String("numFiles"), "" + i % 7);
    parameters.put(new String("numRows"), "" + i * 31L);
    parameters.put(new String("rawDataSize"), "" + i * 1031L);
    parameters.put(new String("totalSize"), "" + i * 2063L);
    parameters.put(new String("transient_lastDdlTime"), "" + (1_700_000_000 + i));
    String value = String.format("%08d", i);
    StorageDescriptor sd =
        new StorageDescriptor(
            columns,
            "hdfs://nameservice/warehouse/tablespace/external/hive/d.db/t/ds=" + value,
            new String("org.apache.hadoop.mapred.TextInputFormat"),
            new String("org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat"),
            false,
            -1,
            new SerDeInfo(
                null,
                new String("org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe"),
                new HashMap<>(Map.of("serialization.format", "1"))),
            new ArrayList<>(),
            new ArrayList<>(),
            new HashMap<>());
    sd.setSkewedInfo(new SkewedInfo(new ArrayList<>(), new ArrayList<>(), new HashMap<>()));
    Partition partition =
        new Partition(
            new ArrayList<>(List.of(value)), "d", "t", 1_700_000_000 + i, 0, sd, parameters);
    partition.setCatName("hive");
    partition.setWriteId(-1);
    return partition;
  }
}
