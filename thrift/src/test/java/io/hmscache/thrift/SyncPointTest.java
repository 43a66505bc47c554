package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hmscache.notification.HeadSource;
import io.hmscache.notification.HeadUnavailableException;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.SyncPoints;
import io.hmscache.writeid.TableKey;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsResponse;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.TableValidWriteIds;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sync points: invariant 5. */
class SyncPointTest {

  private static final TableKey T = TableKey.of(null, "d", "t");
  private static final TableKey U = TableKey.of(null, "d", "u");

  private final FakeHandler fake = new FakeHandler();
  private final SyncPoints points = new SyncPoints(100);
  private final List<String> order = new ArrayList<>();
  private HeadSource head =
      () -> {
        order.add("head");
        return 17;
      };
  private IHMSHandler proxy;

  @BeforeEach
  void standBeforeTheHandler() throws MetaException {
    proxy =
        FakeHandler.behind(
            new SnapshotHandler(
                fake.conf,
                fake.base(),
                false,
                () -> true,
                conf ->
                    new CacheLink(
                        new SyncPointRecorder(() -> head.head(), points),
                        () -> Map.of("cachedstore.hits", 3L))));
    fake.on(
        "get_valid_write_ids",
        args -> {
          order.add("list");
          return answer(ids("d.t", 7, 5, new long[] {5, 6}, 2), ids("d.u", 3, -1, new long[0], 0));
        });
  }

  @AfterEach
  void clearThread() {
    HMSHandlerContext.clear();
  }

  @Test
  void theHeadIsReadAfterTheListAndBeforeTheAnswerLeaves() throws Exception {
    GetValidWriteIdsResponse answer = proxy.get_valid_write_ids(new GetValidWriteIdsRequest());
    assertEquals(List.of("list", "head"), order);
    assertEquals(17, points.get(T, clientText(answer, 0)));
    assertEquals(17, points.get(U, clientText(answer, 1)));
    assertEquals(2, points.size());
  }

  @Test
  void theTextIsTheOneThatClientsSend() {
    assertEquals("d.t:7:5:5:6", SyncPointRecorder.listText(ids("d.t", 7, 5, new long[] {5, 6}, 2)));
    for (TableValidWriteIds ids :
        List.of(
            ids("d.t", 0, -1, new long[0], 0),
            ids("D.T", 9, 3, new long[] {3, 4, 9}, 0),
            ids("d.t", 9, -1, new long[] {3, 4, 9}, 7),
            ids("d.t", 9, 4, new long[] {3, 4, 9}, 5))) {
      assertEquals(
          TxnCommonUtils.createValidReaderWriteIdList(ids).writeToString(),
          SyncPointRecorder.listText(ids));
    }
  }

  @Test
  void anAnswerIsTheSameWithAndWithoutARecord() throws Exception {
    GetValidWriteIdsResponse expected =
        answer(ids("d.t", 7, 5, new long[] {5, 6}, 2), ids("d.u", 3, -1, new long[0], 0));
    assertEquals(expected, proxy.get_valid_write_ids(new GetValidWriteIdsRequest()));
  }

  @Test
  void aHeadThatCannotBeReadRecordsNothingAndFailsNothing() throws Exception {
    head =
        () -> {
          throw new HeadUnavailableException("the database does not answer", null);
        };
    GetValidWriteIdsResponse answer = proxy.get_valid_write_ids(new GetValidWriteIdsRequest());
    assertEquals(Gate.UNKNOWN, points.get(T, clientText(answer, 0)));
    head =
        () -> {
          throw new IllegalStateException("closed");
        };
    proxy.get_valid_write_ids(new GetValidWriteIdsRequest());
    assertEquals(0, points.size());
  }

  @Test
  void aFailedRequestRecordsNothing() {
    fake.on(
        "get_valid_write_ids",
        args -> {
          throw new MetaException("no");
        });
    assertThrows(
        MetaException.class, () -> proxy.get_valid_write_ids(new GetValidWriteIdsRequest()));
    assertEquals(List.of(), order);
  }

  @Test
  void anEmptyAnswerNeedsNoHead() throws Exception {
    fake.on("get_valid_write_ids", args -> answer());
    proxy.get_valid_write_ids(new GetValidWriteIdsRequest());
    assertEquals(List.of(), order);
  }

  @Test
  void namesThatNameNoTableAreLeftOut() throws Exception {
    fake.on(
        "get_valid_write_ids",
        args ->
            answer(
                ids("t", 1, -1, new long[0], 0),
                ids("d.", 1, -1, new long[0], 0),
                ids(".t", 1, -1, new long[0], 0),
                ids("d.t", 1, -1, new long[0], 0)));
    proxy.get_valid_write_ids(new GetValidWriteIdsRequest());
    assertEquals(1, points.size());
  }

  /** The transaction may hold the row of the log that the head is read from. */
  @Test
  void theHeadIsNotReadOnAThreadWithAnOpenTransaction() throws Exception {
    HMSHandlerContext.setRawStore(
        (RawStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RawStore.class},
                (self, method, args) -> true));
    proxy.get_valid_write_ids(new GetValidWriteIdsRequest());
    assertEquals(List.of("list"), order);
  }

  @Test
  void thriftClientsSeeTheCachesCounters() throws Exception {
    ConcurrentHashMap<String, Long> own = new ConcurrentHashMap<>(Map.of("calls", 5L));
    fake.on("getCounters", args -> own);
    assertEquals(Map.of("calls", 5L, "cachedstore.hits", 3L), proxy.getCounters());
    assertEquals(Map.of("calls", 5L), own);
  }

  private static String clientText(GetValidWriteIdsResponse answer, int index) {
    return TxnCommonUtils.createValidReaderWriteIdList(answer.getTblValidWriteIds().get(index))
        .writeToString();
  }

  private static GetValidWriteIdsResponse answer(TableValidWriteIds... tables) {
    return new GetValidWriteIdsResponse(new ArrayList<>(List.of(tables)));
  }

  private static TableValidWriteIds ids(
      String name, long highWatermark, long minOpen, long[] invalid, int abortedBits) {
    List<Long> exceptions = new ArrayList<>();
    for (long id : invalid) {
      exceptions.add(id);
    }
    TableValidWriteIds ids =
        new TableValidWriteIds(
            name, highWatermark, exceptions, ByteBuffer.wrap(new byte[] {(byte) abortedBits}));
    if (minOpen >= 0) {
      ids.setMinOpenWriteId(minOpen);
    }
    return ids;
  }
}
