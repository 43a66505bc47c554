package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.Sabotage;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Invariant 8 through two handlers: external tables and databases set to strict, Iceberg tables as
 * they are. B's tailer stands still (it polls once an hour and reads do not wait for it), so B
 * knows nothing of A's changes but by asking.
 */
@Databases(DatabaseKind.DERBY_MEMORY)
class StrictOnDatabaseTest {

  private static final int CHANGES = 5;

  private Handlers handlers;

  @BeforeEach
  void open(TestDatabase database) throws Exception {
    handlers =
        new Handlers(
            database,
            StrictOnDatabaseTest::create,
            "cachedstore.level.external",
            "strict",
            "cachedstore.level.database",
            "strict",
            "cachedstore.head.timeout",
            "1000",
            "cachedstore.catchup.wait",
            "0");
  }

  private static Object create(IHMSHandler a) throws Exception {
    a.create_database(database(0));
    Table external = Tables.external("d", "ext", "a");
    external.putToParameters("comment", "0");
    Handlers.create(a, external);
    Table iceberg = Tables.external("d", "ice", "a");
    iceberg.putToParameters("table_type", "ICEBERG");
    iceberg.putToParameters("metadata_location", "file:/ice/0");
    return Handlers.create(a, iceberg);
  }

  @AfterEach
  void close() throws Exception {
    handlers.close();
  }

  @DatabaseTest
  void everyReadSeesWhatWasCommittedBeforeIt() throws Exception {
    seen();
    for (int i = 1; i <= CHANGES; i++) {
      change(i);
      assertEquals("ext " + i + ", ice " + i + ", d " + i, seen());
      assertEquals("ext " + i + ", ice " + i + ", d " + i, seen());
    }
    assertTrue(handlers.count("hits") >= CHANGES, "memory answers nothing");
  }

  @DatabaseTest
  void withoutTheRuleOldStatesAreShown() throws Exception {
    seen();
    seen();
    Sabotage.without(handlers.conf, "STRICT");
    change(1);
    assertEquals("ext 0, ice 0, d 0", seen());
  }

  /** Whoever holds the row that tells the head makes strict reads cost as much as without us. */
  @DatabaseTest
  void whileTheHeadCannotBeReadTheDatabaseAnswers(TestDatabase database) throws Exception {
    seen();
    seen();
    change(1);
    String missing =
        handlers
            .a(a -> assertThrows(NoSuchObjectException.class, () -> Handlers.get(a, "no")))
            .getMessage();
    try (Connection holder = database.connect();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.executeUpdate(
          "UPDATE \"NOTIFICATION_SEQUENCE\" SET \"NEXT_EVENT_ID\" = \"NEXT_EVENT_ID\"");
      long hits = handlers.count("hits");
      long bypasses = handlers.count("bypasses");
      assertEquals("ext 1, ice 1, d 1", seen());
      assertEquals(
          missing,
          assertThrows(NoSuchObjectException.class, () -> Handlers.get(handlers.b, "no"))
              .getMessage());
      assertEquals(hits, handlers.count("hits"));
      assertTrue(handlers.count("bypasses") >= bypasses + 4, "bypasses are not counted");
      holder.rollback();
    }
    assertEquals("ext 1, ice 1, d 1", seen());
    long hits = handlers.count("hits");
    assertEquals("ext 1, ice 1, d 1", seen());
    assertTrue(handlers.count("hits") >= hits + 3, "memory does not answer again");
  }

  private String seen() throws Exception {
    return "ext "
        + Handlers.get(handlers.b, "ext").getParameters().get("comment")
        + ", ice "
        + Handlers.get(handlers.b, "ice").getParameters().get("metadata_location").substring(10)
        + ", d "
        + handlers.b.get_database("d").getParameters().get("comment");
  }

  private void change(int i) throws Exception {
    handlers.a(
        a -> {
          alter(a, "ext", "comment", String.valueOf(i));
          alter(a, "ice", "metadata_location", "file:/ice/" + i);
          a.alter_database("d", database(i));
          return null;
        });
  }

  private static void alter(IHMSHandler a, String name, String key, String value) throws Exception {
    Table table = Handlers.get(a, name);
    table.putToParameters(key, value);
    AlterTableRequest request = new AlterTableRequest("d", name, table);
    request.setCatName("hive");
    request.setProcessorCapabilities(Handlers.capabilities());
    request.setProcessorIdentifier("test");
    a.alter_table_req(request);
  }

  private static Database database(int comment) {
    Database d = new Database();
    d.setName("d");
    d.setCatalogName("hive");
    d.setParameters(new java.util.HashMap<>(Map.of("comment", String.valueOf(comment))));
    return d;
  }
}
