package io.hmscache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.notification.ChangeSink;
import io.hmscache.writeid.TableKey;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.annotation.Nullable;

/**
 * The entries of one instance, bounded by weight, and the scopes that decide whether an entry is
 * still valid. Thread-safe; no lock is held over anything but a map operation.
 *
 * <p>Publication and invalidation need no common lock: see {@link Scope}. Partitions are the
 * exception, since an event on one must not touch the other 99,999: their entries are removed by
 * key, and publication checks their generation inside the map operation for that key, so a removal
 * either comes later or finds the generation moved.
 */
final class MetadataCache implements ChangeSink {

  private final Scopes scopes;
  private final Cache<SlotKey, Entry> entries;
  private final CacheMetrics metrics;
  private final boolean fleetComplete;

  /** Told of every flush, after it: positions may have gone back. */
  private volatile Runnable flushListener = () -> {};

  private volatile Rules rules = Rules.ALL;

  MetadataCache(
      long maxWeight,
      long ttlNanos,
      long maxTables,
      boolean fleetComplete,
      CacheMetrics metrics,
      Ticker ticker,
      Executor executor) {
    this.scopes = new Scopes(maxTables);
    this.metrics = metrics;
    this.fleetComplete = fleetComplete;
    this.entries =
        Caffeine.newBuilder()
            .maximumWeight(maxWeight)
            .weigher((SlotKey key, Entry entry) -> entry.weight)
            // After write, never after access: the backstop must also reach the busiest entries.
            .expireAfterWrite(ttlNanos, TimeUnit.NANOSECONDS)
            .ticker(ticker)
            .executor(executor)
            .removalListener(
                (SlotKey key, Entry entry, RemovalCause cause) -> {
                  if (cause.wasEvicted()) {
                    metrics.evictions.increment();
                  }
                })
            .build();
  }

  /** Sets who is told of flushes. */
  void onFlush(Runnable listener) {
    flushListener = listener;
  }

  Rules rules() {
    return rules;
  }

  /** For tests that break a rule to see it noticed. */
  void rules(Rules fewer) {
    rules = fewer;
  }

  Scopes scopes() {
    return scopes;
  }

  /**
   * The entry of a key if it is valid.
   *
   * @param stamp the stamp of the scopes that this kind of entry depends on, read by the caller
   *     after the position it will judge the entry by
   */
  @Nullable
  Entry get(SlotKey key, long stamp) {
    Entry entry = entries.getIfPresent(key);
    return entry != null && (entry.stamp == stamp || !rules.holds(Rule.STAMP)) ? entry : null;
  }

  /** The entry of a key, valid or not: good for a guess at what a load could spare. */
  @Nullable
  Entry peek(SlotKey key) {
    return entries.getIfPresent(key);
  }

  /**
   * Publishes what a load has read, unless an invalidation has overtaken it or an entry that was
   * read later is there.
   *
   * @param unchanged whether what the load captured for this key beyond the stamp is unchanged;
   *     evaluated inside the map operation, so it must only compare
   */
  void publish(SlotKey key, Entry entry, BooleanSupplier unchanged) {
    entries
        .asMap()
        .compute(
            key,
            (k, present) -> {
              if (!unchanged.getAsBoolean() && rules.holds(Rule.STAMP)) {
                metrics.refused.increment();
                return null;
              }
              boolean later =
                  present != null && present.stamp == entry.stamp && present.asOf >= entry.asOf;
              return later ? present : entry;
            });
  }

  /** Removes an entry: the database says that the thing does not exist. */
  void remove(SlotKey key) {
    entries.invalidate(key);
  }

  /** Bytes of all entries, as estimated, dead ones that wait for eviction included. */
  long weight() {
    return entries.policy().eviction().map(e -> e.weightedSize().orElse(0)).orElse(0L);
  }

  /** Number of entries, dead ones that wait for eviction included. */
  long size() {
    return entries.estimatedSize();
  }

  /** A snapshot of the keys and entries for reports. */
  Iterable<java.util.Map.Entry<SlotKey, Entry>> all() {
    return entries.asMap().entrySet();
  }

  // ---- invalidation: by the tailer, and by this instance's own writes -------------------------

  @Override
  public void databaseChanged(String catalog, String database) {
    scopes.database(catalog, database).object.bump();
    scopes.catalog(catalog).names.bump();
  }

  @Override
  public void databaseAndContentsChanged(String catalog, String database) {
    scopes.database(catalog, database).bump();
    CatalogScope parent = scopes.catalog(catalog);
    parent.names.bump();
    parent.tableMeta.bump();
    parent.tables.bump();
    scopes.root().constraints.bump();
  }

  @Override
  public void catalogChanged(String catalog) {
    scopes.catalog(catalog).bump();
    scopes.root().constraints.bump();
  }

  @Override
  public void tableChanged(TableKey table) {
    DatabaseScope database = scopes.database(table.catalog(), table.database());
    database.tableMeta.bump();
    database.catalog.tableMeta.bump();
    contentsChanged(table);
  }

  private void contentsChanged(TableKey table) {
    TableScope scope = scopes.tableIfPresent(table);
    if (scope != null) {
      scope.bump();
    }
  }

  @Override
  public void tableCreatedOrDropped(TableKey table) {
    DatabaseScope database = scopes.database(table.catalog(), table.database());
    database.tableNames.bump();
    database.catalog.tables.bump();
    scopes.root().foreignKeys.bump();
    tableChanged(table);
  }

  @Override
  public void partitionsChanged(TableKey table, List<List<String>> partitionValues) {
    TableScope scope = scopes.tableIfPresent(table);
    if (scope == null) {
      return;
    }
    scope.partitionSet.bump();
    for (List<String> values : partitionValues) {
      scope.bumpPartition(values);
      for (PartitionForm form : PartitionForm.values()) {
        entries.invalidate(PartitionSlots.key(scope, form, values));
      }
    }
  }

  @Override
  public void tableStatisticsChanged(TableKey table) {
    TableScope scope = scopes.tableIfPresent(table);
    if (scope != null) {
      scope.object.bump();
    }
  }

  @Override
  public void constraintsChanged() {
    scopes.root().constraints.bump();
  }

  @Override
  public void transactionEnded(long txnId, boolean committed, Set<TableKey> tables) {
    if (committed && !fleetComplete) {
      // An instance without the plugin logs nothing for the parameters that a commit can change;
      // none of them is shown by a listing.
      for (TableKey table : tables) {
        // Transactions know no catalogs: equally named tables of all catalogs are meant.
        for (String catalog : scopes.catalogNames()) {
          contentsChanged(TableKey.of(catalog, table.database(), table.table()));
        }
      }
    }
  }

  @Override
  public void everythingChanged() {
    scopes.clear();
    entries.invalidateAll();
    flushListener.run();
  }
}
