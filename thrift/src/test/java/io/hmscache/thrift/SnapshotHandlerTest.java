package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.CachedStore;
import io.hmscache.store.RequestContext;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.jdo.JDOException;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.GetTableResult;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnapshotHandlerTest {

  private final FakeHandler fake = new FakeHandler();
  private final AtomicBoolean server = new AtomicBoolean(true);

  @AfterEach
  void nothingIsLeftOnTheThread() {
    HMSHandlerContext.clear();
    assertNull(RequestContext.current());
  }

  @Test
  void aReadCarriesItsSnapshot() throws Exception {
    proxy(false).get_table_req(request("d", "t", "d.t:1::", 7));
    assertEquals("get_table_req READ hive.d.t d.t:1:: 7", last());
  }

  @Test
  void everyOtherCallIsAWritingOne() throws Exception {
    IHMSHandler proxy = proxy(false);
    proxy.drop_table("d", "t", true);
    assertEquals("drop_table WRITE null.null.null null -1", last());
    proxy.getMS();
    assertEquals("getMS WRITE null.null.null null -1", last());
    proxy.get_table_core(request("d", "t", "d.t:1::", 7));
    assertEquals("get_table_core WRITE hive.d.t d.t:1:: 7", last());
  }

  @Test
  void theSuperclassInitializesTheHandlerInAWritingRequest() throws Exception {
    proxy(false);
    assertEquals(List.of("init WRITE null.null.null null -1"), fake.calls);
  }

  @Test
  void anExceptionEndsTheRequest() throws Exception {
    IHMSHandler proxy = proxy(false);
    fake.on(
        "get_partition",
        args -> {
          throw new NoSuchObjectException("no");
        });
    NoSuchObjectException thrown =
        assertThrows(
            NoSuchObjectException.class, () -> proxy.get_partition("d", "t", List.of("1")));
    assertEquals("no", thrown.getMessage());
    assertEquals("get_partition READ hive.d.t null -1", last());
    assertNull(RequestContext.current());
  }

  @Test
  void aRepeatedAttemptCarriesItsSnapshotAgain() throws Exception {
    IHMSHandler proxy = proxy(false);
    fake.on(
        "get_table_req",
        args -> {
          if (fake.calls.size() < 4) {
            MetaException failure = new MetaException("connection lost");
            failure.initCause(new JDOException("connection lost"));
            throw failure;
          }
          return new GetTableResult();
        });
    proxy.get_table_req(request("d", "t", "d.t:1::", 7));
    String attempt = "get_table_req READ hive.d.t d.t:1:: 7";
    assertEquals(List.of(attempt, attempt, attempt), fake.calls.subList(1, 4));
    assertEquals(4, fake.calls.size());
  }

  @Test
  void aNestedReadHasItsOwnSnapshotAndRestoresTheOuterOne() throws Exception {
    IHMSHandler outer = proxy(false);
    FakeHandler inner = new FakeHandler();
    IHMSHandler nested = new Proxied(inner).proxy();
    fake.on(
        "get_table_req",
        args -> {
          nested.get_table_req(request("e", "u", "e.u:2::", 8));
          fake.calls.add("after " + FakeHandler.describe(RequestContext.current()));
          return new GetTableResult();
        });
    outer.get_table_req(request("d", "t", "d.t:1::", 7));
    assertEquals("get_table_req READ hive.e.u e.u:2:: 8", inner.calls.get(1));
    assertEquals("after READ hive.d.t d.t:1:: 7", last());
  }

  @Test
  void aNestedFailureRestoresTheOuterRequest() throws Exception {
    IHMSHandler outer = proxy(false);
    FakeHandler inner = new FakeHandler();
    inner.on(
        "get_table_req",
        args -> {
          throw new NoSuchObjectException("no");
        });
    IHMSHandler nested = new Proxied(inner).proxy();
    fake.on(
        "get_table_req",
        args -> {
          assertThrows(
              NoSuchObjectException.class,
              () -> nested.get_table_req(request("e", "u", "e.u:2::", 8)));
          fake.calls.add("after " + FakeHandler.describe(RequestContext.current()));
          return new GetTableResult();
        });
    outer.get_table_req(request("d", "t", "d.t:1::", 7));
    assertEquals("after READ hive.d.t d.t:1:: 7", last());
  }

  @Test
  void ofNestedRequestsTheStricterClassRules() throws Exception {
    IHMSHandler outer = proxy(false);
    FakeHandler inner = new FakeHandler();
    IHMSHandler nested = new Proxied(inner).proxy();
    fake.on(
        "drop_table",
        args -> {
          nested.get_table_req(request("e", "u", null, -1));
          return null;
        });
    fake.on(
        "get_table_req",
        args -> {
          nested.drop_table("e", "u", true);
          fake.calls.add("after " + FakeHandler.describe(RequestContext.current()));
          return new GetTableResult();
        });
    outer.drop_table("d", "t", true);
    assertEquals("get_table_req WRITE hive.e.u null -1", inner.calls.get(1));
    outer.get_table_req(request("d", "t", null, -1));
    assertTrue(inner.calls.get(2).startsWith("drop_table WRITE"), inner.calls.get(2));
    assertEquals("after READ hive.d.t null -1", last());
  }

  @Test
  void aReadInAnOpenTransactionIsAWritingRequest() throws Exception {
    IHMSHandler proxy = proxy(false);
    AtomicBoolean open = new AtomicBoolean(true);
    HMSHandlerContext.setRawStore(store(open));
    proxy.get_table_req(request("d", "t", "d.t:1::", 7));
    assertEquals("get_table_req WRITE hive.d.t d.t:1:: 7", last());
    open.set(false);
    proxy.get_table_req(request("d", "t", "d.t:1::", 7));
    assertEquals("get_table_req READ hive.d.t d.t:1:: 7", last());
  }

  @Test
  void askingForATransactionMakesNoStore() throws Exception {
    proxy(false).get_table_req(request("d", "t", null, -1));
    assertFalse(HMSHandlerContext.getRawStore().isPresent());
  }

  @Test
  void whatCannotBeInspectedIsAWritingRequest() throws Exception {
    IHMSHandler proxy = proxy(false);
    HMSHandlerContext.setRawStore(
        (RawStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RawStore.class},
                (self, method, args) -> {
                  throw new IllegalStateException("closed");
                }));
    proxy.get_table_req(request("d", "t", "d.t:1::", 7));
    assertEquals("get_table_req WRITE null.null.null null -1", last());
  }

  @Test
  void anEmbeddedHandlerInAServerIsItsHousekeeping() throws Exception {
    server.set(false);
    IHMSHandler proxy = proxy(true);
    proxy.get_table_req(request("d", "t", null, -1));
    assertEquals("get_table_req READ hive.d.t null -1", last());
    server.set(true); // The server starts after the handler was made.
    proxy.get_table_req(request("d", "t", null, -1));
    assertEquals("get_table_req WRITE hive.d.t null -1", last());
  }

  @Test
  void theProxyWithoutTheStoreIsPointedOut() {
    MetastoreConf.setVar(fake.conf, ConfVars.RAW_STORE_IMPL, "some.OtherStore");
    String line = SnapshotHandler.uselessBecause(fake.conf);
    assertEquals(
        "metastore.rawstore.impl is some.OtherStore, not io.hmscache.store.CachedStore: nothing is"
            + " cached, and io.hmscache.thrift.SnapshotHandler does nothing",
        line);
    MetastoreConf.setVar(fake.conf, ConfVars.RAW_STORE_IMPL, CachedStore.class.getName());
    assertNull(SnapshotHandler.uselessBecause(fake.conf));
  }

  private IHMSHandler proxy(boolean local) throws MetaException {
    return FakeHandler.behind(
        new SnapshotHandler(fake.conf, fake.base(), local, server::get, conf -> null));
  }

  private String last() {
    return fake.calls.get(fake.calls.size() - 1);
  }

  /** A second handler on the same thread, as a listener's embedded client is. */
  private record Proxied(FakeHandler handler) {
    IHMSHandler proxy() throws MetaException {
      return FakeHandler.behind(
          new SnapshotHandler(handler.conf, handler.base(), false, () -> true, conf -> null));
    }
  }

  private static RawStore store(AtomicBoolean open) {
    return (RawStore)
        Proxy.newProxyInstance(
            SnapshotHandlerTest.class.getClassLoader(),
            new Class<?>[] {RawStore.class},
            (self, method, args) -> {
              assertEquals("isActiveTransaction", method.getName());
              return open.get();
            });
  }

  private static GetTableRequest request(String database, String table, String list, long id) {
    GetTableRequest request = new GetTableRequest(database, table);
    request.setValidWriteIdList(list);
    request.setId(id);
    return request;
  }
}
