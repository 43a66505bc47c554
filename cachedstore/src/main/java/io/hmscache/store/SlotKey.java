package io.hmscache.store;

import java.util.Objects;
import javax.annotation.Nullable;

/**
 * Names one entry: the scope it belongs to (by identity), its kind and its arguments. Immutable.
 */
final class SlotKey {

  /** What an entry holds. */
  enum Kind {
    DATABASE,
    DATABASE_NAMES,
    TABLE_NAMES,
    TABLE_META,
    TABLES_BY_NAME,
    MATERIALIZED_VIEWS,
    TABLE,
    PARTITION,
    PARTITION_NAMES,
    PARTITION_RESULT,
    TABLE_STATISTICS,
    PARTITION_STATISTICS,
    CONSTRAINTS
  }

  final Scope scope;
  final Kind kind;
  final Object arguments;
  private final int hash;

  SlotKey(Scope scope, Kind kind, @Nullable Object arguments) {
    this.scope = scope;
    this.kind = kind;
    this.arguments = arguments == null ? "" : arguments;
    this.hash =
        (System.identityHashCode(scope) * 31 + kind.hashCode()) * 31 + this.arguments.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof SlotKey)) {
      return false;
    }
    SlotKey that = (SlotKey) other;
    return scope == that.scope
        && kind == that.kind
        && hash == that.hash
        && Objects.equals(arguments, that.arguments);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return kind + " of " + scope + " " + arguments;
  }
}
