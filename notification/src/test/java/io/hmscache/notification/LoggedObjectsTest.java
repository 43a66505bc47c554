package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a transaction is known to have logged. */
class LoggedObjectsTest {

  private static final TableKey T = TableKey.of(null, "db", "t");

  @AfterEach
  void forget() {
    LoggedObjects.end();
  }

  @Test
  void coverFollowsScope() {
    LoggedObjects logged = LoggedObjects.begin();
    logged.loggedTableStatistics(T);
    logged.loggedPartition(T, List.of("1"));
    assertFalse(logged.coversTable(T));
    assertTrue(logged.coversTableObject(T));
    assertTrue(logged.coversPartition(T, List.of("1")));
    assertFalse(logged.coversPartition(T, List.of("2")));

    logged.loggedTable(T);
    assertTrue(logged.coversTable(T));
    assertTrue(logged.coversPartition(T, List.of("2")));
    assertFalse(logged.coversConstraints());
    logged.loggedConstraints();
    assertTrue(logged.coversConstraints());
  }

  @Test
  void databaseCoversItsContentsOnlyWhenToldSo() {
    LoggedObjects logged = LoggedObjects.begin();
    logged.loggedDatabase("hive", "DB");
    assertTrue(logged.coversDatabase("hive", "db"));
    assertFalse(logged.coversTable(T));
    logged.loggedDatabaseAndContents("hive", "db");
    logged.loggedDatabase("hive", "db");
    assertTrue(logged.coversTable(T));
  }

  @Test
  void beginForgetsAndEndRemoves() {
    LoggedObjects first = LoggedObjects.begin();
    first.loggedTable(T);
    assertEquals(first, LoggedObjects.current());
    assertFalse(LoggedObjects.begin().coversTable(T));
    LoggedObjects.end();
    assertNull(LoggedObjects.current());
  }

  @DatabaseTest
  void listenerRecordsWhatItLogsInTheTransaction(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database("db"));
      Table table = Samples.table("db", "t", "p");
      metastore.handler().create_table(table);
      assertNull(LoggedObjects.current());

      LoggedObjects logged = LoggedObjects.begin();
      metastore.handler().add_partition(Samples.partition(table, "1"));
      assertTrue(logged.coversPartition(T, List.of("1")));
      assertFalse(logged.coversTable(T));

      logged = LoggedObjects.begin();
      metastore
          .handler()
          .set_aggr_stats_for(
              new SetPartitionsStatsRequest(
                  List.of(StatisticsEventsTest.statistics("db", "t", "p=1", 3))));
      assertTrue(logged.coversPartition(T, List.of("1")));

      logged = LoggedObjects.begin();
      Table renamed = metastore.store().getTable("hive", "db", "t");
      renamed.setTableName("t2");
      metastore.handler().alter_table("db", "t", renamed);
      assertTrue(logged.coversTable(T));
      assertTrue(logged.coversTable(TableKey.of("hive", "db", "t2")));

      logged = LoggedObjects.begin();
      metastore.handler().drop_database("db", false, true);
      assertTrue(logged.coversDatabase("hive", "db"));
      assertTrue(logged.coversTable(T));
    }
  }
}
