package io.hmscache.writeid;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;

/**
 * Write-id states of all tables, moved by the log. One thread, the tailer's, calls what moves them,
 * in log order; any thread reads, without a lock, values that never change.
 *
 * <p>Tables are known by database and name, in any case: TxnHandler knows no catalogs, so equally
 * named tables of two catalogs share their ids, and what is answered here is in the default one.
 *
 * <p>Whatever is not known here counts as <em>unseen</em>, and {@link Gate} lets its reader take
 * the head of the log instead: forgetting is always safe and costs one shared query. That is the
 * choice for
 *
 * <ul>
 *   <li>ids below the first one shown of a table, ids that an allocation jumps over, and ids above
 *       the highest: they were moved without an event (conversion of a table, replication, a name
 *       that kept its ids over drop or rename), or the log is behind the reader's list;
 *   <li>tables beyond {@code maxTables}: the least recently written ones are forgotten;
 *   <li>open ids beyond {@code maxOpenIds}: the oldest transaction is given up.
 * </ul>
 *
 * <p>An id counts as <em>open</em>, which sends those who call it committed to the database, while
 * its transaction has not ended in the log, in particular
 *
 * <ul>
 *   <li>an id that its transaction gave back for a new one (allocation with {@code reallocate}
 *       deletes its row, so that lists call it committed at once): until the transaction ends;
 *   <li>an id of a transaction whose end is never logged (aborted by a write conflict or by
 *       replication): until {@link #endedElsewhere} hears of it.
 * </ul>
 *
 * <p>The end of a transaction that is not known here moves nothing: COMMIT_TXN names no table.
 */
public final class WriteIdStates {

  /** Default for the number of tables remembered, some 250 bytes each. */
  public static final int DEFAULT_MAX_TABLES = 100_000;

  /** Default for the number of open ids remembered, some 150 bytes each. */
  public static final int DEFAULT_MAX_OPEN_IDS = 200_000;

  private final int maxTables;

  /** Canonical database, canonical table. Written under the lock of this, read without it. */
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, TableWriteIds>> states =
      new ConcurrentHashMap<>();

  /**
   * Tables that have a state, the least recently written first. The value is the highest id of the
   * last seeding while allocations up to it may still come from the log for the second time.
   */
  @GuardedBy("this")
  private final LinkedHashMap<TableKey, Long> seededHighest = new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("this")
  private final OpenTransactions transactions;

  private volatile boolean seeding;

  /** Creates states with the default bounds. */
  public WriteIdStates() {
    this(DEFAULT_MAX_TABLES, DEFAULT_MAX_OPEN_IDS);
  }

  /**
   * Creates states.
   *
   * @param maxTables tables remembered, at least 1
   */
  public WriteIdStates(int maxTables) {
    this(maxTables, DEFAULT_MAX_OPEN_IDS);
  }

  /**
   * Creates states.
   *
   * @param maxTables tables remembered, at least 1
   * @param maxOpenIds open ids remembered over all tables, at least 1
   */
  public WriteIdStates(int maxTables, int maxOpenIds) {
    if (maxTables <= 0 || maxOpenIds <= 0) {
      throw new IllegalArgumentException(
          "bounds must be positive: " + maxTables + ", " + maxOpenIds);
    }
    this.maxTables = maxTables;
    this.transactions = new OpenTransactions(maxOpenIds);
  }

  /**
   * State of a table (the catalog is ignored: TxnHandler knows none); null if nothing is known.
   *
   * <p>A reader takes {@code applied} first, then the state, then the entry. The state may then be
   * newer than applied, which is safe: the effects of an event on entries are there before those of
   * the next event on states. An older one could be of an incarnation that is gone.
   */
  @Nullable
  public TableWriteIds get(TableKey table) {
    return seeding ? null : lookUp(table);
  }

  @Nullable
  private TableWriteIds lookUp(TableKey table) {
    ConcurrentHashMap<String, TableWriteIds> tables = states.get(table.database());
    return tables == null ? null : tables.get(table.table());
  }

  /** How many tables have a state. */
  public synchronized int tableCount() {
    return seededHighest.size();
  }

  /** How many ids are open over all tables. */
  public synchronized int openIdCount() {
    return transactions.idCount();
  }

  /**
   * ALLOC_WRITE_ID, one call for each of its pairs, in ascending order of the ids.
   *
   * <p>Ids of a table are allocated in ascending order, under a row lock. So an id that is not
   * above the highest shown is the same allocation once more (after a rebase, whose seeding looks
   * at the database a little later than at the position), or the counter went back (a drop cleans
   * up on a connection of its own and stays if it fails itself; replication): then all that was
   * shown before belongs to the past and is forgotten.
   *
   * @param writeId from 1; anything else is no id and moves nothing
   */
  public synchronized void allocated(TableKey table, long txnId, long writeId) {
    if (writeId < 1) {
      return;
    }
    TableKey key = canonical(table);
    TableWriteIds state = lookUp(key);
    long seeded = state == null ? 0 : seededHighest.getOrDefault(key, 0L);
    if (state != null && writeId <= state.highest()) {
      if (state.ownerOf(writeId) == txnId) {
        return;
      }
      if (writeId > seeded) {
        forgetCanonical(key);
        state = null;
      }
    } else {
      // Allocations are in order: none below this one can still be told a second time.
      seeded = 0;
    }
    open(key, state == null ? TableWriteIds.endedUpTo(0) : state, txnId, writeId);
    touch(key, state == null ? 0 : seeded);
    giveUpBeyondBounds();
  }

  /** COMMIT_TXN; returns the tables in which the transaction had write ids. */
  public Set<TableKey> committed(long txnId) {
    return ended(txnId);
  }

  /**
   * ABORT_TXN; returns the tables in which the transaction had write ids.
   *
   * <p>The ids count as ended: their effect is nothing, and lists call them committed once the
   * cleaner has removed the transaction.
   */
  public Set<TableKey> aborted(long txnId) {
    return ended(txnId);
  }

  private synchronized Set<TableKey> ended(long txnId) {
    Iterable<OpenTransactions.Write> writes = transactions.remove(txnId);
    Set<TableKey> tables = new LinkedHashSet<>();
    for (OpenTransactions.Write write : writes) {
      TableWriteIds state = lookUp(write.table());
      if (state != null) {
        put(write.table(), state.end(write.writeId()));
        tables.add(write.table());
      }
    }
    return tables.isEmpty() ? Collections.emptySet() : tables;
  }

  /** Transactions with open ids, those that appeared first in front. */
  public synchronized long[] openTransactions() {
    return transactions.ids();
  }

  /**
   * Ends transactions whose end the log never told. The caller has taken the ids from {@link
   * #openTransactions}, has then asked the database which of them are not open (any other state, or
   * no row), has then read the head, and has by now applied the log up to it.
   *
   * <p>Then their ids may count as ended, as exactly as after an event: an ended transaction never
   * opens again and can allocate nothing, so whatever it logged, allocations included, lies below
   * that head and is applied. What a logged end proves is no more than that: all that the
   * transaction did before its end lies below the event, and is applied.
   *
   * @return the tables in which they had write ids
   */
  public synchronized Set<TableKey> endedElsewhere(long[] txnIds) {
    Set<TableKey> tables = new LinkedHashSet<>();
    for (long txnId : txnIds) {
      tables.addAll(ended(txnId));
    }
    return tables;
  }

  /**
   * DROP, CREATE or rename of a table: nothing is known any more under this name. Its open ids
   * leave their transactions, whose end must not mark the equally numbered ids of the next
   * incarnation.
   */
  public synchronized void forget(TableKey table) {
    forgetCanonical(canonical(table));
  }

  /** DROP of a database. */
  public synchronized void forgetDatabase(String database) {
    String name = TableKey.canonical(database);
    ConcurrentHashMap<String, TableWriteIds> tables = states.get(name);
    if (tables != null) {
      for (String table : tables.keySet()) {
        forgetCanonical(TableKey.of(null, name, table));
      }
    }
  }

  /** First half of a rebase. */
  public synchronized void clear() {
    states.clear();
    seededHighest.clear();
    transactions.clear();
  }

  /**
   * Seeds one table at a rebase: highest allocated id and the open (transaction, id) pairs.
   *
   * <p>Both are queried after the position of the rebase was taken, NEXT_WRITE_ID (less one) before
   * TXN_TO_WRITE_ID with open TXNS: the other way round an id allocated in between would count as
   * ended. An id above the highest raises it as an allocation does.
   *
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public synchronized void seed(
      TableKey table, long highest, long[] openTxnIds, long[] openWriteIds) {
    if (openTxnIds.length != openWriteIds.length) {
      throw new IllegalArgumentException(
          "arrays differ in length: " + openTxnIds.length + ", " + openWriteIds.length);
    }
    TableKey key = canonical(table);
    forgetCanonical(key);
    TableWriteIds state = TableWriteIds.seeded(Math.max(0, highest), openTxnIds, openWriteIds);
    put(key, state);
    for (int i = 0; i < state.openCount(); i++) {
      transactions.add(state.owner(i), key, state.openId(i));
    }
    touch(key, state.highest());
    giveUpBeyondBounds();
  }

  /**
   * From here until {@link #endSeed}, {@link #get} answers null, so that gated reads take the head.
   * What a seeding shows is a little newer than the position of the rebase; with this pair of calls
   * no id counts as ended before applied has passed its end.
   */
  public void beginSeed() {
    seeding = true;
  }

  /**
   * The log is applied up to a head that was read after the last query of the seeding. From here on
   * an allocation that is not above the highest id means that the counter went back.
   */
  public synchronized void endSeed() {
    seededHighest.replaceAll((table, highest) -> 0L);
    seeding = false;
  }

  @GuardedBy("this")
  private TableWriteIds open(TableKey key, TableWriteIds state, long txnId, long writeId) {
    long owner = state.ownerOf(writeId);
    if (owner != Gate.UNKNOWN) {
      transactions.removeWrite(owner, key, writeId);
    }
    transactions.add(txnId, key, writeId);
    TableWriteIds next = state.allocate(txnId, writeId);
    put(key, next);
    return next;
  }

  @GuardedBy("this")
  private void touch(TableKey key, long seeded) {
    seededHighest.put(key, seeded);
  }

  @GuardedBy("this")
  private void giveUpBeyondBounds() {
    while (transactions.isOverfull()) {
      for (OpenTransactions.Write write : transactions.removeOldest()) {
        TableWriteIds state = lookUp(write.table());
        if (state != null) {
          put(write.table(), state.lose(write.writeId()));
        }
      }
    }
    while (seededHighest.size() > maxTables) {
      Iterator<Map.Entry<TableKey, Long>> eldest = seededHighest.entrySet().iterator();
      forgetCanonical(eldest.next().getKey());
    }
  }

  @GuardedBy("this")
  private void forgetCanonical(TableKey key) {
    ConcurrentHashMap<String, TableWriteIds> tables = states.get(key.database());
    TableWriteIds state = tables == null ? null : tables.remove(key.table());
    if (tables == null || state == null) {
      return;
    }
    if (tables.isEmpty()) {
      states.remove(key.database());
    }
    seededHighest.remove(key);
    for (int i = 0; i < state.openCount(); i++) {
      transactions.removeWrite(state.owner(i), key, state.openId(i));
    }
  }

  @GuardedBy("this")
  private void put(TableKey key, TableWriteIds state) {
    states
        .computeIfAbsent(key.database(), database -> new ConcurrentHashMap<>())
        .put(key.table(), state);
  }

  private static TableKey canonical(TableKey table) {
    return table.catalog().equals(TableKey.DEFAULT_CATALOG)
        ? table
        : TableKey.of(null, table.database(), table.table());
  }
}
