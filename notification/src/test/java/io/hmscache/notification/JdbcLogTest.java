package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import io.hmscache.writeid.WriteIdStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/** The statements against real databases with the official schema. */
@Databases({DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES, DatabaseKind.MARIADB})
class JdbcLogTest {

  private static LogDatabase database(TestDatabase db) {
    return LogDatabase.of(db.configuration(), 30_000);
  }

  private static List<Long> ids(LogBatch batch) {
    List<Long> ids = new ArrayList<>();
    batch.events().forEach(event -> ids.add(event.getEventId()));
    return ids;
  }

  private static List<List<Long>> ranges(List<long[]> ranges) {
    List<List<Long>> all = new ArrayList<>();
    ranges.forEach(range -> all.add(List.of(range[0], range[1])));
    return all;
  }

  @DatabaseTest
  void readsRangesInOrderAndTellsWhatTheyAreCompleteFor(TestDatabase db) throws Exception {
    LogConnection connection = new LogConnection(database(db));
    try (LogWriter writer = new LogWriter(db)) {
      JdbcLogReader reader = new JdbcLogReader(connection, 4, 1 << 20);
      assertEquals(-1, reader.oldest());
      assertNull(reader.mark(1));
      assertEquals(List.of(), ids(reader.read(0, 0)));
      for (int i = 0; i < 10; i++) {
        writer.append(Rows.alter("t" + i));
      }
      LogBatch batch = reader.read(0, 10);
      assertEquals(List.of(1L, 2L, 3L, 4L), ids(batch));
      assertEquals(4, batch.upTo());
      NotificationEvent first = batch.events().get(0);
      NotificationEvent written = Rows.alter("t0");
      assertEquals(written.getEventType(), first.getEventType());
      assertEquals("hive", first.getCatName());
      assertEquals("db", first.getDbName());
      assertEquals("t0", first.getTableName());
      assertEquals("json-0.2", first.getMessageFormat());
      assertEquals("[table hive.db.t0]", new EventDecoder().decode(first).toString());
      assertEquals(LogReader.markOf(first), reader.mark(1));
      assertNotEquals(reader.mark(1), reader.mark(2));
      assertEquals(List.of(5L, 6L, 7L, 8L), ids(reader.read(4, 10)));
      assertEquals(List.of(9L, 10L), ids(reader.read(8, 10)));
      assertEquals(List.of(9L), ids(reader.read(8, 9)), "rows above the head may be uncommitted");
      writer.execute("DELETE FROM [NOTIFICATION_LOG] WHERE [EVENT_ID] IN (1, 2, 5, 6, 10)");
      batch = reader.read(4, 10);
      assertEquals(List.of(7L, 8L), ids(batch));
      assertEquals(8, batch.upTo());
      assertEquals(3, reader.oldest());
      assertEquals(
          List.of(List.of(1L, 2L), List.of(5L, 6L), List.of(10L, 10L)),
          ranges(reader.missing(0, 10, 64)));
      assertEquals(List.of(List.of(10L, 10L)), ranges(reader.missing(0, 10, 1)));
      assertEquals(List.of(), ranges(reader.missing(6, 9, 64)));
      assertTrue(reader.anyBetween(4, 6));
      assertFalse(reader.anyBetween(5, 6));
    } finally {
      connection.close();
    }
  }

  @DatabaseTest
  void b58BatchIsBoundedByBytesAndTheRangeAdapts(TestDatabase db) throws Exception {
    LogConnection connection = new LogConnection(database(db));
    try (LogWriter writer = new LogWriter(db)) {
      String large = "x".repeat(200_000);
      for (int i = 0; i < 60; i++) {
        NotificationEvent event = Rows.alter("t");
        event.setMessage(large);
        writer.append(event);
      }
      JdbcLogReader reader = new JdbcLogReader(connection, 1_000, 2_000_000);
      long after = 0;
      List<Integer> sizes = new ArrayList<>();
      while (after < 60) {
        LogBatch batch = reader.read(after, 60);
        assertFalse(batch.events().isEmpty());
        assertEquals(after + 1, batch.events().get(0).getEventId());
        assertTrue(batch.events().size() <= 5, "2 MB hold 5 messages of 200,000 characters");
        sizes.add(batch.events().size());
        after = batch.upTo();
        assertEquals(after, batch.events().get(batch.events().size() - 1).getEventId());
      }
      assertEquals(12, sizes.size());
    } finally {
      connection.close();
    }
  }

  @DatabaseTest
  void headIsTheNextIdLessOne(TestDatabase db) throws Exception {
    LogConnection broken;
    try (LogWriter writer = new LogWriter(db);
        HeadReader heads = new HeadReader(database(db), 30_000)) {
      assertEquals(0, heads.head());
      writer.append(Rows.alter("t"));
      assertEquals(1, heads.head());
      writer.execute("DELETE FROM [NOTIFICATION_SEQUENCE]");
      assertEquals(0, heads.head());
      broken = new LogConnection(database(db));
    }
    Integer seven = broken.run(on -> 7);
    assertEquals(7, seven.intValue());
    broken.close();
    assertThrows(SQLException.class, () -> broken.run(on -> on.statement("SELECT 1")));
  }

  @DatabaseTest
  void connectionThatDiedIsReplaced(TestDatabase db) throws Exception {
    LogConnection connection = new LogConnection(database(db));
    JdbcLogReader reader = new JdbcLogReader(connection, 10, 1 << 20);
    assertEquals(-1, reader.oldest());
    connection.run(
        on -> {
          on.connection().close();
          return true;
        });
    assertEquals(-1, reader.oldest());
    connection.close();
  }

  @DatabaseTest
  void seedsShowHighestAndOpenIds(TestDatabase db) throws Exception {
    LogConnection connection = new LogConnection(database(db));
    try (LogWriter writer = new LogWriter(db)) {
      for (String row : List.of("(100, 'o'", "(101, 'a'", "(102, 'c'", "(103, 'o'")) {
        writer.execute(
            "INSERT INTO [TXNS] ([TXN_ID], [TXN_STATE], [TXN_STARTED], [TXN_LAST_HEARTBEAT],"
                + " [TXN_USER], [TXN_HOST]) VALUES "
                + row
                + ", 0, 0, 'u', 'h')");
      }
      for (String row : List.of("100, 'db', 't', 1", "101, 'db', 't', 2", "102, 'db', 't', 3")) {
        writer.execute(
            "INSERT INTO [TXN_TO_WRITE_ID] ([T2W_TXNID], [T2W_DATABASE], [T2W_TABLE],"
                + " [T2W_WRITEID]) VALUES ("
                + row
                + ")");
      }
      writer.execute(
          "INSERT INTO [NEXT_WRITE_ID] ([NWI_DATABASE], [NWI_TABLE], [NWI_NEXT])"
              + " VALUES ('db', 't', 5)");
      JdbcWriteIdSeeds seeds = new JdbcWriteIdSeeds(connection);
      WriteIdStates states = new WriteIdStates();
      seeds.seed(states);
      TableWriteIds state = states.get(TableKey.of(null, "DB", "T"));
      assertNotNull(state);
      assertEquals(4, state.highest());
      assertTrue(state.isOpen(1));
      assertTrue(state.hasEnded(2) && state.hasEnded(3) && state.hasEnded(4));
      assertEquals(Set.of(100L, 103L), seeds.openTransactions());
    } finally {
      connection.close();
    }
  }

  /** Ten rows or ten million: the plan is a look-up in the unique index that Hive's schema has. */
  @DatabaseTest
  void rangeReadUsesTheIndexOnPostgres(TestDatabase db) throws Exception {
    if (db.kind() != DatabaseKind.POSTGRES) {
      return;
    }
    try (Connection connection = db.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO \"NOTIFICATION_LOG\" (\"NL_ID\", \"EVENT_ID\", \"EVENT_TIME\","
              + " \"EVENT_TYPE\", \"MESSAGE\") SELECT n, n, 0, 'OPEN_TXN', 'm'"
              + " FROM generate_series(1, 200000) n");
      statement.execute("ANALYZE \"NOTIFICATION_LOG\"");
      for (String template : JdbcLogReader.STATEMENTS) {
        String sql =
            LogDatabase.Product.POSTGRES
                .sql(template)
                .replaceFirst("\\?", "199000")
                .replace("?", "199100");
        StringBuilder plan = new StringBuilder();
        try (var rows = statement.executeQuery("EXPLAIN " + sql)) {
          while (rows.next()) {
            plan.append(rows.getString(1)).append('\n');
          }
        }
        assertTrue(plan.toString().contains("NOTIFICATION_LOG_EVENT_ID"), sql + "\n" + plan);
        assertFalse(plan.toString().contains("Seq Scan"), sql + "\n" + plan);
      }
    }
  }
}
