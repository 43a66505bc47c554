package io.hmscache.store;

import io.hmscache.notification.ChangeSink;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * What the writes of one RawStore have touched and nobody has been told of yet. Kept until the
 * delegate says that no transaction is active, then invalidated as a whole: also after a rollback,
 * a {@code false} or an exception, since the outcome of a commit may be unknown. Confined to the
 * thread that owns the RawStore.
 */
final class Touched {

  /** Beyond so many partitions of one table the table as a whole is cheaper. */
  private static final int MAX_PARTITIONS = 10_000;

  private final Set<TableKey> tables = new LinkedHashSet<>();
  private final Set<TableKey> names = new LinkedHashSet<>();
  private final Set<TableKey> statistics = new LinkedHashSet<>();
  private final Map<TableKey, List<List<String>>> partitions = new LinkedHashMap<>();
  private final Set<String> databases = new LinkedHashSet<>();
  private final Set<String> contents = new LinkedHashSet<>();
  private final Set<String> catalogs = new LinkedHashSet<>();
  private boolean constraints;
  private boolean everything;
  private boolean any;

  void table(TableKey key) {
    any = tables.add(key) || any;
  }

  /** A table appears or vanishes under this name. */
  void tableName(TableKey key) {
    any = names.add(key) || any;
  }

  void tableStatistics(TableKey key) {
    any = statistics.add(key) || any;
  }

  /** One partition by its values; null or unknown values touch the whole table. */
  void partition(TableKey key, @Nullable List<String> values) {
    any = true;
    List<List<String>> touched = partitions.computeIfAbsent(key, k -> new ArrayList<>());
    if (values == null || touched.size() >= MAX_PARTITIONS) {
      tables.add(key);
    } else {
      touched.add(new ArrayList<>(values)); // the caller may change its list
    }
  }

  void database(String catalog, String database) {
    any = databases.add(catalog + '\0' + database) || any;
  }

  void databaseContents(String catalog, String database) {
    any = contents.add(catalog + '\0' + database) || any;
  }

  void catalog(String catalog) {
    any = catalogs.add(catalog) || any;
  }

  void constraints() {
    any = true;
    constraints = true;
  }

  void everything() {
    any = true;
    everything = true;
  }

  /** What is told of everything touched, one call for each thing. */
  interface Visitor {
    void table(TableKey key);

    void tableObject(TableKey key);

    void partitions(TableKey key, List<List<String>> values);

    void database(String catalog, String database);
  }

  /** Visits what was touched, without forgetting it. */
  void visit(Visitor visitor) {
    contents.forEach(name -> visitor.database(left(name), right(name)));
    databases.forEach(name -> visitor.database(left(name), right(name)));
    names.forEach(visitor::table);
    tables.forEach(visitor::table);
    statistics.forEach(visitor::tableObject);
    partitions.forEach(visitor::partitions);
  }

  boolean isEmpty() {
    return !any;
  }

  /** Invalidates everything touched and forgets it. */
  void invalidate(ChangeSink sink) {
    if (everything) {
      sink.everythingChanged();
    }
    catalogs.forEach(sink::catalogChanged);
    contents.forEach(name -> sink.databaseAndContentsChanged(left(name), right(name)));
    databases.forEach(name -> sink.databaseChanged(left(name), right(name)));
    names.forEach(sink::tableCreatedOrDropped);
    tables.forEach(sink::tableChanged);
    statistics.forEach(sink::tableStatisticsChanged);
    partitions.forEach(sink::partitionsChanged);
    if (constraints) {
      sink.constraintsChanged();
    }
    clear();
  }

  private void clear() {
    tables.clear();
    names.clear();
    statistics.clear();
    partitions.clear();
    databases.clear();
    contents.clear();
    catalogs.clear();
    constraints = false;
    everything = false;
    any = false;
  }

  private static String left(String name) {
    return name.substring(0, name.indexOf('\0'));
  }

  private static String right(String name) {
    return name.substring(name.indexOf('\0') + 1);
  }
}
