package io.hmscache.store;

/** A catalog with everything in it. */
final class CatalogScope extends Scope {

  private final RootScope root;

  /** The names of the databases of this catalog. */
  final Scope names =
      new Scope() {
        @Override
        long stamp() {
          return own() + CatalogScope.this.stamp();
        }
      };

  /** Names, types and comments of all tables of all databases. */
  final Scope tableMeta =
      new Scope() {
        @Override
        long stamp() {
          return own() + CatalogScope.this.stamp();
        }
      };

  /** Which tables there are and what kind each is: moves when a listing of tables does. */
  final Scope tables =
      new Scope() {
        @Override
        long stamp() {
          return own() + CatalogScope.this.stamp();
        }
      };

  /** Position below which no listing of this catalog may be served. */
  final Floor floor;

  CatalogScope(RootScope root, Floor floor) {
    this.root = root;
    this.floor = floor;
  }

  @Override
  long stamp() {
    return own() + root.stamp();
  }
}
