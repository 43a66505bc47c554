package io.hmscache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.CacheWriter;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
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

  private static final long MAX_DATABASES = 100_000;

  private final RootScope root = new RootScope();
  private final Floors floors = new Floors();
  private final Map<String, CatalogScope> catalogs = new ConcurrentHashMap<>();
  private final Cache<String, DatabaseScope> databases = bounded(MAX_DATABASES);
  private final Cache<TableKey, TableScope> tables;

  Scopes(long maxTables) {
    this.tables = bounded(maxTables);
  }

  /** Whatever leaves the map is forgotten in the same step, before anybody can miss it there. */
  private static <K, V extends Scope> Cache<K, V> bounded(long size) {
    return Caffeine.newBuilder()
        .maximumSize(size)
        .executor(Runnable::run)
        .writer(
            new CacheWriter<K, V>() {
              @Override
              public void write(K key, V scope) {}

              @Override
              public void delete(K key, @Nullable V scope, RemovalCause cause) {
                if (scope != null) {
                  scope.forget();
                }
              }
            })
        .build();
  }

  RootScope root() {
    return root;
  }

  /** The scope of a catalog, made if it is missing; there are few, and they stay. */
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
    DatabaseScope scope = databases.getIfPresent(name);
    if (scope != null) {
      return scope;
    }
    CatalogScope parent = catalog(catalog);
    return made(databases.get(name, n -> new DatabaseScope(parent, database, floors.of(n))));
  }

  /** The scope of a table, made if it is missing. */
  TableScope table(TableKey key) {
    TableScope scope = tables.getIfPresent(key);
    if (scope != null && scope.database.known()) {
      return scope;
    }
    if (scope != null) {
      tables.asMap().remove(key, scope); // its database's scope is out of use
    }
    DatabaseScope parent = database(key.catalog(), key.database());
    return made(tables.get(key, k -> new TableScope(root, parent, k, floors.of(k))));
  }

  private static <V> V made(@Nullable V scope) {
    if (scope == null) {
      throw new IllegalStateException("a scope was not made");
    }
    return scope;
  }

  /** The scope of a table if there is one. */
  @Nullable
  TableScope tableIfPresent(TableKey key) {
    return tables.getIfPresent(key);
  }

  /**
   * Ends the validity of everything, and of the floors: after a rebase positions may have gone
   * back.
   */
  void clear() {
    root.bump();
    floors.pendAll();
  }

  /** Takes a table's scope out of use, as making room would. */
  void evict(TableKey key) {
    tables.invalidate(key);
  }

  /** The tables that have a scope. */
  Iterable<TableScope> allTables() {
    return tables.asMap().values();
  }
}
