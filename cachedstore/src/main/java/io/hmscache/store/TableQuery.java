package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * {@code getTable}: the table object, from which every read below the table learns its kind and id.
 */
final class TableQuery extends Query.OfTable<Table, MetaException, RuntimeException> {

  private final @Nullable String argumentList;
  private final SlotKey slot;
  private long stamp;
  private @Nullable TableValue found;

  /**
   * A read of a table.
   *
   * @param list the list that gates the read: the argument's or the request's
   * @param argumentList the list that the delegate gets and that decides about the statistics flag
   */
  TableQuery(
      Session session,
      TableScope scope,
      @Nullable String list,
      @Nullable String argumentList,
      long tableId) {
    super(session, scope, list, tableId);
    this.argumentList = argumentList;
    this.slot = slot(scope);
  }

  static SlotKey slot(TableScope scope) {
    return new SlotKey(scope, SlotKey.Kind.TABLE, null);
  }

  /** The table's entry if it is there and valid. */
  @Nullable
  Entry entry(MetadataCache cache) {
    Entry entry = cache.get(slot, scope.object.stamp());
    found = entry == null ? null : (TableValue) entry.value;
    return entry;
  }

  /** The table that {@link #entry} found; null if it found none. */
  @Nullable
  TableValue found() {
    return found;
  }

  @Override
  boolean find(View view) {
    return found != null; // the caller has looked the table up and added it
  }

  @Override
  Table answer() throws MetaException {
    if (found == null) {
      throw new IllegalStateException("nothing was found");
    }
    return session.tableFor(found.table, argumentList);
  }

  @Override
  @Nullable
  Table load(Load load) throws MetaException {
    TableKey key = key();
    Table table = session.delegate().getTable(key.catalog(), key.database(), key.table(), null);
    boolean publishable = load.finish();
    if (table == null) {
      session.cache().remove(slot);
      return null;
    }
    if (!publishable || !TableValue.storable(table) || !session.stores(key)) {
      return session.complied(table, argumentList);
    }
    TableValue value = TableValue.of(session.interned(table.deepCopy()));
    Entry entry = load.entry(value, stamp, Weights.of(value.table));
    long captured = stamp;
    session.cache().publish(slot, entry, () -> scope.object.stamp() == captured);
    return session.complied(table, argumentList);
  }

  @Override
  @Nullable
  Table ask(RawStore store) throws MetaException {
    TableKey key = key();
    return store.getTable(key.catalog(), key.database(), key.table(), argumentList, tableId);
  }

  @Override
  Object flightKey() {
    return slot;
  }

  @Override
  long captureStamps() {
    stamp = scope.object.stamp();
    return stamp;
  }
}
