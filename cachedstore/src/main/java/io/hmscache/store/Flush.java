package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.MetaException;

/**
 * Flushes on an operator's word: entries go, and what is being loaded at that moment is not stored.
 * The kind is always said, since {@code a.b} could be a database of a catalog or a table of a
 * database, and flushing the wrong one of them would look like success.
 */
final class Flush {

  private static final String FORMS =
      "all, catalog C, database [C.]D, table [C.]D.T or partition [C.]D.T/k=v[/k=v]";

  private Flush() {}

  /**
   * Flushes.
   *
   * @return what was flushed, canonical
   * @throws IllegalArgumentException if the scope has none of the forms
   */
  static String run(MetadataCache cache, String scope) {
    String text = scope.trim();
    if (text.equalsIgnoreCase("all")) {
      cache.everythingChanged();
      return "everything";
    }
    String[] words = text.split("\\s+", 2);
    if (words.length < 2) {
      throw wrong(scope);
    }
    switch (words[0]) {
      case "catalog":
        return catalog(cache, scope, words[1]);
      case "database":
        return database(cache, scope, words[1]);
      case "table":
        TableKey table = table(scope, words[1]);
        cache.tableCreatedOrDropped(table);
        return "table " + table;
      case "partition":
        return partition(cache, scope, words[1]);
      default:
        throw wrong(scope);
    }
  }

  private static String catalog(MetadataCache cache, String scope, String name) {
    String[] parts = parts(scope, name, 1, 1);
    String catalog = TableKey.canonical(parts[0]);
    cache.catalogChanged(catalog);
    return "catalog " + catalog;
  }

  private static String database(MetadataCache cache, String scope, String name) {
    String[] parts = parts(scope, name, 1, 2);
    String catalog =
        parts.length == 2 ? TableKey.canonical(parts[0]) : Warehouse.DEFAULT_CATALOG_NAME;
    String database = TableKey.canonical(parts[parts.length - 1]);
    cache.databaseAndContentsChanged(catalog, database);
    return "database " + catalog + "." + database;
  }

  private static TableKey table(String scope, String name) {
    String[] parts = parts(scope, name, 2, 3);
    return parts.length == 3
        ? TableKey.of(parts[0], parts[1], parts[2])
        : TableKey.of(null, parts[0], parts[1]);
  }

  private static String partition(MetadataCache cache, String scope, String name) {
    int slash = name.indexOf('/');
    if (slash < 0) {
      throw wrong(scope);
    }
    TableKey table = table(scope, name.substring(0, slash));
    String partition = name.substring(slash + 1);
    List<String> values;
    try {
      values = Warehouse.getPartValuesFromPartName(partition);
    } catch (MetaException e) {
      throw new IllegalArgumentException("'" + partition + "' is no partition's name", e);
    }
    if (values.size() != partition.split("/", -1).length) {
      throw new IllegalArgumentException("'" + partition + "' is no partition's name");
    }
    cache.partitionsChanged(table, Collections.singletonList(values));
    return "partition " + table + "/" + partition;
  }

  private static String[] parts(String scope, String name, int least, int most) {
    String[] parts = name.split("\\.", -1);
    boolean empty = false;
    for (String part : parts) {
      empty = empty || part.trim().isEmpty();
    }
    if (empty || parts.length < least || parts.length > most) {
      throw wrong(scope);
    }
    return parts;
  }

  private static IllegalArgumentException wrong(String scope) {
    return new IllegalArgumentException("'" + scope + "' is not " + FORMS);
  }
}
