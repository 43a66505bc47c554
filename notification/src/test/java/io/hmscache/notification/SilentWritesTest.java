package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.AlterDatabaseMessage;
import org.apache.hadoop.hive.metastore.messaging.AlterPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.AlterTableMessage;
import org.apache.hadoop.hive.metastore.messaging.DropPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.junit.jupiter.api.AfterEach;

/** Changes without an event of Hive's are logged in their own transaction. */
class SilentWritesTest {

  private static final String DB = "silent";
  private static final TableKey TABLE = TableKey.of("hive", DB, "t");

  @AfterEach
  void forget() {
    LoggedObjects.end();
  }

  @DatabaseTest
  void tableIsLoggedAsTheTransactionLeavesIt(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      create(metastore);
      RawStore store = metastore.store();
      SilentWrites silent = new SilentWrites(metastore.conf());

      NotificationEvent row =
          metastore.oneDuring(
              () -> {
                LoggedObjects logged = LoggedObjects.begin();
                store.openTransaction();
                Table changed = store.getTable("hive", DB, "t");
                changed.getParameters().put("silently", "changed");
                store.alterTable("hive", DB, "t", changed, null);
                assertFalse(logged.coversTable(TABLE));
                silent.logTable(store, TABLE);
                assertTrue(logged.coversTable(TABLE));
                assertTrue(store.commitTransaction());
              });

      assertColumns(row, EventType.ALTER_TABLE, "hive", DB, "t");
      AlterTableMessage message = decode(row, AlterTableMessage.class);
      assertEquals(message.getTableObjBefore(), message.getTableObjAfter());
      assertEquals("changed", message.getTableObjAfter().getParameters().get("silently"));
      assertEquals(store.getTable("hive", DB, "t"), message.getTableObjAfter());
    }
  }

  @DatabaseTest
  void rowGoesWithItsTransaction(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      create(metastore);
      RawStore store = metastore.store();
      SilentWrites silent = new SilentWrites(metastore.conf());

      assertEquals(
          List.of(),
          types(
              metastore.during(
                  () -> {
                    store.openTransaction();
                    silent.logTable(store, TABLE);
                    store.rollbackTransaction();
                  })));
      assertThrows(IllegalStateException.class, () -> silent.logTable(store, TABLE));
    }
  }

  @DatabaseTest
  void databasePresentAndGone(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      create(metastore);
      RawStore store = metastore.store();
      SilentWrites silent = new SilentWrites(metastore.conf());

      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                LoggedObjects logged = LoggedObjects.begin();
                store.openTransaction();
                Database changed = store.getDatabase("hive", DB);
                changed.setDescription("changed");
                store.alterDatabase("hive", DB, changed);
                silent.logDatabase(store, "hive", DB);
                silent.logDatabase(store, "hive", "never_was");
                assertTrue(logged.coversDatabase("hive", DB));
                assertTrue(logged.coversTable(TableKey.of("hive", "never_was", "t")));
                assertTrue(store.commitTransaction());
              });

      assertEquals(List.of("ALTER_DATABASE", "DROP_DATABASE"), types(rows));
      assertColumns(rows.get(0), EventType.ALTER_DATABASE, "hive", DB, null);
      assertEquals(
          "changed",
          decode(rows.get(0), AlterDatabaseMessage.class).getDbObjAfter().getDescription());
      assertColumns(rows.get(1), EventType.DROP_DATABASE, "hive", "never_was", null);
    }
  }

  @DatabaseTest
  void partitionsPresentAndGone(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      Table table = create(metastore);
      metastore.handler().add_partition(Samples.partition(table, "1"));
      metastore.handler().add_partition(Samples.partition(table, "2"));
      RawStore store = metastore.store();
      SilentWrites silent = new SilentWrites(metastore.conf());

      List<NotificationEvent> rows =
          metastore.during(
              () -> {
                LoggedObjects logged = LoggedObjects.begin();
                store.openTransaction();
                Partition changed = store.getPartition("hive", DB, "t", List.of("1"));
                changed.getParameters().put("silently", "changed");
                store.alterPartition("hive", DB, "t", List.of("1"), changed, null);
                silent.logPartitions(
                    store, TABLE, List.of(List.of("1"), List.of("gone"), List.of("2")));
                assertTrue(logged.coversPartition(TABLE, List.of("gone")));
                assertFalse(logged.coversPartition(TABLE, List.of("3")));
                assertTrue(store.commitTransaction());
              });

      assertEquals(List.of("ALTER_PARTITION", "ALTER_PARTITION", "DROP_PARTITION"), types(rows));
      AlterPartitionMessage message = decode(rows.get(0), AlterPartitionMessage.class);
      assertEquals("changed", message.getPtnObjAfter().getParameters().get("silently"));
      assertEquals(store.getPartition("hive", DB, "t", List.of("1")), message.getPtnObjAfter());
      assertEquals(message.getPtnObjBefore(), message.getPtnObjAfter());
      assertEquals(
          List.of(Map.of("p", "gone")),
          decode(rows.get(2), DropPartitionMessage.class).getPartitions());
    }
  }

  @DatabaseTest
  void manyPartitionsAreLoggedAsTheirTable(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      create(metastore);
      List<List<String>> many = new ArrayList<>();
      IntStream.rangeClosed(0, SilentWrites.MAX_PARTITION_ROWS)
          .forEach(i -> many.add(List.of("" + i)));

      assertEquals(
          List.of("ALTER_TABLE"),
          types(
              metastore.during(
                  () -> {
                    metastore.store().openTransaction();
                    new SilentWrites(metastore.conf())
                        .logPartitions(metastore.store(), TABLE, many);
                    assertTrue(metastore.store().commitTransaction());
                  })));
    }
  }

  @DatabaseTest
  void tableThatIsGone(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      create(metastore);
      TableKey gone = TableKey.of("hive", DB, "gone");

      NotificationEvent row =
          metastore.oneDuring(
              () -> {
                metastore.store().openTransaction();
                new SilentWrites(metastore.conf()).logTable(metastore.store(), gone);
                assertTrue(metastore.store().commitTransaction());
              });

      assertColumns(row, EventType.DROP_TABLE, "hive", DB, "gone");
    }
  }

  private static Table create(LogTestMetastore metastore) throws Exception {
    metastore.handler().create_database(Samples.database(DB));
    Table table = Samples.table(DB, "t", "p");
    metastore.handler().create_table(table);
    return table;
  }
}
