package io.hmscache.thrift;

import io.hmscache.testkit.MetastoreClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.GetPartitionsFilterSpec;
import org.apache.hadoop.hive.metastore.api.GetPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.GetProjectionsSpec;

/** Requests about the table {@code shop.sales}, column a, partitioned by p with values 1 and 2. */
final class ReadRequests {

  private ReadRequests() {}

  /** A request of a type that a reading method takes, without list and id. */
  static Object of(Class<?> type) throws ReflectiveOperationException {
    Object request = type.getConstructor().newInstance();
    ThriftTypes.set(request, "hive", "CAT_NAME");
    ThriftTypes.set(request, "shop", "DB_NAME", "FOREIGN_DB_NAME");
    ThriftTypes.set(request, "sales", "TBL_NAME", "FOREIGN_TBL_NAME");
    ThriftTypes.set(
        request,
        new ClientCapabilities(List.of(ClientCapability.INSERT_ONLY_TABLES)),
        "CAPABILITIES");
    ThriftTypes.set(
        request, new ArrayList<>(MetastoreClient.CAPABILITIES), "PROCESSOR_CAPABILITIES");
    ThriftTypes.set(request, "test", "PROCESSOR_IDENTIFIER");
    ThriftTypes.set(request, new ArrayList<>(List.of("1")), "PART_VALS", "PART_VALUES");
    ThriftTypes.set(request, new ArrayList<>(List.of("p=1")), "NAMES");
    ThriftTypes.set(request, new ArrayList<>(List.of("a")), "COL_NAMES");
    if (type.getSimpleName().equals("PartitionsStatsRequest")) {
      ThriftTypes.set(request, new ArrayList<>(List.of("p=1")), "PART_NAMES");
    }
    ThriftTypes.set(request, "hive", "ENGINE");
    ThriftTypes.set(request, List.of(new FieldSchema("p", "string", "")), "PARTITION_KEYS");
    if (type.getSimpleName().equals("PartitionsByExprRequest")) {
      ThriftTypes.set(
          request, java.nio.ByteBuffer.wrap("p = \"1\"".getBytes(StandardCharsets.UTF_8)), "EXPR");
    }
    if (request instanceof GetPartitionsRequest withSpecs) {
      withSpecs.setProjectionSpec(new GetProjectionsSpec());
      withSpecs.setFilterSpec(new GetPartitionsFilterSpec());
    }
    return request;
  }
}
