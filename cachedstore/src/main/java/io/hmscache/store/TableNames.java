package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes once through the names of all tables after the start: which ones are to be warmed up, and
 * which of the settings' patterns match nothing and so are likely misspelt. Confined to one thread.
 */
final class TableNames {

  private static final Logger LOG = LoggerFactory.getLogger(TableNames.class);

  private final CacheSettings settings;
  private final Map<Setting, TablePatterns<?>> patterns = new LinkedHashMap<>();
  private final Map<Setting, BitSet> matched = new LinkedHashMap<>();
  private final List<TableKey> warmup = new ArrayList<>();

  TableNames(CacheSettings settings) {
    this.settings = settings;
    add(Setting.TABLES, settings.tables);
    add(Setting.LEVEL_OVERRIDES, settings.overrides);
    add(Setting.WARMUP, settings.warmup);
  }

  private void add(Setting setting, TablePatterns<?> some) {
    List<String> texts = some.texts();
    if (!texts.isEmpty() && !(texts.size() == 1 && texts.get(0).equals("*"))) {
      patterns.put(setting, some);
      matched.put(setting, new BitSet());
    }
  }

  /** Whether there is anything to look for. */
  static boolean wanted(CacheSettings settings) {
    return !settings.warmup.isEmpty() || !new TableNames(settings).patterns.isEmpty();
  }

  /** Goes through all catalogs. */
  void read(RawStore store) throws MetaException {
    for (String catalog : store.getCatalogs()) {
      for (String database : store.getAllDatabases(catalog)) {
        for (String table : store.getAllTables(catalog, database)) {
          see(TableKey.of(catalog, database, table));
        }
      }
    }
  }

  void see(TableKey key) {
    patterns.forEach((setting, some) -> some.mark(key, bits(setting)));
    if (settings.warmup.match(key) != null && settings.tables.match(key) != null) {
      warmup.add(key);
    }
  }

  private BitSet bits(Setting setting) {
    return matched.computeIfAbsent(setting, s -> new BitSet());
  }

  /** The tables to warm up. */
  List<TableKey> warmup() {
    return warmup;
  }

  /** One line for each pattern that matched no table. */
  List<String> unmatched() {
    List<String> lines = new ArrayList<>();
    patterns.forEach(
        (setting, some) -> {
          List<String> texts = some.texts();
          for (int i = 0; i < texts.size(); i++) {
            if (!bits(setting).get(i)) {
              lines.add(setting.key() + ": no table matches '" + texts.get(i) + "'");
            }
          }
        });
    return lines;
  }

  void warn() {
    unmatched().forEach(line -> LOG.warn("{}", line));
  }
}
