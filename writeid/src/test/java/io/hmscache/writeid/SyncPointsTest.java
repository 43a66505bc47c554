package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Sync points and the cache of parsed lists: what is remembered under a list's text. */
final class SyncPointsTest {

  private static final TableKey T = TableKey.of(null, "db", "t");
  private static final TableKey U = TableKey.of(null, "db", "u");
  private static final String LIST = "db.t:7:5:5:6";

  @Test
  void recordsOnlyGrow() {
    SyncPoints points = new SyncPoints(10);
    assertEquals(Gate.UNKNOWN, points.get(T, LIST));
    points.record(T, LIST, 5);
    points.record(T, LIST, 3);
    assertEquals(5, points.get(T, LIST));
    points.record(T, LIST, 0);
    points.record(T, LIST, Gate.UNKNOWN);
    assertEquals(5, points.get(T, LIST));
    points.record(T, LIST, Long.MAX_VALUE);
    assertEquals(Long.MAX_VALUE, points.get(T, LIST));
  }

  @Test
  void unknownHeadRecordsNothing() {
    SyncPoints points = new SyncPoints(10);
    points.record(T, LIST, Gate.UNKNOWN);
    assertEquals(Gate.UNKNOWN, points.get(T, LIST));
    assertEquals(0, points.size());
  }

  @Test
  void tablesAndTextsAreToldApart() {
    SyncPoints points = new SyncPoints(10);
    points.record(T, LIST, 5);
    points.record(U, LIST, 6);
    assertEquals(5, points.get(T, LIST));
    assertEquals(6, points.get(U, LIST));
    assertEquals(Gate.UNKNOWN, points.get(T, LIST + ",7"));
    assertEquals(Gate.UNKNOWN, points.get(TableKey.of(null, "other", "t"), LIST));
    assertEquals(5, points.get(TableKey.of("spark", "DB", "T"), LIST));
  }

  @Test
  void evictedIsUnknown() {
    SyncPoints points = new SyncPoints(3);
    for (int i = 0; i < 10; i++) {
      points.record(T, "db.t:" + i + ":9::", i);
      assertEquals(i, points.get(T, "db.t:" + i + ":9::"));
    }
    assertEquals(Gate.UNKNOWN, points.get(T, "db.t:0:9::"));
    assertEquals(3, points.size());
    assertThrows(IllegalArgumentException.class, () -> new SyncPoints(0));
  }

  @Test
  void clearedIsUnknown() {
    SyncPoints points = new SyncPoints(3);
    points.record(T, LIST, 5);
    points.clear();
    assertEquals(Gate.UNKNOWN, points.get(T, LIST));
    points.record(T, LIST, 2);
    assertEquals(2, points.get(T, LIST));
  }

  /** The highest of concurrent records stays, whichever thread came last. */
  @Test
  void concurrentRecordsKeepTheHighest() throws Exception {
    SyncPoints points = new SyncPoints(10);
    int threads = 4;
    int each = 20_000;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> lows = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int offset = thread;
        lows.add(
            executor.submit(
                () -> {
                  long last = Gate.UNKNOWN;
                  for (int i = 0; i < each; i++) {
                    points.record(T, LIST, (long) i * threads + offset);
                    long now = points.get(T, LIST);
                    assertTrue(now >= last, "went back from " + last + " to " + now);
                    last = now;
                  }
                  return last;
                }));
      }
      for (Future<Long> low : lows) {
        low.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertEquals((long) each * threads - 1, points.get(T, LIST));
  }

  @Test
  void thousandReadersShareOneParsedList() {
    ReaderLists lists = new ReaderLists(10);
    Snapshot first = lists.of(LIST, T).snapshot();
    for (int i = 0; i < 1_000; i++) {
      // As it arrives with each request: equal, not the same.
      assertSame(first, lists.of(new String(LIST.toCharArray()), T).snapshot());
    }
    assertEquals(1, lists.size());
    assertEquals(ReaderList.Kind.OTHER_TABLE, lists.of(LIST, U).kind());
    assertSame(first, lists.of(LIST, TableKey.of("spark", "db", "t")).snapshot());
  }

  @Test
  void rememberedListsAnswerAsFreshOnes() {
    ReaderLists lists = new ReaderLists(3);
    String[] texts = {
      null,
      "",
      "x",
      LIST,
      "hive.db.t:7:5:5:6",
      "db.u:1:2::",
      "db.t:9223372036854775807:5::",
      "::::",
    };
    for (int round = 0; round < 3; round++) {
      for (String text : texts) {
        for (TableKey table : new TableKey[] {T, U, TableKey.of("spark", "db", "t")}) {
          assertEquals(
              ReaderList.of(text, table).kind(), lists.of(text, table).kind(), text + " " + table);
        }
      }
    }
    assertTrue(lists.size() <= 3);
    assertThrows(IllegalArgumentException.class, () -> new ReaderLists(0));
  }
}
