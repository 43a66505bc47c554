package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.writeid.ReaderList.Kind;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReaderListTest {

  private static final String MAX = "9223372036854775807";
  private static final TableKey TABLE = TableKey.of(null, "db", "t");

  private static Kind kind(String text) {
    return ReaderList.of(text, TABLE).kind();
  }

  @Test
  void readsHighWatermarkOpenAndAborted() {
    Snapshot snapshot = ReaderList.of("db.t:7:5:5:3,6", TABLE).snapshot();
    assertNotNull(snapshot);
    assertEquals("db.t:7:5:5:3,6", snapshot.text());
    assertEquals(7, snapshot.highWatermark());
    assertEquals(3, snapshot.exceptionCount());
    assertArrayEquals(
        new long[] {1, 2, 4, 7}, LongStream.range(1, 10).filter(snapshot::isValid).toArray());
  }

  @Test
  void nothingWrittenYetIsSnapshot() {
    Snapshot snapshot = ReaderList.of("db.t:0:" + MAX + "::", TABLE).snapshot();
    assertNotNull(snapshot);
    assertEquals(0, snapshot.highWatermark());
  }

  @Test
  void exceptionsAboveHighWatermarkChangeNothing() {
    Snapshot snapshot = ReaderList.of("db.t:4:3:3,5,9:6", TABLE).snapshot();
    assertNotNull(snapshot);
    assertEquals(1, snapshot.exceptionCount());
    assertArrayEquals(
        new long[] {1, 2, 4}, LongStream.range(1, 12).filter(snapshot::isValid).toArray());
  }

  @Test
  void whatIsNoSnapshotSaysWhy() {
    assertEquals(Kind.ABSENT, kind(null));
    assertEquals(Kind.EMPTY, kind(""));
    assertEquals(Kind.OTHER_TABLE, kind("db.u:7:" + MAX + "::"));
    assertEquals(Kind.EVERYTHING, kind("db.t:" + MAX + ":" + MAX + "::"));
    assertEquals(Kind.EVERYTHING, kind("null:" + MAX + ":" + MAX + "::"));
    assertEquals(Kind.OTHER_TABLE, kind("null:7:" + MAX + "::"));
    // A whole transaction's lists, as they stand in a job's configuration.
    assertEquals(Kind.OTHER_TABLE, kind("12$db.t:7:" + MAX + "::$db.t:7:" + MAX + "::"));
    assertNull(ReaderList.of("", TABLE).snapshot());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        " ",
        ":",
        "::::",
        "db.t",
        "db.t:7",
        "db.t:7:5",
        "db.t:7:5:",
        "db.t::5::",
        "db.t:7:::",
        "db.t:-1:5::",
        "db.t:+7:5::",
        "db.t:07:5::",
        "db.t: 7:5::",
        "db.t:7 :5::",
        "db.t:7:x::",
        "db.t:7:-5::",
        "db.t:9223372036854775808:5::",
        "db.t:99999999999999999999999:5::",
        "db.t:7:5:0:",
        "db.t:7:5:,:",
        "db.t:7:5:5,:",
        "db.t:7:5:,5:",
        "db.t:7:5:5,,6:",
        "db.t:7:5:6,5:",
        "db.t:7:5:5,5:",
        "db.t:7:5:5:5",
        "db.t:7:5:4,5:3,5",
        "db.t:7:5:5:6,x",
        "db.t:7:5:5:6\u0000",
        "db.t:\u0667:5::",
        "db.t:7:5:9223372036854775808:",
        "db.t:0x7:5::",
      })
  void whatHiveDoesNotWriteIsMalformed(String text) {
    assertEquals(Kind.MALFORMED, kind(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "db.t                | hive  | db   | t           | SNAPSHOT",
        "DB.T                | hive  | db   | t           | SNAPSHOT",
        "db.t                | spark | db   | t           | SNAPSHOT",
        "hive.db.t           | hive  | db   | t           | SNAPSHOT",
        "Spark.Db.T          | spark | db   | t           | SNAPSHOT",
        "hive.db.t           | spark | db   | t           | OTHER_TABLE",
        "spark.db.t          | hive  | db   | t           | OTHER_TABLE",
        "xhive.db.t          | hive  | db   | t           | OTHER_TABLE",
        "x.hive.db.t         | hive  | db   | t           | OTHER_TABLE",
        "hivexdb.t           | hive  | db   | t           | OTHER_TABLE",
        "t                   | hive  | db   | t           | OTHER_TABLE",
        ".t                  | hive  | db   | t           | OTHER_TABLE",
        "dbxt                | hive  | db   | t           | OTHER_TABLE",
        "db.tt               | hive  | db   | t           | OTHER_TABLE",
        "ddb.t               | hive  | db   | t           | OTHER_TABLE",
        "db.t t              | hive  | db   | t t         | SNAPSHOT",
        "db.a:b              | hive  | db   | a:b         | SNAPSHOT",
        "db.a:1:2::          | hive  | db   | a:1:2::     | SNAPSHOT",
        "db.a.b              | hive  | db   | a.b         | SNAPSHOT",
        "db.a.b              | hive  | db.a | b           | SNAPSHOT",
        "db.a$b,c;d          | hive  | db   | a$b,c;d     | SNAPSHOT",
        "db.täble            | hive  | db   | TÄBLE       | SNAPSHOT",
      })
  void namesAreComparedCanonically(
      String name, String catalog, String database, String table, Kind expected) {
    String text = name + ":7:5:5:6";
    ReaderList list = ReaderList.of(text, TableKey.of(catalog, database, table));
    assertEquals(expected, list.kind());
    assertEquals(expected == Kind.SNAPSHOT, list.snapshot() != null);
  }

  /** Whatever a client sends, a reason comes back. */
  @Test
  void neverThrows() {
    var random = Seeds.random("ReaderListTest");
    String alphabet = "db.t:,0123456789-+ \u0660x";
    int snapshots = 0;
    for (int i = 0; i < 300_000; i++) {
      StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "" : "db.t:");
      int length = random.nextInt(12);
      for (int j = 0; j < length; j++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      text.append(random.nextBoolean() ? "" : ":9::");
      ReaderList list = ReaderList.of(text.toString(), TABLE);
      snapshots += list.snapshot() != null ? 1 : 0;
      assertEquals(list.kind() == Kind.SNAPSHOT, list.snapshot() != null);
    }
    assertTrue(snapshots > 0, "no random text was a list");
  }
}
