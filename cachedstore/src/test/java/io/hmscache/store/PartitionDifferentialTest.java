package io.hmscache.store;

import static io.hmscache.store.PartitionedTables.CAT;
import static io.hmscache.store.PartitionedTables.DB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * Invariant 2 for partitions: random calls, with changes of another instance and of this one
 * between them, have the answer or the exception of a plain ObjectStore.
 */
@Databases({DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES, DatabaseKind.MARIADB})
class PartitionDifferentialTest {

  private static final int STEPS = Integer.getInteger("partitions.steps", 250);

  @DatabaseTest
  void answersAreTheDelegates(TestDatabase database) throws Exception {
    run(database);
  }

  @DatabaseTest
  void answersAreTheDelegatesWithoutDirectSql(TestDatabase database) throws Exception {
    run(database, "metastore.try.direct.sql", "false");
  }

  @DatabaseTest
  void answersAreTheDelegatesWithoutTransactionalStatistics(TestDatabase database)
      throws Exception {
    run(database, "metastore.txn.stats.enabled", "false");
  }

  private static void run(TestDatabase database, String... settings) throws Exception {
    long seed = Long.getLong("partitions.seed", System.nanoTime());
    System.out.println("partitions.seed=" + seed);
    Random random = new Random(seed);
    PartitionCalls calls = new PartitionCalls(random);
    try (CacheBed bed = new CacheBed(database, settings)) {
      PartitionedTables.create(bed.plain);
      for (int i = 0; i < 40; i++) {
        change(bed, random, calls, bed.plain);
      }
      int telling = 0;
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(8) == 0) {
          change(bed, random, calls, random.nextBoolean() ? bed.plain : bed.cached);
        }
        PartitionCalls.Named read = calls.next();
        Outcome expected = Outcome.of(read.call(), bed.plain);
        telling += expected.telling() ? 1 : 0;
        int times = 1 + random.nextInt(2);
        for (int time = 1; time <= times; time++) {
          String message =
              "seed " + seed + ", step " + step + ", time " + time + ": " + read.text();
          try (RequestContext request =
              RequestContext.begin(RequestClass.READ, "any", null, null, null, Gate.UNKNOWN)) {
            assertEquals(expected, Outcome.of(read.call(), bed.cached), message);
          }
        }
      }
      CacheMetrics metrics = bed.shared.metrics();
      assertTrue(telling > STEPS / 3, "only " + telling + " answers say something");
      assertTrue(
          metrics.hits.sum() > STEPS / 4,
          "only " + metrics.hits.sum() + " hits, " + metrics.misses.sum() + " misses");
    }
  }

  /** Changes something through a store; the log tells of it as the listener's events would. */
  private static void change(CacheBed bed, Random random, PartitionCalls calls, RawStore store)
      throws Exception {
    String table = calls.any(List.of("ext", "ext", "ins", "acid", "priv", "serde"));
    TableKey key = TableKey.of(CAT, DB, table);
    List<String> values = calls.values(table);
    if (values.size() != PartitionCalls.keys(table).size()
        || values.contains(null)
        || values.contains("b ")
        || values.contains("")) {
      return;
    }
    Table object = bed.plain.getTable(CAT, DB, table);
    try (RequestContext request =
        RequestContext.begin(RequestClass.WRITE, "any", null, null, null, Gate.UNKNOWN)) {
      List<List<String>> changed = List.of(values);
      boolean exists =
          bed.plain.doesPartitionExist(CAT, DB, table, object.getPartitionKeys(), values);
      int what = random.nextInt(10);
      if (what == 0) {
        object.putToParameters("changed", "" + random.nextInt());
        store.alterTable(CAT, DB, table, object, null);
        bed.log.head++;
        bed.tail(cache -> cache.tableChanged(key));
        return;
      }
      if (!exists) {
        store.addPartition(PartitionedTables.partition(object, values.toArray(new String[0])));
      } else if (what < 5) {
        store.dropPartition(CAT, DB, table, values);
      } else {
        Partition partition = bed.plain.getPartition(CAT, DB, table, values);
        partition.putToParameters("changed", "" + random.nextInt());
        partition.getSd().setLocation("file:/d/moved/" + random.nextInt(100));
        store.alterPartition(CAT, DB, table, values, partition, null);
      }
      bed.log.head++;
      bed.tail(cache -> cache.partitionsChanged(key, changed));
    }
  }
}
