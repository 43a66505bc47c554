package io.hmscache.store;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.common.TableName;
import org.apache.hadoop.hive.metastore.TransactionalMetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.Catalog;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.CreationMetadata;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.InvalidInputException;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.InvalidOperationException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.model.MTable;
import org.apache.hadoop.hive.metastore.partition.spec.PartitionSpecProxy;

/**
 * Every write of a RawStore that changes something that is cached: it goes to the delegate, records
 * what it touches, and what was touched is invalidated before the call returns if no transaction is
 * active then. Nothing is written to the cache (invariant 1).
 */
abstract class WritingStore extends TouchingStore {

  @Override
  public void createCatalog(Catalog object) throws MetaException {
    touchCatalog(object.getName());
    try {
      delegate().createCatalog(object);
    } finally {
      settle();
    }
  }

  @Override
  public void alterCatalog(String catalog, Catalog object)
      throws MetaException, InvalidOperationException {
    touchCatalog(catalog);
    touchCatalog(object.getName());
    try {
      delegate().alterCatalog(catalog, object);
    } finally {
      settle();
    }
  }

  @Override
  public void dropCatalog(String catalog) throws NoSuchObjectException, MetaException {
    touchCatalog(catalog);
    try {
      delegate().dropCatalog(catalog);
    } finally {
      settle();
    }
  }

  @Override
  public void createDatabase(Database object) throws InvalidObjectException, MetaException {
    touchContents(object.getCatalogName(), object.getName());
    try {
      delegate().createDatabase(object);
    } finally {
      settle();
    }
  }

  @Override
  public boolean dropDatabase(String catalog, String database)
      throws NoSuchObjectException, MetaException {
    touchContents(catalog, database);
    try {
      return delegate().dropDatabase(catalog, database);
    } finally {
      settle();
    }
  }

  @Override
  public boolean alterDatabase(String catalog, String database, Database object)
      throws NoSuchObjectException, MetaException {
    touchDatabase(catalog, database);
    touchDatabase(object.getCatalogName(), object.getName());
    try {
      return delegate().alterDatabase(catalog, database, object);
    } finally {
      settle();
    }
  }

  @Override
  public void createTable(Table object) throws InvalidObjectException, MetaException {
    touchName(object.getCatName(), object.getDbName(), object.getTableName());
    try {
      delegate().createTable(object);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public SQLAllTableConstraints createTableWithConstraints(
      Table object, SQLAllTableConstraints constraints)
      throws InvalidObjectException, MetaException {
    touchName(object.getCatName(), object.getDbName(), object.getTableName());
    touched().constraints();
    try {
      return delegate().createTableWithConstraints(object, constraints);
    } finally {
      settle();
    }
  }

  @Override
  public boolean dropTable(String catalog, String database, String table)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchName(catalog, database, table);
    touched().constraints(); // equally named ones of other tables go with it
    try {
      return delegate().dropTable(catalog, database, table);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public Table alterTable(
      String catalog, String database, String table, Table object, String writeIds)
      throws InvalidObjectException, MetaException {
    touchName(catalog, database, table);
    touchName(object.getCatName(), object.getDbName(), object.getTableName()); // may be a rename
    touched().constraints(); // foreign keys show the names of parents
    try {
      return delegate().alterTable(catalog, database, table, object, writeIds);
    } finally {
      settle();
    }
  }

  @Override
  public void updateCreationMetadata(
      String catalog, String database, String table, CreationMetadata metadata)
      throws MetaException {
    touchTable(catalog, database, table);
    try {
      delegate().updateCreationMetadata(catalog, database, table, metadata);
    } finally {
      settle();
    }
  }

  @Override
  public boolean addPartition(Partition partition) throws InvalidObjectException, MetaException {
    touchPartition(partition);
    try {
      return delegate().addPartition(partition);
    } finally {
      settle();
    }
  }

  @Override
  public boolean addPartitions(
      String catalog, String database, String table, List<Partition> partitions)
      throws InvalidObjectException, MetaException {
    touchPartitions(catalog, database, table, partitions);
    try {
      return delegate().addPartitions(catalog, database, table, partitions);
    } finally {
      settle();
    }
  }

  @Override
  public boolean addPartitions(
      String catalog,
      String database,
      String table,
      PartitionSpecProxy partitions,
      boolean ifNotExists)
      throws InvalidObjectException, MetaException {
    touchTable(catalog, database, table);
    try {
      return delegate().addPartitions(catalog, database, table, partitions, ifNotExists);
    } finally {
      settle();
    }
  }

  @Override
  public boolean dropPartition(String catalog, String database, String table, List<String> values)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchValues(catalog, database, table, values);
    try {
      return delegate().dropPartition(catalog, database, table, values);
    } finally {
      settle();
    }
  }

  @Override
  public boolean dropPartition(String catalog, String database, String table, String name)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchNamed(catalog, database, table, Collections.singletonList(name));
    try {
      return delegate().dropPartition(catalog, database, table, name);
    } finally {
      settle();
    }
  }

  @Override
  public void dropPartitions(String catalog, String database, String table, List<String> names)
      throws MetaException, NoSuchObjectException {
    touchNamed(catalog, database, table, names);
    try {
      delegate().dropPartitions(catalog, database, table, names);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public Partition alterPartition(
      String catalog,
      String database,
      String table,
      List<String> values,
      Partition partition,
      String writeIds)
      throws InvalidObjectException, MetaException {
    touchValues(catalog, database, table, values);
    touchValues(catalog, database, table, partition.getValues());
    try {
      return delegate().alterPartition(catalog, database, table, values, partition, writeIds);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<Partition> alterPartitions(
      String catalog,
      String database,
      String table,
      List<List<String>> values,
      List<Partition> partitions,
      long writeId,
      String writeIds)
      throws InvalidObjectException, MetaException {
    if (values != null) {
      values.forEach(one -> touchValues(catalog, database, table, one));
    }
    touchPartitions(catalog, database, table, partitions);
    try {
      return delegate()
          .alterPartitions(catalog, database, table, values, partitions, writeId, writeIds);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public Map<String, String> updateTableColumnStatistics(
      ColumnStatistics statistics, String writeIds, long writeId)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchStatistics(statistics, null);
    try {
      return delegate().updateTableColumnStatistics(statistics, writeIds, writeId);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public Map<String, String> updatePartitionColumnStatistics(
      ColumnStatistics statistics, List<String> values, String writeIds, long writeId)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchStatistics(statistics, values);
    try {
      return delegate().updatePartitionColumnStatistics(statistics, values, writeIds, writeId);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public Map<String, String> updatePartitionColumnStatistics(
      Table object,
      MTable live,
      ColumnStatistics statistics,
      List<String> values,
      String writeIds,
      long writeId)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchStatistics(statistics, values);
    try {
      return delegate()
          .updatePartitionColumnStatistics(object, live, statistics, values, writeIds, writeId);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public Map<String, Map<String, String>> updatePartitionColumnStatisticsInBatch(
      Map<String, ColumnStatistics> statistics,
      Table object,
      List<TransactionalMetaStoreEventListener> listeners,
      String writeIds,
      long writeId)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchNamed(object.getCatName(), object.getDbName(), object.getTableName(), statistics.keySet());
    try {
      return delegate()
          .updatePartitionColumnStatisticsInBatch(statistics, object, listeners, writeIds, writeId);
    } finally {
      settle();
    }
  }

  @Override
  public boolean deletePartitionColumnStatistics(
      String catalog,
      String database,
      String table,
      String partition,
      List<String> values,
      String column,
      String engine)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchValues(catalog, database, table, values);
    try {
      return delegate()
          .deletePartitionColumnStatistics(
              catalog, database, table, partition, values, column, engine);
    } finally {
      settle();
    }
  }

  @Override
  public boolean deleteTableColumnStatistics(
      String catalog, String database, String table, String column, String engine)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchTable(catalog, database, table);
    try {
      return delegate().deleteTableColumnStatistics(catalog, database, table, column, engine);
    } finally {
      settle();
    }
  }

  @Override
  public void deleteAllPartitionColumnStatistics(TableName table, String writeIds) {
    touchTable(table.getCat(), table.getDb(), table.getTable());
    try {
      delegate().deleteAllPartitionColumnStatistics(table, writeIds);
    } finally {
      settle();
    }
  }

  @Override
  public void dropConstraint(String catalog, String database, String table, String constraint)
      throws NoSuchObjectException {
    touchTable(catalog, database, table);
    touched().constraints();
    try {
      delegate().dropConstraint(catalog, database, table, constraint);
    } finally {
      settle();
    }
  }

  @Override
  public void dropConstraint(
      String catalog, String database, String table, String constraint, boolean missingOk)
      throws NoSuchObjectException {
    touchTable(catalog, database, table);
    touched().constraints();
    try {
      delegate().dropConstraint(catalog, database, table, constraint, missingOk);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<SQLPrimaryKey> addPrimaryKeys(List<SQLPrimaryKey> constraints)
      throws InvalidObjectException, MetaException {
    if (constraints != null) {
      constraints.forEach(c -> touchTable(c.getCatName(), c.getTable_db(), c.getTable_name()));
    }
    touched().constraints();
    try {
      return delegate().addPrimaryKeys(constraints);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<SQLForeignKey> addForeignKeys(List<SQLForeignKey> constraints)
      throws InvalidObjectException, MetaException {
    if (constraints != null) {
      constraints.forEach(c -> touchTable(c.getCatName(), c.getFktable_db(), c.getFktable_name()));
    }
    touched().constraints();
    try {
      return delegate().addForeignKeys(constraints);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<SQLUniqueConstraint> addUniqueConstraints(List<SQLUniqueConstraint> constraints)
      throws InvalidObjectException, MetaException {
    if (constraints != null) {
      constraints.forEach(c -> touchTable(c.getCatName(), c.getTable_db(), c.getTable_name()));
    }
    touched().constraints();
    try {
      return delegate().addUniqueConstraints(constraints);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<SQLNotNullConstraint> addNotNullConstraints(List<SQLNotNullConstraint> constraints)
      throws InvalidObjectException, MetaException {
    if (constraints != null) {
      constraints.forEach(c -> touchTable(c.getCatName(), c.getTable_db(), c.getTable_name()));
    }
    touched().constraints();
    try {
      return delegate().addNotNullConstraints(constraints);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<SQLDefaultConstraint> addDefaultConstraints(List<SQLDefaultConstraint> constraints)
      throws InvalidObjectException, MetaException {
    if (constraints != null) {
      constraints.forEach(c -> touchTable(c.getCatName(), c.getTable_db(), c.getTable_name()));
    }
    touched().constraints();
    try {
      return delegate().addDefaultConstraints(constraints);
    } finally {
      settle();
    }
  }

  @Override
  @Nullable
  public List<SQLCheckConstraint> addCheckConstraints(List<SQLCheckConstraint> constraints)
      throws InvalidObjectException, MetaException {
    if (constraints != null) {
      constraints.forEach(c -> touchTable(c.getCatName(), c.getTable_db(), c.getTable_name()));
    }
    touched().constraints();
    try {
      return delegate().addCheckConstraints(constraints);
    } finally {
      settle();
    }
  }

  @Override
  public long updateParameterWithExpectedValue(
      Table object, String key, String expected, String value)
      throws MetaException, NoSuchObjectException {
    touchTable(object.getCatName(), object.getDbName(), object.getTableName());
    try {
      return delegate().updateParameterWithExpectedValue(object, key, expected, value);
    } finally {
      settle();
    }
  }
}
