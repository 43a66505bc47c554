package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Iceberg's HiveCatalog on two metastores: the table's pointer is the one thing in a metastore that
 * must never be served old, because a writer that starts from an old one loses its commit.
 */
final class IcebergFleetTest {

  private static final int APPENDS = 30;
  private static final int FEW_APPENDS = 8;
  private static final int PLENTY = 40;
  private static final int DEFAULT = 4;

  /** With plenty of retries every append succeeds, whichever way commits are made exclusive. */
  @Test
  @Tag("clients")
  void twoWritersLoseNothing() {
    race(APPENDS);
  }

  /** The same in short. */
  @Test
  void fewAppendsOfTwoWritersLoseNothing() {
    race(FEW_APPENDS);
  }

  private static void race(int appends) {
    for (Store store : Store.toTry()) {
      try (Fleet fleet = Fleet.start(store)) {
        for (boolean lock : List.of(true, false)) {
          String table = lock ? "locked" : "compared";
          IcebergRace.Outcome outcome = IcebergRace.run(fleet, table, lock, PLENTY, appends);
          print(store, table, PLENTY, outcome);
          assertAll(
              () -> assertEquals(2 * appends, outcome.committed(), "committed"),
              () -> assertEquals(0, outcome.refused(), "refused"),
              () -> assertEquals(0, outcome.lost(), "lost"),
              () -> assertEquals(0, outcome.stale(), "stale reads"),
              () -> assertEquals(0, outcome.backwards(), "reads that went back"),
              () -> assertTrue(outcome.reads() > appends, "too few reads to tell"));
        }
      }
    }
  }

  /**
   * With the default number of retries some appends give up because two writers contend. A stale
   * read of the pointer would make it many more, as each retry would start from the old pointer.
   */
  @Test
  @Tag("clients")
  void defaultRetriesSufficeAsOftenAsOnThePlainFleet() {
    for (Store store : Store.toTry()) {
      try (Fleet fleet = Fleet.start(store)) {
        for (boolean lock : List.of(true, false)) {
          String table = lock ? "locked4" : "compared4";
          IcebergRace.Outcome outcome = IcebergRace.run(fleet, table, lock, DEFAULT, APPENDS);
          print(store, table, DEFAULT, outcome);
          assertAll(
              () -> assertEquals(2 * APPENDS, outcome.committed() + outcome.refused(), "appends"),
              () -> assertTrue(outcome.refused() <= APPENDS / 3, "refused: " + outcome.refused()),
              () -> assertEquals(0, outcome.lost(), "lost"),
              () -> assertEquals(0, outcome.stale(), "stale reads"));
        }
      }
    }
  }

  /** Each change made through one metastore shows through the other at once. */
  @Test
  void maintenanceShowsOnTheOtherInstanceAtOnce() {
    for (Store store : Store.toTry()) {
      try (Fleet fleet = Fleet.start(store);
          ClientProcess a = IcebergRace.client(fleet, 0, "maintain-a");
          ClientProcess b = IcebergRace.client(fleet, 1, "maintain-b")) {
        a.ask("create ice m true 4");
        assertEquals(List.of("2 columns, kept.by=null"), b.ask("describe ice m"));
        a.ask("maintain ice m");
        assertEquals(List.of("3 columns, kept.by=fleet"), b.ask("describe ice m_renamed"));
        assertEquals(List.of("absent"), b.ask("describe ice m"));
        assertEquals(List.of("true"), b.ask("drop ice m_renamed"));
        assertEquals(List.of("absent"), a.ask("describe ice m_renamed"));
      }
    }
  }

  private static void print(Store store, String table, int retries, IcebergRace.Outcome o) {
    System.out.printf(
        "iceberg %s %s num-retries=%d: %d committed, %d refused, %d retries, %d lost,"
            + " %d reads, %d stale, %d backwards%n",
        store,
        table,
        retries,
        o.committed(),
        o.refused(),
        o.retries(),
        o.lost(),
        o.reads(),
        o.stale(),
        o.backwards());
  }
}
