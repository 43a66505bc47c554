package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;

/**
 * Turns the arguments of writes into what they touch. Arguments that only the delegate knows how to
 * refuse touch everything, or nothing if they name nothing; recording never fails.
 */
abstract class TouchingStore extends TransactionalStore {

  final void touchCatalog(@Nullable String catalog) {
    touched().catalog(catalog(catalog));
  }

  final void touchDatabase(@Nullable String catalog, @Nullable String database) {
    if (database != null) {
      touched().database(catalog(catalog), TableKey.canonical(database));
    }
  }

  final void touchContents(@Nullable String catalog, @Nullable String database) {
    if (database != null) {
      touched().databaseContents(catalog(catalog), TableKey.canonical(database));
    }
  }

  final void touchName(
      @Nullable String catalog, @Nullable String database, @Nullable String table) {
    TableKey key = key(catalog, database, table);
    if (key != null) {
      touched().tableName(key);
    }
  }

  final void touchTable(
      @Nullable String catalog, @Nullable String database, @Nullable String table) {
    TableKey key = key(catalog, database, table);
    if (key != null) {
      touched().table(key);
    }
  }

  final void touchValues(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable List<String> values) {
    TableKey key = key(catalog, database, table);
    if (key != null) {
      touched().partition(key, values);
    }
  }

  final void touchNamed(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable Collection<String> names) {
    TableKey key = key(catalog, database, table);
    if (key == null || names == null) {
      return;
    }
    for (String name : names) {
      touched().partition(key, valuesOf(name));
    }
  }

  final void touchPartition(@Nullable Partition partition) {
    if (partition != null) {
      touchValues(
          partition.getCatName(),
          partition.getDbName(),
          partition.getTableName(),
          partition.getValues());
    }
  }

  /** Partitions of a table; one may name another table, whatever becomes of that. */
  final void touchPartitions(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable List<Partition> partitions) {
    if (partitions == null) {
      touchTable(catalog, database, table);
      return;
    }
    for (Partition partition : partitions) {
      touchValues(catalog, database, table, partition == null ? null : partition.getValues());
    }
  }

  /** Statistics of a table, or of one of its partitions, change the object as well. */
  final void touchStatistics(
      @Nullable ColumnStatistics statistics, @Nullable List<String> partitionValues) {
    ColumnStatisticsDesc of = statistics == null ? null : statistics.getStatsDesc();
    TableKey key = of == null ? null : key(of.getCatName(), of.getDbName(), of.getTableName());
    if (key == null) {
      return;
    }
    if (partitionValues != null) {
      touched().partition(key, partitionValues);
    } else {
      touched().tableStatistics(key);
    }
  }

  private @Nullable TableKey key(
      @Nullable String catalog, @Nullable String database, @Nullable String table) {
    return database == null || table == null
        ? null
        : TableKey.of(catalog(catalog), database, table);
  }

  private String catalog(@Nullable String catalog) {
    if (catalog != null) {
      return TableKey.canonical(catalog);
    }
    Configuration conf = getConf();
    return conf == null
        ? TableKey.DEFAULT_CATALOG
        : TableKey.canonical(MetaStoreUtils.getDefaultCatalog(conf));
  }

  private static @Nullable List<String> valuesOf(String name) {
    try {
      return Warehouse.getPartValuesFromPartName(name);
    } catch (MetaException e) {
      return null; // no name of a partition: the table as a whole counts as touched
    }
  }
}
