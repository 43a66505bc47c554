package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetPartitionsByNamesRequest;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.SerdeType;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * Hive reads partitions by names inside a transaction, where {@code metastore.try.direct.sql.ddl}
 * keeps it from direct SQL, and the ORM tells more of a serde. The cache has that transaction
 * imitated, and must answer as if it were there.
 */
@Databases(DatabaseKind.DERBY_MEMORY)
class HandlerTransactionTest {

  private static final List<String> NAMES = List.of("p=1", "p=2", "p=3");

  @DatabaseTest
  void withoutDirectSqlInTransactionsReadsByNamesAreTheOrms(TestDatabase database)
      throws Exception {
    try (Handlers handlers = new Handlers(database, "metastore.try.direct.sql.ddl", "false")) {
      fill(handlers);
      Partition listed = filtered(handlers.b).get(2);
      Partition named = byNames(handlers.b, false).get(2);
      assertNotEquals(listed, named, "nothing differs, so nothing is shown here");
      answersAreTheSame(handlers);
    }
  }

  @DatabaseTest
  void withDirectSqlInTransactionsNothingDiffers(TestDatabase database) throws Exception {
    try (Handlers handlers = new Handlers(database, "metastore.try.direct.sql.ddl", "true")) {
      fill(handlers);
      Partition listed = filtered(handlers.b).get(2);
      assertEquals(listed, byNames(handlers.b, false).get(2));
      answersAreTheSame(handlers);
    }
  }

  /** Every way to the partitions, in turn, so that each finds what the others have left. */
  private static void answersAreTheSame(Handlers handlers) throws Exception {
    List<Partition> listed = handlers.a(HandlerTransactionTest::filtered);
    Partition single = handlers.a(a -> a.get_partition("d", "t", List.of("3")));
    List<Partition> named = handlers.a(a -> byNames(a, false));
    List<Partition> withStatistics = handlers.a(a -> byNames(a, true));
    assertTrue(withStatistics.get(0).isSetColStats());
    for (int i = 0; i < 4; i++) {
      assertEquals(named, byNames(handlers.b, false));
      assertEquals(listed, filtered(handlers.b));
      assertEquals(withStatistics, byNames(handlers.b, true));
      assertEquals(single, handlers.b.get_partition("d", "t", List.of("3")));
    }
    long hits = handlers.count("hits");
    long bypasses = handlers.count("bypasses");
    long misses = handlers.count("misses");
    assertEquals(named, byNames(handlers.b, false));
    assertEquals(withStatistics, byNames(handlers.b, true));
    assertTrue(handlers.count("hits") >= hits + 6, "hits " + hits);
    assertEquals(bypasses, handlers.count("bypasses"));
    assertEquals(misses, handlers.count("misses"));
  }

  private static List<Partition> filtered(IHMSHandler handler) throws Exception {
    return handler.get_partitions_by_filter("d", "t", "p > \"0\"", (short) -1);
  }

  private static List<Partition> byNames(IHMSHandler handler, boolean statistics) throws Exception {
    GetPartitionsByNamesRequest request = new GetPartitionsByNamesRequest("d", "t");
    request.setNames(new ArrayList<>(NAMES));
    request.setGet_col_stats(statistics);
    request.setEngine("hive");
    request.setProcessorCapabilities(Handlers.capabilities());
    request.setProcessorIdentifier("test");
    return handler.get_partitions_by_names_req(request).getPartitions();
  }

  private static void fill(Handlers handlers) throws Exception {
    handlers.a(
        a -> {
          Database d = new Database();
          d.setName("d");
          d.setCatalogName("hive");
          a.create_database(d);
          Handlers.create(a, Tables.partitionedBy(Tables.external("d", "t", "a"), "p"));
          Table table = Handlers.get(a, "t");
          for (int i = 1; i <= NAMES.size(); i++) {
            a.add_partition(partition(table, i));
          }
          a.set_aggr_stats_for(statistics());
          return null;
        });
  }

  /** The third one has what only the ORM tells. */
  private static Partition partition(Table table, int i) {
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName("d");
    partition.setTableName("t");
    partition.setValues(new ArrayList<>(List.of(String.valueOf(i))));
    partition.setSd(table.getSd().deepCopy());
    partition.getSd().setLocation(table.getSd().getLocation() + "/p=" + i);
    if (i == 3) {
      SerDeInfo serde = partition.getSd().getSerdeInfo();
      serde.setDescription("described");
      serde.setSerializerClass("a.Serializer");
      serde.setDeserializerClass("a.Deserializer");
      serde.setSerdeType(SerdeType.HIVE);
    }
    return partition;
  }

  private static SetPartitionsStatsRequest statistics() {
    List<ColumnStatistics> all = new ArrayList<>();
    for (String name : NAMES) {
      ColumnStatisticsDesc of = new ColumnStatisticsDesc(false, "d", "t");
      of.setCatName("hive");
      of.setPartName(name);
      LongColumnStatsData numbers = new LongColumnStatsData(1, 2);
      numbers.setLowValue(3);
      numbers.setHighValue(4);
      ColumnStatistics one =
          new ColumnStatistics(
              of,
              new ArrayList<>(
                  List.of(
                      new ColumnStatisticsObj(
                          "a", "int", ColumnStatisticsData.longStats(numbers)))));
      one.setEngine("hive");
      all.add(one);
    }
    SetPartitionsStatsRequest request = new SetPartitionsStatsRequest(all);
    request.setEngine("hive");
    return request;
  }
}
