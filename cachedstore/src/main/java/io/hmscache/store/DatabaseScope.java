package io.hmscache.store;

/** A database with everything in it. */
final class DatabaseScope extends Scope {

  final CatalogScope catalog;
  final String name;

  /** The database object itself. */
  final Scope object =
      new Scope() {
        @Override
        long stamp() {
          return own() + DatabaseScope.this.stamp();
        }
      };

  /** The names of the tables. */
  final Scope tableNames =
      new Scope() {
        @Override
        long stamp() {
          return own() + DatabaseScope.this.stamp();
        }
      };

  /** Names, types and comments of the tables: whatever changes a table, changes these. */
  final Scope tableMeta =
      new Scope() {
        @Override
        long stamp() {
          return own() + DatabaseScope.this.stamp();
        }
      };

  /** Position below which neither the object nor a listing of tables may be served. */
  final Floor floor;

  DatabaseScope(CatalogScope catalog, String name, Floor floor) {
    this.floor = floor;
    this.catalog = catalog;
    this.name = name;
  }

  @Override
  long stamp() {
    return own() + catalog.stamp();
  }
}
