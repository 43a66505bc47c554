package io.hmscache.writeid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What TxnHandler keeps in NEXT_WRITE_ID, TXN_TO_WRITE_ID and TXNS, and the events it logs: as the
 * metastore does it, oddities included. Every change is one committed database transaction with at
 * most one event; the tables after each event are kept, to be compared with.
 */
final class FakeTransactions {

  /** An event, as it moves write-id states. */
  interface Event {
    void applyTo(WriteIdStates states);
  }

  /**
   * NEXT_WRITE_ID less one and TXN_TO_WRITE_ID of one table; and, of which the database keeps no
   * trace, the transactions of ids given back. Immutable.
   */
  record Ids(long highest, Map<Long, Long> txnOfId, Map<Long, Long> givenBackBy) {
    static final Ids NONE = new Ids(0, Map.of(), Map.of());

    Ids with(long id, long txn) {
      Map<Long, Long> next = new TreeMap<>(txnOfId);
      next.put(id, txn);
      return new Ids(Math.max(highest, id), next, givenBackBy);
    }

    Ids givenBack(long txn) {
      Map<Long, Long> rows = new TreeMap<>(txnOfId);
      Map<Long, Long> given = new TreeMap<>(givenBackBy);
      txnOfId.forEach(
          (id, owner) -> {
            if (owner == txn) {
              rows.remove(id);
              given.put(id, txn);
            }
          });
      return new Ids(highest, rows, given);
    }

    Ids cleaned(long txn) {
      Map<Long, Long> rows = new TreeMap<>(txnOfId);
      rows.values().removeIf(owner -> owner == txn);
      return new Ids(highest, rows, givenBackBy);
    }
  }

  /** The database after an event. Immutable. */
  record Database(Map<TableKey, Ids> ids, TreeSet<Long> open, TreeSet<Long> aborted) {

    Ids of(TableKey table) {
      return ids.getOrDefault(table, Ids.NONE);
    }

    boolean isOpen(TableKey table, long id) {
      Long txn = of(table).txnOfId.get(id);
      return txn != null && open.contains(txn);
    }

    /** A list computed now, in no transaction or in one (whose own ids it calls valid). */
    String list(TableKey table, long ownTxn) {
      Ids of = of(table);
      StringBuilder openIds = new StringBuilder();
      StringBuilder abortedIds = new StringBuilder();
      for (Map.Entry<Long, Long> row : of.txnOfId.entrySet()) {
        long txn = row.getValue();
        if (aborted.contains(txn) || (open.contains(txn) && txn != ownTxn)) {
          StringBuilder ids = aborted.contains(txn) ? abortedIds : openIds;
          ids.append(ids.isEmpty() ? "" : ",").append(row.getKey());
        }
      }
      return table.database()
          + "."
          + table.table()
          + ":"
          + of.highest
          + ":1:"
          + openIds
          + ":"
          + abortedIds;
    }

    /** As the seeding queries do it. */
    void seed(WriteIdStates states) {
      ids.forEach(
          (table, of) -> {
            List<Map.Entry<Long, Long>> rows = new ArrayList<>(of.txnOfId.entrySet());
            rows.removeIf(row -> !open.contains(row.getValue()));
            states.seed(
                table,
                of.highest,
                rows.stream().mapToLong(Map.Entry::getValue).toArray(),
                rows.stream().mapToLong(Map.Entry::getKey).toArray());
          });
    }
  }

  private static final Comparator<TableKey> BY_NAME = Comparator.comparing(TableKey::table);

  private final Map<TableKey, Ids> ids = new TreeMap<>(BY_NAME);
  private final TreeSet<Long> open = new TreeSet<>();
  private final TreeSet<Long> aborted = new TreeSet<>();
  private final Set<TableKey> tables;
  private long nextTxn = 1;

  /** Event i is the log's position i + 1. */
  private final List<Event> log = new ArrayList<>();

  /** The database at each position, taken when the next event was logged or at the end. */
  private final List<Database> history = new ArrayList<>();

  FakeTransactions(Set<TableKey> tables) {
    this.tables = new HashSet<>(tables);
  }

  long head() {
    return log.size();
  }

  Event event(long position) {
    return log.get((int) position - 1);
  }

  /** The database right after the event at a position (0: before all). */
  Database at(long position) {
    return position < history.size() ? history.get((int) position) : now();
  }

  Database now() {
    Map<TableKey, Ids> copy = new TreeMap<>(BY_NAME);
    copy.putAll(ids);
    return new Database(copy, new TreeSet<>(open), new TreeSet<>(aborted));
  }

  List<Long> openTransactions() {
    return new ArrayList<>(open);
  }

  /** Commits a change together with its event; what logs nothing belongs to the position before. */
  private void commit(Event event, Runnable change) {
    history.add(now());
    change.run();
    log.add(event);
  }

  long open() {
    open.add(nextTxn);
    return nextTxn++;
  }

  void allocate(TableKey table, long txn) {
    Ids of = ids.getOrDefault(table, Ids.NONE);
    if (!of.txnOfId.containsValue(txn)) {
      long id = of.highest + 1;
      commit(states -> states.allocated(table, txn, id), () -> ids.put(table, of.with(id, txn)));
    }
  }

  void reallocate(TableKey table, long txn) {
    Ids of = ids.getOrDefault(table, Ids.NONE);
    long id = of.highest + 1;
    commit(
        states -> states.allocated(table, txn, id),
        () -> ids.put(table, of.givenBack(txn).with(id, txn)));
  }

  void commit(long txn) {
    commit(states -> states.committed(txn), () -> open.remove(txn));
  }

  void abort(long txn) {
    commit(
        states -> states.aborted(txn),
        () -> {
          open.remove(txn);
          aborted.add(txn);
        });
  }

  /** A write conflict: no event. */
  void abortSilently(long txn) {
    open.remove(txn);
    aborted.add(txn);
  }

  /** Lists call the ids of a cleaned transaction committed. */
  void clean(long txn) {
    if (aborted.remove(txn)) {
      ids.replaceAll((table, of) -> of.cleaned(txn));
    }
  }

  /** Conversion of a table, replication: no event. */
  void moveIds(TableKey table, long by) {
    Ids of = ids.getOrDefault(table, Ids.NONE);
    ids.put(table, new Ids(of.highest + by, of.txnOfId, of.givenBackBy));
  }

  boolean exists(TableKey table) {
    return tables.contains(table);
  }

  /** With its data, all in one. */
  void drop(TableKey table) {
    if (tables.remove(table)) {
      commit(states -> states.forget(table), () -> ids.remove(table));
    }
  }

  /** Without its data, so that the ids stay. */
  void dropKeepingIds(TableKey table) {
    if (tables.remove(table)) {
      commit(states -> states.forget(table), () -> {});
    }
  }

  /** What belongs to transactions is removed on a connection of its own, before the drop. */
  void cleanUpBeforeDrop(TableKey table) {
    if (tables.contains(table)) {
      ids.remove(table);
    }
  }

  void create(TableKey table) {
    if (tables.add(table)) {
      commit(states -> states.forget(table), () -> {});
    }
  }

  /** The rows are moved on a connection of its own, before the rename; no row may be in the way. */
  void rename(TableKey from, TableKey to) {
    if (!tables.contains(from) || tables.contains(to) || ids.containsKey(to)) {
      return;
    }
    Ids of = ids.remove(from);
    if (of != null) {
      ids.put(to, of);
    }
    tables.remove(from);
    tables.add(to);
    commit(
        states -> {
          states.forget(from);
          states.forget(to);
        },
        () -> {});
  }
}
