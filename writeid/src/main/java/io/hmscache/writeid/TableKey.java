package io.hmscache.writeid;

import java.util.Locale;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * Canonical name of a table: catalog, database and table, each trimmed and in lower case, as
 * ObjectStore's {@code normalizeIdentifier} does it. The one place of the project where names are
 * made canonical. Immutable.
 */
public final class TableKey {

  /** The catalog that a request without one means ({@code Warehouse.DEFAULT_CATALOG_NAME}). */
  public static final String DEFAULT_CATALOG = "hive";

  private final String catalog;
  private final String database;
  private final String table;
  private final int hash;

  private TableKey(String catalog, String database, String table) {
    this.catalog = catalog;
    this.database = database;
    this.table = table;
    this.hash = (catalog.hashCode() * 31 + database.hashCode()) * 31 + table.hashCode();
  }

  /**
   * Key of a table.
   *
   * @param catalog catalog; null or empty means {@link #DEFAULT_CATALOG}
   * @param database database name in any case
   * @param table table name in any case
   */
  public static TableKey of(@Nullable String catalog, String database, String table) {
    return new TableKey(
        catalog == null || catalog.isEmpty() ? DEFAULT_CATALOG : canonical(catalog),
        canonical(database),
        canonical(table));
  }

  /** Canonical form of one identifier: trimmed, lower case in the root locale. */
  public static String canonical(String identifier) {
    return Objects.requireNonNull(identifier, "identifier").trim().toLowerCase(Locale.ROOT);
  }

  /** Canonical catalog name. */
  public String catalog() {
    return catalog;
  }

  /** Canonical database name, without the catalog. */
  public String database() {
    return database;
  }

  /** Canonical table name. */
  public String table() {
    return table;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof TableKey)) {
      return false;
    }
    TableKey that = (TableKey) other;
    return hash == that.hash
        && table.equals(that.table)
        && database.equals(that.database)
        && catalog.equals(that.catalog);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return catalog + "." + database + "." + table;
  }
}
