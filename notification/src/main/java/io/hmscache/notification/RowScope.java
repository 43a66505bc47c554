package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/** What the columns of a log row name, without its message. Immutable. */
final class RowScope {

  private final @Nullable String catalog;
  private final @Nullable String database;
  private final @Nullable String table;

  RowScope(NotificationEvent row) {
    this.catalog = usable(row.getCatName());
    this.database = usable(row.getDbName());
    this.table = usable(row.getTableName());
  }

  /** The catalog; null if the column has none. */
  @Nullable
  String catalog() {
    return catalog;
  }

  /** The database; null if the column has none. */
  @Nullable
  String database() {
    return database;
  }

  /** The table; null unless catalog, database and table are all there. */
  @Nullable
  TableKey table() {
    if (catalog == null || database == null || table == null) {
      return null;
    }
    return TableKey.of(catalog, database, table);
  }

  /**
   * The widest effect on what the columns name: whatever has the name now may be another object.
   * Without a catalog or database nothing is bounded: the same names may exist in every catalog.
   */
  Decoded widest() {
    TableKey key = table();
    if (key != null) {
      return Decoded.of(new Change.OfTableName(key), new Change.OfConstraints());
    }
    if (catalog != null && database != null) {
      return Decoded.of(
          new Change.OfDatabaseAndContents(
              TableKey.canonical(catalog), TableKey.canonical(database)),
          new Change.OfConstraints());
    }
    return Decoded.everything();
  }

  /** Some writers put a blank or the word null where they have no name. */
  private static @Nullable String usable(@Nullable String name) {
    return name == null || name.trim().isEmpty() || "null".equals(name) ? null : name;
  }
}
