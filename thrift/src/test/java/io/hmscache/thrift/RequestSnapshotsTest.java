package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.writeid.Gate;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.ForeignKeysRequest;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.PartitionsRequest;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.thrift.TBase;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RequestSnapshotsTest {

  private static final String LIST = "d.t:7:5:5:6";
  private static final long ID = 42;

  private final Configuration conf = MetastoreConf.newMetastoreConf();

  /** Structs with a list that is no reader's snapshot of one table. */
  private static final Map<String, String> NO_READERS_LIST =
      Map.of(
          "get_materialization_invalidation_info_args", "a snapshot of transactions",
          "GetValidWriteIdsRequest", "a snapshot of transactions, input of the lists",
          "ReplTblWriteIdStateRequest", "the state to set on a replica",
          "CreationMetadata", "the transactions a materialized view was built from");

  @Test
  void everyRequestWithAListIsDecidedOn() {
    Set<String> undecided = new TreeSet<>();
    Set<String> known = new TreeSet<>();
    for (Class<?> type : ThriftTypes.reachableFromRequests()) {
      if (ThriftTypes.fields(type).keySet().stream().anyMatch(RequestSnapshotsTest::isList)) {
        (RequestSnapshots.knownTypes().contains(type) ? known : undecided)
            .add(type.getSimpleName());
      }
    }
    assertEquals(NO_READERS_LIST.keySet(), undecided);
    assertEquals(26, known.size(), known.toString());
  }

  private static boolean isList(String field) {
    String plain = field.replace("_", "");
    return plain.contains("VALIDWRITEID") || plain.contains("VALIDTXN");
  }

  @Test
  void everyReadOfOneTableIsDecidedOn() {
    for (Method method : IHMSHandler.class.getMethods()) {
      if (RequestClasses.of(method.getName()) != RequestClass.READ) {
        continue;
      }
      for (Class<?> type : method.getParameterTypes()) {
        if (TBase.class.isAssignableFrom(type)
            && method.getParameterCount() == 1
            && ThriftTypes.fields(type).keySet().stream()
                .anyMatch(f -> f.endsWith("TBL_NAME") || f.equals("TABLE_NAME"))) {
          assertTrue(RequestSnapshots.knownTypes().contains(type), method.toString());
        }
      }
    }
  }

  @TestFactory
  List<DynamicTest> everyFieldOfEveryTypeIsFound() {
    return RequestSnapshots.knownTypes().stream()
        .filter(type -> type != SetPartitionsStatsRequest.class)
        .map(type -> DynamicTest.dynamicTest(type.getSimpleName(), () -> fieldsAreFound(type)))
        .toList();
  }

  private void fieldsAreFound(Class<?> type) throws Exception {
    Object request = type.getConstructor().newInstance();
    boolean catalog = ThriftTypes.set(request, "c", "CAT_NAME");
    assertTrue(ThriftTypes.set(request, "D", "DB_NAME", "FOREIGN_DB_NAME"));
    assertTrue(ThriftTypes.set(request, "T", "TBL_NAME", "TABLE_NAME", "FOREIGN_TBL_NAME"));
    boolean list = ThriftTypes.set(request, LIST, "VALID_WRITE_ID_LIST");
    boolean id = ThriftTypes.set(request, ID, "ID", "TABLE_ID");

    RequestSnapshot snapshot = of(request);

    assertEquals(catalog ? "c" : "hive", snapshot.catalog());
    assertEquals("D", snapshot.database());
    assertEquals("T", snapshot.table());
    assertEquals(list ? LIST : null, snapshot.writeIdList());
    assertEquals(id ? ID : Gate.UNKNOWN, snapshot.tableId());
  }

  @TestFactory
  List<DynamicTest> anEmptyRequestHasNoSnapshot() {
    return RequestSnapshots.knownTypes().stream()
        .map(
            type ->
                DynamicTest.dynamicTest(
                    type.getSimpleName(),
                    () ->
                        assertSame(RequestSnapshot.NONE, of(type.getConstructor().newInstance()))))
        .toList();
  }

  @TestFactory
  List<DynamicTest> whatAClientLeavesOutIsUnknown() {
    return RequestSnapshots.knownTypes().stream()
        .filter(type -> type != SetPartitionsStatsRequest.class)
        .map(
            type ->
                DynamicTest.dynamicTest(
                    type.getSimpleName(),
                    () -> {
                      Object request = type.getConstructor().newInstance();
                      ThriftTypes.set(request, "d", "DB_NAME", "FOREIGN_DB_NAME");
                      ThriftTypes.set(request, "t", "TBL_NAME", "TABLE_NAME", "FOREIGN_TBL_NAME");
                      assertEquals("hive", of(request).catalog());
                      assertNull(of(request).writeIdList());
                      assertEquals(Gate.UNKNOWN, of(request).tableId());
                    }))
        .toList();
  }

  @Test
  void statisticsToSetNameTheirTableInTheFirstDescription() {
    ColumnStatisticsDesc description = new ColumnStatisticsDesc(true, "d", "t");
    description.setCatName("c");
    ColumnStatistics statistics = new ColumnStatistics(description, List.of());
    SetPartitionsStatsRequest request = new SetPartitionsStatsRequest(List.of(statistics));
    request.setValidWriteIdList(LIST);
    assertEquals("c.d.t list " + LIST + " id -1", of(request).toString());
  }

  @Test
  void foreignKeysOfAReferencedTableBelongToThatTable() {
    ForeignKeysRequest request = new ForeignKeysRequest();
    request.setParent_db_name("p");
    request.setParent_tbl_name("q");
    request.setValidWriteIdList(LIST);
    assertEquals("hive.p.q list " + LIST + " id -1", of(request).toString());
    request.setForeign_db_name("d");
    request.setForeign_tbl_name("t");
    assertEquals("hive.d.t list " + LIST + " id -1", of(request).toString());
  }

  @Test
  void oldStyleNamesAreTakenApart() {
    assertEquals("c.d.t list null id -1", of(new GetTableRequest("@c#d", "t")).toString());
    assertEquals("c..t list null id -1", of(new GetTableRequest("@c#!", "t")).toString());
    assertSame(RequestSnapshot.NONE, of(new GetTableRequest("@c#", "t")));
    assertSame(RequestSnapshot.NONE, of(new GetTableRequest("@c", "t")));
    assertEquals("c.d.t list null id -1", of("get_partition", "@c#d", "t", null).toString());
  }

  @Test
  void aMissingCatalogIsTheConfiguredDefault() {
    MetastoreConf.setVar(conf, ConfVars.CATALOG_DEFAULT, "spark");
    assertEquals("spark.d.t list null id -1", of(new PartitionsRequest("d", "t")).toString());
    assertEquals("spark.d.t list null id -1", of("get_fields", "d", "t").toString());
  }

  @Test
  void idsThatMeanUnknownAreUnknown() {
    GetTableRequest request = new GetTableRequest("d", "t");
    for (long id : new long[] {-1, 0, Long.MIN_VALUE}) {
      request.setId(id);
      assertEquals(Gate.UNKNOWN, of(request).tableId());
    }
  }

  @Test
  void otherCallsHaveNoSnapshot() {
    assertSame(RequestSnapshot.NONE, RequestSnapshots.of("get_all_databases", null, conf));
    assertSame(RequestSnapshot.NONE, of((Object) null));
    assertSame(RequestSnapshot.NONE, of("get_tables", "d", "pattern"));
    assertSame(RequestSnapshot.NONE, of("get_fields", null, "t"));
    assertSame(RequestSnapshot.NONE, of("get_fields", "d", null));
    assertSame(RequestSnapshot.NONE, of("get_database", "d"));
  }

  private RequestSnapshot of(Object request) {
    return RequestSnapshots.of("any", new Object[] {request}, conf);
  }

  private RequestSnapshot of(String method, Object... args) {
    return RequestSnapshots.of(method, args, conf);
  }

  @Test
  void theWalkSeesNestedStructs() {
    Map<String, Class<?>> byName = new TreeMap<>();
    ThriftTypes.reachableFromRequests().forEach(t -> byName.put(t.getSimpleName(), t));
    // Inside Table inside CreateTableRequest.
    assertTrue(byName.containsKey("SkewedInfo"), byName.keySet().toString());
  }
}
