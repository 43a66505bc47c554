package io.hmscache.store;

import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.UnknownDBException;

/**
 * {@code getTableObjectsByName}. Which of the names there are, and in which order the database
 * lists them, is remembered for the very list of names; the objects are the entries that {@code
 * getTable} uses, so one changed table of a thousand costs a query for one.
 */
final class TablesByNameQuery extends Query<List<Table>, MetaException, UnknownDBException> {

  private final String catalog;
  private final String database;
  private final DatabaseScope scope;
  private final Ask<List<Table>, MetaException, UnknownDBException> ask;
  private final Map<TableKey, One> tables = new LinkedHashMap<>();
  private final Remembered<List<String>> order;
  private final Set<TableKey> alsoShown = new LinkedHashSet<>();
  private @Nullable List<String> present;

  /** One of the tables asked for. */
  static final class One {
    final TableScope scope;
    final SlotKey slot;
    @Nullable TableWriteIds state;
    @Nullable TableValue found;
    private long stamp;

    One(TableScope scope) {
      this.scope = scope;
      this.slot = TableQuery.slot(scope);
    }

    TableKey key() {
      return scope.key;
    }
  }

  /**
   * A read of tables.
   *
   * @param names their names in the caller's order; empty if memory cannot answer the call
   */
  TablesByNameQuery(
      Session session,
      String catalog,
      String database,
      List<String> names,
      Ask<List<Table>, MetaException, UnknownDBException> ask) {
    super(session);
    this.catalog = catalog;
    this.database = database;
    this.ask = ask;
    Scopes scopes = session.cache().scopes();
    this.scope = scopes.database(TableKey.canonical(catalog), TableKey.canonical(database));
    for (String name : names) {
      TableKey key = TableKey.of(catalog, database, name);
      tables.computeIfAbsent(key, k -> new One(scopes.table(k)));
    }
    LongSupplier stamps = scope.tableNames::stamp;
    CallKey arguments = CallKey.of(catalog, database, new ArrayList<>(names));
    this.order =
        new Remembered<>(
            session,
            scope.tableNames,
            SlotKey.Kind.TABLES_BY_NAME,
            arguments,
            stamps,
            AnswerForms.STRINGS);
  }

  /** Reads the write-id states: after the position applied, before the entries. */
  void readStates(LogPosition position) {
    for (One one : tables.values()) {
      one.state = position.writeIds(one.key());
    }
  }

  @Override
  boolean find(View view) {
    present = null;
    tables.values().forEach(one -> one.found = null);
    if (!order.find(view)) {
      return false;
    }
    List<String> names = order.answer();
    boolean all = true;
    for (One one : ones(names)) {
      Entry entry = session.cache().get(one.slot, one.scope.object.stamp());
      if (entry == null) {
        all = false;
      } else {
        view.add(entry);
        one.found = (TableValue) entry.value;
      }
    }
    present = names;
    return all;
  }

  private List<One> ones(@Nullable List<String> names) {
    List<One> ones = new ArrayList<>();
    if (names != null) {
      for (String name : names) {
        One one = tables.get(TableKey.of(catalog, database, name));
        if (one == null) {
          throw new IllegalStateException("nobody asked for " + name);
        }
        ones.add(one);
      }
    }
    return ones;
  }

  /** The tables that {@link #find} found. */
  List<One> found() {
    List<One> found = ones(present);
    found.removeIf(one -> one.found == null);
    return found;
  }

  /** Whether {@link #find} knows that a table that was asked for is not there. */
  boolean someAbsent() {
    return present != null && present.size() < tables.size();
  }

  @Override
  List<Table> answer() throws MetaException {
    List<Table> answer = new ArrayList<>();
    for (One one : found()) {
      answer.add(session.tableFor(Objects.requireNonNull(one.found).table, null));
    }
    return answer;
  }

  // ---- the objects that are missing -----------------------------------------------------------

  /** The tables that are there but whose entries are missing; empty if nothing is known. */
  List<One> missing() {
    List<One> missing = ones(present);
    missing.removeIf(one -> one.found != null);
    return missing;
  }

  /** Captures the generations of some tables, before a load of them reads the head. */
  static void capture(Iterable<One> ones) {
    for (One one : ones) {
      one.stamp = one.scope.object.stamp();
    }
  }

  /** Loads some of the tables with one call. */
  void fill(Load load, List<One> missing) throws MetaException, UnknownDBException {
    List<String> names = new ArrayList<>();
    for (One one : missing) {
      names.add(one.key().table());
    }
    List<Table> answer = session.delegate().getTableObjectsByName(catalog, database, names);
    if (load.finish() && answer != null) {
      answer.forEach(table -> publish(load, table));
    }
  }

  // ---- the call itself ------------------------------------------------------------------------

  @Override
  @Nullable
  List<Table> load(Load load) throws MetaException, UnknownDBException {
    List<Table> answer = ask.of(session.delegate());
    if (!load.finish() || answer == null) {
      return answer;
    }
    List<String> names = new ArrayList<>();
    Set<TableKey> absent = new LinkedHashSet<>(tables.keySet());
    boolean stored = true;
    for (Table table : answer) {
      stored = publish(load, table) && stored;
      absent.remove(keyOf(table));
      names.add(table.getTableName());
    }
    for (One one : tables.values()) {
      if (absent.contains(one.key())) {
        session.cache().remove(one.slot);
      }
    }
    if (stored) {
      order.publish(load, names);
    }
    return answer;
  }

  /** Publishes a table; false if it may not be stored or nobody asked for it. */
  private boolean publish(Load load, Table table) {
    One one = tables.get(keyOf(table));
    if (one == null || !TableValue.storable(table) || !session.stores(one.key())) {
      return false;
    }
    TableValue value = TableValue.of(session.interned(table.deepCopy()));
    long captured = one.stamp;
    session
        .cache()
        .publish(
            one.slot,
            load.entry(value, captured, Weights.of(value.table)),
            () -> one.scope.object.stamp() == captured);
    return true;
  }

  private static TableKey keyOf(Table table) {
    return TableKey.of(table.getCatName(), table.getDbName(), table.getTableName());
  }

  @Override
  @Nullable
  List<Table> ask(RawStore store) throws MetaException, UnknownDBException {
    return ask.of(store);
  }

  @Override
  void forget() {
    order.forget();
    tables.keySet().forEach(session.cache()::tableChanged);
  }

  @Override
  boolean unordered() {
    return true;
  }

  @Override
  @Nullable
  List<Table> direct() throws MetaException, UnknownDBException {
    List<Table> answer = super.direct();
    if (answer != null) {
      for (Table table : answer) {
        // A projection may leave the names out.
        if (table.getDbName() != null && table.getTableName() != null) {
          alsoShown.add(keyOf(table));
        }
      }
    }
    return answer;
  }

  @Override
  Object flightKey() {
    return order.slot();
  }

  @Override
  long captureStamps() {
    capture(tables.values());
    long sum = order.capture();
    for (One one : tables.values()) {
      sum += one.stamp;
    }
    return sum;
  }

  @Override
  Floor floor() {
    return scope.floor;
  }

  @Override
  Floor[] floors() {
    Set<Floor> floors = new LinkedHashSet<>();
    floors.add(scope.floor);
    tables.values().forEach(one -> floors.add(one.scope.floor));
    alsoShown.forEach(key -> floors.add(session.cache().scopes().table(key).floor));
    return floors.toArray(new Floor[0]);
  }
}
