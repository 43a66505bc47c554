package io.hmscache.store;

import io.hmscache.notification.ListenerConfiguration;
import io.hmscache.notification.LoggedObjects;
import io.hmscache.notification.SilentWrites;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;

/**
 * Invariant 13, no silent writes: some operations of the metastore change objects and log nothing.
 * The store knows what a transaction has touched and the listener what it has logged; the
 * difference is logged here, in the same transaction, by an ALTER event with equal images before
 * and after.
 *
 * <p>Works with the plugin's listener only: nobody can ask Hive's own what it has logged. Owned by
 * the thread that owns the RawStore.
 */
final class SilentWriteLog {

  private final SilentWrites writes;

  private SilentWriteLog(SilentWrites writes) {
    this.writes = writes;
  }

  /** The log for a configuration; null if the plugin's listener does not write it. */
  @Nullable
  static SilentWriteLog of(Configuration conf) {
    return new ListenerConfiguration(conf).usesOurListener()
        ? new SilentWriteLog(new SilentWrites(conf))
        : null;
  }

  /** An outermost transaction begins. */
  void begin() {
    LoggedObjects.begin();
  }

  /** No transaction is active any more. */
  void end() {
    LoggedObjects.end();
  }

  /**
   * Logs what was touched and not logged.
   *
   * @param store the delegate, in the transaction of the change
   * @throws IllegalStateException if that fails: the change must not commit without its event
   */
  void complete(RawStore store, Touched touched) {
    LoggedObjects logged = LoggedObjects.current();
    if (logged == null) {
      return;
    }
    Missing missing = new Missing(logged);
    touched.visit(missing); // first look, then write: writing is logged, too
    try {
      for (TableKey table : missing.tables) {
        writes.logTable(store, table);
      }
      for (PartitionsOf partitions : missing.partitions) {
        writes.logPartitions(store, partitions.table, partitions.values);
      }
      for (String[] database : missing.databases) {
        writes.logDatabase(store, database[0], database[1]);
      }
    } catch (MetaException e) {
      throw new IllegalStateException("cannot log a change: " + e.getMessage(), e);
    }
  }

  private static final class PartitionsOf {
    final TableKey table;
    final List<List<String>> values;

    PartitionsOf(TableKey table, List<List<String>> values) {
      this.table = table;
      this.values = values;
    }
  }

  /** Collects what the log does not cover. */
  private static final class Missing implements Touched.Visitor {
    final List<TableKey> tables = new ArrayList<>();
    final List<PartitionsOf> partitions = new ArrayList<>();
    final List<String[]> databases = new ArrayList<>();
    private final LoggedObjects logged;

    Missing(LoggedObjects logged) {
      this.logged = logged;
    }

    @Override
    public void table(TableKey key) {
      if (!logged.coversTable(key) && !tables.contains(key)) {
        tables.add(key);
      }
    }

    @Override
    public void tableObject(TableKey key) {
      if (!logged.coversTableObject(key) && !tables.contains(key)) {
        tables.add(key);
      }
    }

    @Override
    public void partitions(TableKey key, List<List<String>> values) {
      List<List<String>> uncovered = new ArrayList<>();
      for (List<String> one : values) {
        if (!logged.coversPartition(key, one)) {
          uncovered.add(one);
        }
      }
      if (!uncovered.isEmpty() && !tables.contains(key)) {
        partitions.add(new PartitionsOf(key, uncovered));
      }
    }

    @Override
    public void database(String catalog, String database) {
      if (!logged.coversDatabase(catalog, database)) {
        databases.add(new String[] {catalog, database});
      }
    }
  }
}
