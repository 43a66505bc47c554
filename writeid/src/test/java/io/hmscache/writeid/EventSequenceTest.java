package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.writeid.FakeTransactions.Database;
import io.hmscache.writeid.FakeTransactions.Ids;
import io.hmscache.writeid.TableWriteIds.Shown;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a metastore's transactions, followed event by event, cut anywhere and begun
 * again by a rebase that looks at the database a little later than at its position, and compared
 * with the database after every event.
 */
final class EventSequenceTest {

  private static final int HISTORIES = Seeds.cases(6_000);
  private static final List<TableKey> TABLES =
      List.of(
          TableKey.of(null, "db", "a"), TableKey.of(null, "db", "b"), TableKey.of(null, "db", "c"));

  private final SplittableRandom random = Seeds.random("EventSequenceTest");
  private int ended;
  private int notEnded;

  /** Where every change logs an event and no name keeps ids, the log shows the database exactly. */
  @Test
  void plainHistoriesShowTheDatabaseExactly() {
    for (int i = 0; i < HISTORIES; i++) {
      follow(history(false), true);
    }
    bothCameUp();
  }

  /** Whatever moves ids without an event: nothing counts as ended that is open. */
  @Test
  void nothingOpenEverCountsAsEnded() {
    for (int i = 0; i < HISTORIES; i++) {
      follow(history(true), false);
    }
    bothCameUp();
  }

  private void bothCameUp() {
    System.out.println("EventSequenceTest: lists ended " + ended + ", not " + notEnded);
    assertTrue(ended > 1_000 && notEnded > 1_000);
  }

  private FakeTransactions history(boolean silent) {
    FakeTransactions metastore = new FakeTransactions(Set.copyOf(TABLES.subList(0, 2)));
    int steps = 10 + random.nextInt(40);
    for (int i = 0; i < steps; i++) {
      List<Long> open = metastore.openTransactions();
      long txn =
          open.isEmpty() || random.nextInt(4) == 0
              ? metastore.open()
              : open.get(random.nextInt(open.size()));
      step(metastore, txn, silent);
    }
    return metastore;
  }

  private void step(FakeTransactions metastore, long txn, boolean silent) {
    TableKey table = table();
    if (!silent && !metastore.exists(table)) {
      // Ids allocated for a name that is not there yet would be kept by the table to come.
      metastore.create(table);
    }
    switch (random.nextInt(silent ? 22 : 16)) {
      case 0, 1, 2, 3, 4, 5 -> metastore.allocate(table, txn);
      case 6 -> metastore.reallocate(table, txn);
      case 7, 8, 9 -> metastore.commit(txn);
      case 10, 11 -> metastore.abort(txn);
      case 12 -> metastore.drop(table);
      case 13 -> metastore.create(table);
      case 14 -> metastore.clean(1 + random.nextInt((int) txn));
      case 15 -> metastore.commit(metastore.open());
      case 16 -> metastore.abortSilently(txn);
      case 17 -> metastore.moveIds(table, 1 + random.nextInt(3));
      case 18 -> metastore.dropKeepingIds(table);
      case 19 -> metastore.cleanUpBeforeDrop(table);
      default -> metastore.rename(table, table());
    }
  }

  private TableKey table() {
    return TABLES.get(random.nextInt(TABLES.size()));
  }

  private void follow(FakeTransactions metastore, boolean exactly) {
    WriteIdStates states = new WriteIdStates();
    long seededUpTo = 0;
    boolean seeding = false;
    for (long position = 0; position <= metastore.head(); position++) {
      if (position > 0) {
        metastore.event(position).applyTo(states);
      }
      if (random.nextInt(10) == 0) {
        seededUpTo = Math.min(metastore.head(), position + random.nextInt(5));
        states.clear();
        states.beginSeed();
        metastore.at(seededUpTo).seed(states);
        seeding = true;
      }
      if (seeding && position >= seededUpTo) {
        states.endSeed();
        seeding = false;
      }
      for (TableKey table : TABLES) {
        if (seeding) {
          assertNull(states.get(table));
        } else {
          compare(metastore, position, table, states.get(table), exactly);
        }
      }
      bookkeepingIsInStep(states, seeding);
    }
  }

  private void compare(
      FakeTransactions metastore,
      long position,
      TableKey table,
      TableWriteIds state,
      boolean exactly) {
    Database database = metastore.at(position);
    if (exactly) {
      showsExactly(database, table, state);
    }
    long listed = random.nextInt((int) position + 1);
    for (long at : new long[] {position, listed}) {
      for (long own : List.of(0L, (long) random.nextInt(12))) {
        String text = metastore.at(at).list(table, own);
        Snapshot snapshot = ReaderList.of(text, table).snapshot();
        assertNotNull(snapshot, text);
        if (TableWriteIds.shown(state, snapshot) == Shown.ENDED) {
          ended++;
          nothingValidIsOpen(database, table, snapshot, state);
        } else {
          notEnded++;
          needed(database, table, snapshot, state, exactly);
        }
      }
    }
  }

  private static void showsExactly(Database database, TableKey table, TableWriteIds state) {
    Ids of = database.of(table);
    assertEquals(of.highest(), state == null ? 0 : state.highest());
    for (long id = 1; id <= of.highest(); id++) {
      long givenBackBy = of.givenBackBy().getOrDefault(id, 0L);
      String what = id + " of " + state + ", " + of + ", open " + database.open();
      assertNotNull(state, what);
      if (database.isOpen(table, id)) {
        assertTrue(state.isOpen(id), what);
      } else if (!database.open().contains(givenBackBy)) {
        assertTrue(state.hasEnded(id), what);
      } else {
        // Open if the log told of it, ended if a seed has looked since: lists call it committed.
        assertTrue(state.isOpen(id) || state.hasEnded(id), what);
      }
    }
  }

  private static void nothingValidIsOpen(
      Database database, TableKey table, Snapshot snapshot, TableWriteIds state) {
    for (long id = 1; id <= snapshot.highWatermark(); id++) {
      if (snapshot.isValid(id) && database.isOpen(table, id)) {
        throw new AssertionError(id + " is open: " + snapshot + ", " + state + ", " + database);
      }
    }
  }

  /** A read is sent elsewhere for a reason only. */
  private static void needed(
      Database database, TableKey table, Snapshot snapshot, TableWriteIds state, boolean exactly) {
    if (!exactly) {
      return;
    }
    Ids of = database.of(table);
    for (long id = 1; id <= snapshot.highWatermark(); id++) {
      boolean open = database.isOpen(table, id);
      boolean givenBack = database.open().contains(of.givenBackBy().getOrDefault(id, 0L));
      if (snapshot.isValid(id) && (open || givenBack || id > of.highest())) {
        return;
      }
    }
    throw new AssertionError("no reason: " + snapshot + ", " + state + ", " + database);
  }

  /** The transactions of the open ids are those remembered, no more and no fewer. */
  private static void bookkeepingIsInStep(WriteIdStates states, boolean seeding) {
    if (seeding) {
      return;
    }
    int open = 0;
    for (TableKey table : TABLES) {
      TableWriteIds state = states.get(table);
      open += state == null ? 0 : state.openCount();
    }
    assertEquals(open, states.openIdCount());
    assertEquals(states.openTransactions().length == 0, open == 0);
  }
}
