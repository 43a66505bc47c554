package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.transport.THttpClient;
import org.apache.thrift.transport.TSaslClientTransport;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * The other ways into a metastore: HTTP, which makes a RawStore for each request, and SASL with
 * user and password, here with nothing of the plugin set but the store and the listener.
 */
@Databases(DatabaseKind.DERBY_SERVER)
class TransportTest {

  private static final String USER = "hive";
  private static final String PASSWORD = "secret";

  @DatabaseTest
  void overHttpMemoryAnswersToo(TestDatabase database) throws Exception {
    try (MetastoreProcess metastore =
            MetastoreProcess.on(database)
                .cached()
                .set("metastore.server.thrift.transport.mode", "http")
                .start();
        MetastoreClient first = http(metastore.port());
        MetastoreClient second = http(metastore.port())) {
      tablesAreServedAndOwnWritesSeen(first, second);
    }
  }

  private static MetastoreClient http(int port) throws Exception {
    THttpClient http = new THttpClient("http://127.0.0.1:" + port + "/metastore");
    http.setCustomHeader("x-actor-username", USER);
    http.open();
    return MetastoreClient.over(http);
  }

  @DatabaseTest
  void overSaslWithOnlyTheStoreSet(TestDatabase database) throws Exception {
    try (MetastoreProcess metastore =
            MetastoreProcess.on(database)
                .cached()
                .set(
                    "metastore.hmshandler.proxy",
                    "org.apache.hadoop.hive.metastore.RetryingHMSHandler")
                .set("metastore.authentication", "CONFIG")
                .set("metastore.authentication.config.username", USER)
                .set("metastore.authentication.config.password", PASSWORD)
                .start();
        MetastoreClient first = sasl(metastore.port(), PASSWORD);
        MetastoreClient second = sasl(metastore.port(), PASSWORD)) {
      assertThrows(TTransportException.class, () -> sasl(metastore.port(), "wrong"));
      String list = "d.t:0:9223372036854775807::";
      first.createDatabase("d");
      first.createTable(Tables.transactional("d", "t", "a"));
      for (int i = 0; i < 5; i++) {
        Table table = first.getTable("d", "t", list, -1);
        table.putToParameters("comment", "c" + i);
        first.alterTable("d", "t", table);
        assertEquals("c" + i, second.getTable("d", "t").getParameters().get("comment"));
        assertEquals("c" + i, second.getTable("d", "t", list, -1).getParameters().get("comment"));
      }
      List<String> lines =
          Files.readAllLines(metastore.log()).stream()
              .filter(line -> line.contains("CachedStore") && line.contains(" caches up to "))
              .toList();
      assertEquals(1, lines.size(), lines.toString());
      assertTrue(
          lines.get(0).contains("so every read without a write-id list is strict"), lines.get(0));
    }
  }

  private static MetastoreClient sasl(int port, String password) throws Exception {
    CallbackHandler credentials =
        callbacks -> {
          for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
              name.setName(USER);
            } else if (callback instanceof PasswordCallback secret) {
              secret.setPassword(password.toCharArray());
            }
          }
        };
    TSocket socket = new TSocket("127.0.0.1", port);
    socket.setTimeout(120_000);
    TSaslClientTransport sasl =
        new TSaslClientTransport("PLAIN", null, null, null, Map.of(), credentials, socket);
    try {
      sasl.open();
    } catch (TTransportException e) {
      socket.close();
      throw e;
    }
    return MetastoreClient.over(sasl);
  }

  private static void tablesAreServedAndOwnWritesSeen(MetastoreClient first, MetastoreClient second)
      throws Exception {
    first.createDatabase("d");
    first.createTable(Tables.external("d", "t", "a"));
    for (int i = 0; i < 5; i++) {
      Table table = first.getTable("d", "t");
      table.putToParameters("comment", "c" + i);
      first.alterTable("d", "t", table);
      // One instance: what was written through it is not served older by it.
      assertEquals("c" + i, second.getTable("d", "t").getParameters().get("comment"));
      assertEquals("c" + i, first.getTable("d", "t").getParameters().get("comment"));
    }
    long hits = hits(first);
    for (int i = 0; i < 20; i++) {
      second.getTable("d", "t");
    }
    assertTrue(hits(first) > hits, "memory answered nothing");
    first.dropTable("d", "t");
    assertEquals(List.of(), second.thrift().get_all_tables("d"));
  }

  private static long hits(MetastoreClient client) throws Exception {
    return client.thrift().getCounters().getOrDefault("cachedstore.hits", -1L);
  }
}
