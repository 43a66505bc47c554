package io.hmscache.store;

/** Everything. The constraints of all tables hang on one generation of their own here. */
final class RootScope extends Scope {

  /** All constraints: dropping one table's can delete equally named ones of others. */
  final Scope constraints =
      new Scope() {
        @Override
        long stamp() {
          return own() + RootScope.this.own();
        }
      };

  /** Constraints that show names of several tables: all constraints, and every altered table. */
  final Scope foreignKeys =
      new Scope() {
        @Override
        long stamp() {
          return own() + constraints.stamp();
        }
      };

  @Override
  long stamp() {
    return own();
  }
}
