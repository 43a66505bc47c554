package io.hmscache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.hmscache.writeid.TableKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.Nullable;

/**
 * The scopes of everything that was read lately. Thread-safe.
 *
 * <p>Tables' scopes are bounded in number; one that is forgotten takes its entries with it (they
 * can no longer be found), while its floor stays. So forgetting is always safe, and an invalidation
 * of a table without a scope has nothing to do: whoever loads it now makes a new one first.
 */
final class Scopes {

  private final RootScope root = new RootScope();
  private final Floors floors = new Floors();
  private final Map<String, CatalogScope> catalogs = new ConcurrentHashMap<>();
  private final Map<String, DatabaseScope> databases = new ConcurrentHashMap<>();
  private final Cache<TableKey, TableScope> tables;

  Scopes(long maxTables) {
    this.tables = Caffeine.newBuilder().maximumSize(maxTables).executor(Runnable::run).build();
  }

  RootScope root() {
    return root;
  }

  /** The scope of a catalog, made if it is missing. */
  CatalogScope catalog(String catalog) {
    CatalogScope scope = catalogs.get(catalog);
    return scope != null
        ? scope
        : catalogs.computeIfAbsent(catalog, c -> new CatalogScope(root, floors.of(c)));
  }

  /** The catalogs of which anything was read. */
  Iterable<String> catalogNames() {
    return catalogs.keySet();
  }

  /** The scope of a database, made if it is missing. */
  DatabaseScope database(String catalog, String database) {
    String name = catalog + '\0' + database;
    DatabaseScope scope = databases.get(name);
    if (scope != null) {
      return scope;
    }
    CatalogScope parent = catalog(catalog);
    return databases.computeIfAbsent(name, n -> new DatabaseScope(parent, database, floors.of(n)));
  }

  /** The scope of a table, made if it is missing. */
  TableScope table(TableKey key) {
    TableScope scope = tables.getIfPresent(key);
    if (scope != null) {
      return scope;
    }
    DatabaseScope parent = database(key.catalog(), key.database());
    TableScope made = tables.get(key, k -> new TableScope(root, parent, k, floors.of(k)));
    if (made == null) {
      throw new IllegalStateException("no scope for " + key);
    }
    return made;
  }

  /** The scope of a table if there is one. */
  @Nullable
  TableScope tableIfPresent(TableKey key) {
    return tables.getIfPresent(key);
  }

  /**
   * Forgets every table and ends the validity of everything: after a rebase positions may have gone
   * back, so old floors must not survive.
   */
  void clear() {
    root.bump();
    tables.invalidateAll();
    databases.clear();
    catalogs.clear();
    floors.pendAll();
  }

  /** The tables that have a scope. */
  Iterable<TableScope> allTables() {
    return tables.asMap().values();
  }
}
