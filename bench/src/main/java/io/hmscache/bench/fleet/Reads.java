package io.hmscache.bench.fleet;

import static io.hmscache.bench.fleet.Dataset.ACID;
import static io.hmscache.bench.fleet.Dataset.DB;
import static io.hmscache.bench.fleet.Dataset.EXTERNAL;
import static io.hmscache.bench.fleet.Dataset.LARGE;
import static io.hmscache.bench.fleet.Dataset.MANY;
import static io.hmscache.bench.fleet.Dataset.PARTITIONED;
import static io.hmscache.bench.fleet.Dataset.PARTITIONS;

import io.hmscache.bench.fleet.Operation.Kind;
import io.hmscache.bench.fleet.Operation.Maker;
import io.hmscache.testkit.MetastoreClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.metastore.api.AllTableConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.GetDatabaseRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsByFilterRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsByNamesRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsPsWithAuthRequest;
import org.apache.hadoop.hive.metastore.api.GetTablesRequest;
import org.apache.hadoop.hive.metastore.api.PartitionsByExprRequest;
import org.apache.hadoop.hive.metastore.api.PartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;
import org.apache.thrift.TException;

/** The reads that are measured. */
final class Reads {

  private static final String A_DAY = Dataset.day(7);

  private Reads() {}

  /**
   * All of them.
   *
   * @param large number of partitions of the large table; 0 if there is none
   * @param coldTables number of tables that each metastore reads once
   */
  static List<Operation> all(int large, int coldTables) {
    List<Operation> all = new ArrayList<>();
    objects(all);
    partitions(all, PARTITIONED, PARTITIONS);
    if (large > 0) {
      byNames(all, LARGE, large);
    }
    answers(all);
    all.add(Operation.of("compile_mix", Kind.MIXED, Reads::compile));
    mixed(all, coldTables);
    return all;
  }

  private static void objects(List<Operation> all) {
    GetDatabaseRequest database = new GetDatabaseRequest();
    database.setName(DB);
    database.setCatalogName("hive");
    all.add(
        Operation.of(
            "get_database", Kind.SINGLE, to -> () -> thrift(to).get_database_req(database)));
    all.add(Operation.of("get_table", Kind.SINGLE, to -> () -> to.client().getTable(DB, EXTERNAL)));
    all.add(
        Operation.of(
            "get_table_strict", Kind.SINGLE, to -> () -> to.client().getTable(DB, Dataset.STRICT)));
    all.add(
        Operation.of(
            "get_table_acid_no_list", Kind.SINGLE, to -> () -> to.client().getTable(DB, ACID)));
    all.add(
        Operation.of(
            "get_table_acid_list",
            Kind.SINGLE,
            to -> {
              String list = to.client().writeIds(DB, ACID);
              return () -> to.client().getTable(DB, ACID, list, -1);
            }));
    all.add(Operation.of("constraints", Kind.SINGLE, constraints(ACID)));
    all.add(Operation.of("all_databases", Kind.LIST, to -> () -> thrift(to).get_all_databases()));
    all.add(Operation.of("all_tables_300", Kind.LIST, to -> () -> thrift(to).get_all_tables(MANY)));
    List<String> names = IntStream.range(0, 100).mapToObj(i -> Dataset.small(i * 3)).toList();
    GetTablesRequest tables = new GetTablesRequest(MANY);
    tables.setCatName("hive");
    tables.setTblNames(names);
    tables.setCapabilities(new ClientCapabilities(List.of(ClientCapability.INSERT_ONLY_TABLES)));
    tables.setProcessorCapabilities(MetastoreClient.CAPABILITIES);
    all.add(
        Operation.of(
            "tables_by_name_100",
            Kind.LIST,
            to -> () -> thrift(to).get_table_objects_by_name_req(tables)));
  }

  private static void partitions(List<Operation> all, String table, int partitions) {
    byNames(all, table, partitions);
    all.add(
        Operation.of(
            "partition_names_" + partitions,
            Kind.LIST,
            to -> () -> thrift(to).get_partition_names(DB, table, (short) -1)));
    GetPartitionsByFilterRequest filter =
        new GetPartitionsByFilterRequest(DB, table, "ds = \"" + A_DAY + "\"");
    filter.setCatName("hive");
    all.add(
        Operation.of(
            "partitions_by_filter_24",
            Kind.LIST,
            to -> () -> thrift(to).get_partitions_by_filter_req(filter)));
    PartitionsByExprRequest expression = expression(table);
    all.add(
        Operation.of(
            "partitions_by_expr_24",
            Kind.LIST,
            to -> () -> thrift(to).get_partitions_spec_by_expr(expression)));
    GetPartitionsPsWithAuthRequest partial = new GetPartitionsPsWithAuthRequest(DB, table);
    partial.setCatName("hive");
    partial.setPartVals(List.of(A_DAY, ""));
    all.add(
        Operation.of(
            "partitions_by_part_spec_24",
            Kind.LIST,
            to -> () -> thrift(to).get_partitions_ps_with_auth_req(partial)));
  }

  private static void byNames(List<Operation> all, String table, int partitions) {
    for (int count : new int[] {10, 100, 1_000}) {
      GetPartitionsByNamesRequest request = new GetPartitionsByNamesRequest(DB, table);
      request.setNames(Dataset.names(count, partitions));
      all.add(
          Operation.of(
              "partitions_by_names_" + count + "_of_" + partitions,
              Kind.LIST,
              to -> () -> thrift(to).get_partitions_by_names_req(request)));
    }
  }

  private static void answers(List<Operation> all) {
    List<String> names =
        IntStream.range(0, Dataset.PARTITIONS_WITH_STATISTICS).mapToObj(Dataset::name).toList();
    PartitionsStatsRequest request = statistics(names);
    all.add(
        Operation.of(
            "aggregate_statistics_100",
            Kind.SINGLE,
            to -> () -> thrift(to).get_aggr_stats_for(request)));
    all.add(
        Operation.of(
            "partition_statistics_100",
            Kind.LIST,
            to -> () -> thrift(to).get_partitions_statistics_req(request)));
  }

  /**
   * What HiveServer2 asks for when it compiles a join of a transactional table with one day of a
   * partitioned external table (without the snapshot of transactions, which no cache answers).
   */
  private static Operation.Work compile(Target to) throws TException {
    String list = to.client().writeIds(DB, ACID);
    AllTableConstraintsRequest constraints = new AllTableConstraintsRequest(DB, ACID, "hive");
    constraints.setValidWriteIdList(list);
    AllTableConstraintsRequest others = new AllTableConstraintsRequest(DB, PARTITIONED, "hive");
    PartitionsByExprRequest expression = expression(PARTITIONED);
    PartitionsStatsRequest statistics =
        statistics(IntStream.range(0, 24).mapToObj(Dataset::name).toList());
    return () -> {
      ThriftHiveMetastore.Client thrift = thrift(to);
      to.client().getTable(DB, ACID, list, -1);
      thrift.get_all_table_constraints(constraints);
      to.client().getTable(DB, PARTITIONED);
      thrift.get_all_table_constraints(others);
      thrift.get_all_materialized_view_objects_for_rewriting();
      thrift.get_partitions_spec_by_expr(expression);
      thrift.get_aggr_stats_for(statistics);
    };
  }

  private static void mixed(List<Operation> all, int coldTables) {
    all.add(
        Operation.of("get_table_90_percent_hits", Kind.MIXED, to -> ninety(to, coldTables))
            .atMost(Workload.COLD_EVERY * Workload.COLD_IN_A_SLICE));
    all.add(
        Operation.of(
                "get_table_beside_writer",
                Kind.MIXED,
                to ->
                    () -> {
                      int number = ThreadLocalRandom.current().nextInt(Dataset.ALTERED_TABLES);
                      to.client().getTable(DB, Dataset.altered(number));
                    })
            .besideWriter());
    all.add(
        Operation.of("gated_read_after_commit", Kind.MIXED, AfterCommit::new).alone().atMost(100));
  }

  /** Every tenth table has not been asked for yet. */
  private static Operation.Work ninety(Target to, int coldTables) {
    return new Operation.Work() {
      private int calls;

      @Override
      public void call() throws TException {
        if (calls++ % Workload.COLD_EVERY == 0) {
          int next = to.cold().getAndIncrement() % coldTables;
          to.client().getTable(Dataset.COLD, Dataset.small(next));
        } else {
          to.client().getTable(DB, EXTERNAL);
        }
      }
    };
  }

  /** A transaction has just committed through another metastore: its list, then the table. */
  private static final class AfterCommit implements Operation.Work {
    private final Target to;

    AfterCommit(Target to) {
      this.to = to;
    }

    @Override
    public void before() throws TException {
      MetastoreClient writer = to.elsewhere();
      long transaction = writer.openTransaction();
      writer.allocateWriteId(transaction, DB, Dataset.COMMITTED);
      writer.commit(transaction);
    }

    @Override
    public void call() throws TException {
      String list = to.client().writeIds(DB, Dataset.COMMITTED);
      to.client().getTable(DB, Dataset.COMMITTED, list, -1);
    }
  }

  private static Maker constraints(String table) {
    return to -> {
      AllTableConstraintsRequest request = new AllTableConstraintsRequest(DB, table, "hive");
      request.setValidWriteIdList(to.client().writeIds(DB, table));
      return () -> thrift(to).get_all_table_constraints(request);
    };
  }

  private static PartitionsStatsRequest statistics(List<String> names) {
    PartitionsStatsRequest request =
        new PartitionsStatsRequest(DB, PARTITIONED, Dataset.statisticsColumns(), names);
    request.setCatName("hive");
    request.setEngine("hive");
    return request;
  }

  /** The distribution's own expression proxy takes a filter as text; Hive's needs all of Hive. */
  private static PartitionsByExprRequest expression(String table) {
    byte[] text = ("ds = \"" + A_DAY + "\"").getBytes(StandardCharsets.UTF_8);
    PartitionsByExprRequest request = new PartitionsByExprRequest(DB, table, ByteBuffer.wrap(text));
    request.setCatName("hive");
    return request;
  }

  private static ThriftHiveMetastore.Client thrift(Target to) {
    return to.client().thrift();
  }
}
