package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.GetProjectionsSpec;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TableMeta;
import org.apache.hadoop.hive.metastore.api.UnknownDBException;

/**
 * Reads of names and of several tables at once. Every listing is remembered as the database gave
 * it, under the exact arguments: patterns have no evaluator here.
 */
abstract class ListingReadingStore extends ReadingStore {

  /** A name that is no pattern to anybody, neither in a regular expression nor in SQL's LIKE. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]+");

  @Override
  @Nullable
  public List<String> getAllDatabases(String catalog) throws MetaException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty()) {
      return delegate().getAllDatabases(catalog);
    }
    return databaseNames(session, catalog, "all", null, store -> store.getAllDatabases(catalog));
  }

  @Override
  @Nullable
  public List<String> getDatabases(String catalog, String pattern) throws MetaException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty() || pattern == null) {
      return delegate().getDatabases(catalog, pattern);
    }
    return databaseNames(
        session, catalog, "like", pattern, store -> store.getDatabases(catalog, pattern));
  }

  private @Nullable List<String> databaseNames(
      Session session,
      String catalog,
      String form,
      @Nullable String pattern,
      Ask<List<String>, MetaException, RuntimeException> ask)
      throws MetaException {
    CatalogScope scope = session.cache().scopes().catalog(TableKey.canonical(catalog));
    Remembered<List<String>> remembered =
        new Remembered<>(
            session,
            scope.names,
            SlotKey.Kind.DATABASE_NAMES,
            CallKey.of(form, catalog, pattern),
            scope.names::stamp,
            AnswerForms.STRINGS);
    return answer(
        session,
        new ListingQuery<>(session, remembered, scope.floor, names -> true, ask),
        DatabaseLevel.ofNames(session.shared(), proxied()));
  }

  @Override
  @Nullable
  public List<String> getAllTables(String catalog, String database) throws MetaException {
    return tableNames(
        catalog,
        database,
        CallKey.of("all", catalog, database),
        null,
        store -> store.getAllTables(catalog, database));
  }

  @Override
  @Nullable
  public List<String> getTables(String catalog, String database, String pattern)
      throws MetaException {
    return tableNames(
        catalog,
        database,
        CallKey.of("like", catalog, database, pattern),
        null,
        store -> store.getTables(catalog, database, pattern));
  }

  @Override
  @Nullable
  public List<String> getTables(
      String catalog, String database, String pattern, TableType type, int limit)
      throws MetaException {
    return tableNames(
        catalog,
        database,
        CallKey.of("like", catalog, database, pattern, type, limit),
        type,
        store -> store.getTables(catalog, database, pattern, type, limit));
  }

  private @Nullable List<String> tableNames(
      @Nullable String catalog,
      @Nullable String database,
      CallKey arguments,
      @Nullable TableType type,
      Ask<List<String>, MetaException, RuntimeException> ask)
      throws MetaException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty() || database == null) {
      return ask.of(delegate());
    }
    DatabaseScope scope =
        session
            .cache()
            .scopes()
            .database(TableKey.canonical(catalog), TableKey.canonical(database));
    Scope depends = type == null ? scope.tableNames : scope.tableMeta; // a type can change
    Remembered<List<String>> remembered =
        new Remembered<>(
            session,
            depends,
            SlotKey.Kind.TABLE_NAMES,
            CallKey.of("names", arguments, session.sqlPaths()),
            depends::stamp,
            AnswerForms.STRINGS);
    return answer(
        session,
        new ListingQuery<>(session, remembered, scope.floor, names -> true, ask),
        DatabaseLevel.ofListings(session.shared(), proxied()));
  }

  @Override
  @Nullable
  public List<TableMeta> getTableMeta(
      String catalog, String databases, String tables, List<String> types) throws MetaException {
    Session session = session();
    if (session == null
        || catalog == null
        || catalog.isEmpty()
        || (types != null && holdsNull(types))) {
      return delegate().getTableMeta(catalog, databases, tables, types);
    }
    CatalogScope parent = session.cache().scopes().catalog(TableKey.canonical(catalog));
    Scope depends = parent.tableMeta;
    Floor floor = parent.floor;
    if (databases != null && PLAIN.matcher(databases).matches()) {
      DatabaseScope scope =
          session
              .cache()
              .scopes()
              .database(TableKey.canonical(catalog), TableKey.canonical(databases));
      depends = scope.tableMeta;
      floor = scope.floor;
    }
    List<String> typesCopy = types == null ? null : new ArrayList<>(types);
    Remembered<List<TableMeta>> remembered =
        new Remembered<>(
            session,
            depends,
            SlotKey.Kind.TABLE_META,
            CallKey.of(catalog, databases, tables, typesCopy),
            depends::stamp,
            AnswerForms.structs(TableMeta::deepCopy));
    return answer(
        session,
        new ListingQuery<>(
            session,
            remembered,
            floor,
            metas -> true,
            store -> store.getTableMeta(catalog, databases, tables, types)),
        DatabaseLevel.ofListings(session.shared(), proxied()));
  }

  /** Remembered only while there are none: the objects of views change without a trace. */
  @Override
  @Nullable
  public List<Table> getAllMaterializedViewObjectsForRewriting(String catalog)
      throws MetaException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty()) {
      return delegate().getAllMaterializedViewObjectsForRewriting(catalog);
    }
    CatalogScope scope = session.cache().scopes().catalog(TableKey.canonical(catalog));
    Remembered<List<Table>> remembered =
        new Remembered<>(
            session,
            scope.tables,
            SlotKey.Kind.MATERIALIZED_VIEWS,
            CallKey.of(catalog),
            scope.tables::stamp,
            AnswerForms.structs(Table::deepCopy));
    return answer(
        session,
        new ListingQuery<>(
            session,
            remembered,
            scope.floor,
            List::isEmpty,
            store -> store.getAllMaterializedViewObjectsForRewriting(catalog)),
        DatabaseLevel.ofListings(session.shared(), proxied()));
  }

  @Override
  @Nullable
  public List<Table> getTableObjectsByName(String catalog, String database, List<String> names)
      throws MetaException, UnknownDBException {
    return tablesByName(
        catalog,
        database,
        names,
        true,
        store -> store.getTableObjectsByName(catalog, database, names));
  }

  @Override
  @Nullable
  public List<Table> getTableObjectsByName(
      String catalog,
      String database,
      List<String> names,
      GetProjectionsSpec projection,
      String pattern)
      throws MetaException, UnknownDBException {
    return tablesByName(
        catalog,
        database,
        names,
        projection == null && pattern == null,
        store -> store.getTableObjectsByName(catalog, database, names, projection, pattern));
  }

  /**
   * Several tables.
   *
   * @param whole whether whole tables are asked for, by name alone
   */
  private @Nullable List<Table> tablesByName(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable List<String> names,
      boolean whole,
      Ask<List<Table>, MetaException, UnknownDBException> ask)
      throws MetaException, UnknownDBException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty() || database == null) {
      return ask.of(delegate());
    }
    // ObjectStore takes the name of the database for a pattern here.
    boolean known = whole && full(names) && PLAIN.matcher(database.trim()).matches();
    TablesByNameQuery query =
        new TablesByNameQuery(
            session,
            catalog,
            database,
            known && names != null ? names : Collections.emptyList(),
            ask);
    Bypass bypass = bypass();
    if (bypass == null && !known) {
      bypass = Bypass.NOT_CANONICAL;
    }
    return bypass != null
        ? session.shared().readPath().direct(query, bypass)
        : new ManyTablesPath(session.shared()).read(query, !proxied());
  }
}
