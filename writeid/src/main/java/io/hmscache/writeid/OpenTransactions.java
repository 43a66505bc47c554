package io.hmscache.writeid;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Transactions with open write ids, in the order in which they appeared. Confined to its owner,
 * {@link WriteIdStates}, which keeps it in step with the owners in {@link TableWriteIds}.
 */
final class OpenTransactions {

  /** One open write id of a transaction. Immutable. */
  static final class Write {
    private final TableKey table;
    private final long writeId;

    Write(TableKey table, long writeId) {
      this.table = table;
      this.writeId = writeId;
    }

    TableKey table() {
      return table;
    }

    long writeId() {
      return writeId;
    }
  }

  private final int maxIds;
  private final LinkedHashMap<Long, List<Write>> writes = new LinkedHashMap<>();
  private int ids;

  OpenTransactions(int maxIds) {
    this.maxIds = maxIds;
  }

  int idCount() {
    return ids;
  }

  boolean isOverfull() {
    return ids > maxIds;
  }

  long[] ids() {
    return writes.keySet().stream().mapToLong(Long::longValue).toArray();
  }

  void add(long txnId, TableKey table, long writeId) {
    // Nearly every transaction has one: a list that starts with room for ten would be the leak.
    writes.computeIfAbsent(txnId, id -> new ArrayList<>(1)).add(new Write(table, writeId));
    ids++;
  }

  void removeWrite(long txnId, TableKey table, long writeId) {
    List<Write> of = writes.get(txnId);
    if (of != null && of.removeIf(write -> write.writeId == writeId && write.table.equals(table))) {
      ids--;
      if (of.isEmpty()) {
        writes.remove(txnId);
      }
    }
  }

  /** Removes a transaction; its writes, none if it is not known. */
  List<Write> remove(long txnId) {
    List<Write> of = writes.remove(txnId);
    if (of == null) {
      return Collections.emptyList();
    }
    ids -= of.size();
    return of;
  }

  /** Removes the transaction that appeared first; its writes. */
  List<Write> removeOldest() {
    Iterator<Long> oldest = writes.keySet().iterator();
    return oldest.hasNext() ? remove(oldest.next()) : Collections.emptyList();
  }

  void clear() {
    writes.clear();
    ids = 0;
  }
}
