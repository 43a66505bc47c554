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
 * what it touches, what was touched is logged if nobody has logged it (invariant 13), and it is
 * invalidated before the call returns if no transaction is active then. Nothing is written to the
 * cache (invariant 1).
 */
abstract class WritingStore extends TouchingStore {

  @Override
  public void createCatalog(Catalog object) throws MetaException {
    touchCatalog(object.getName());
    boolean own = beginWrite();
    try {
      delegate().createCatalog(object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void alterCatalog(String catalog, Catalog object)
      throws MetaException, InvalidOperationException {
    touchCatalog(catalog);
    touchCatalog(object.getName());
    boolean own = beginWrite();
    try {
      delegate().alterCatalog(catalog, object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropCatalog(String catalog) throws NoSuchObjectException, MetaException {
    touchCatalog(catalog);
    boolean own = beginWrite();
    try {
      delegate().dropCatalog(catalog);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void createDatabase(Database object) throws InvalidObjectException, MetaException {
    touchContents(object.getCatalogName(), object.getName());
    boolean own = beginWrite();
    try {
      delegate().createDatabase(object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropDatabase(String catalog, String database)
      throws NoSuchObjectException, MetaException {
    touchContents(catalog, database);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropDatabase(catalog, database);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean alterDatabase(String catalog, String database, Database object)
      throws NoSuchObjectException, MetaException {
    touchDatabase(catalog, database);
    touchDatabase(object.getCatalogName(), object.getName());
    boolean own = beginWrite();
    try {
      boolean answer = delegate().alterDatabase(catalog, database, object);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void createTable(Table object) throws InvalidObjectException, MetaException {
    touchName(object.getCatName(), object.getDbName(), object.getTableName());
    boolean own = beginWrite();
    try {
      delegate().createTable(object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public SQLAllTableConstraints createTableWithConstraints(
      Table object, SQLAllTableConstraints constraints)
      throws InvalidObjectException, MetaException {
    touchName(object.getCatName(), object.getDbName(), object.getTableName());
    touched().constraints();
    boolean own = beginWrite();
    try {
      SQLAllTableConstraints answer = delegate().createTableWithConstraints(object, constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropTable(String catalog, String database, String table)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchName(catalog, database, table);
    touched().constraints(); // equally named ones of other tables go with it
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropTable(catalog, database, table);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public Table alterTable(
      String catalog, String database, String table, Table object, String writeIds)
      throws InvalidObjectException, MetaException {
    touchName(catalog, database, table);
    touchName(object.getCatName(), object.getDbName(), object.getTableName()); // may be a rename
    boolean own = beginWrite();
    try {
      Table answer = delegate().alterTable(catalog, database, table, object, writeIds);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void updateCreationMetadata(
      String catalog, String database, String table, CreationMetadata metadata)
      throws MetaException {
    touchTable(catalog, database, table);
    boolean own = beginWrite();
    try {
      delegate().updateCreationMetadata(catalog, database, table, metadata);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean addPartition(Partition partition) throws InvalidObjectException, MetaException {
    touchPartition(partition);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().addPartition(partition);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean addPartitions(
      String catalog, String database, String table, List<Partition> partitions)
      throws InvalidObjectException, MetaException {
    touchPartitions(catalog, database, table, partitions);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().addPartitions(catalog, database, table, partitions);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
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
    boolean own = beginWrite();
    try {
      boolean answer = delegate().addPartitions(catalog, database, table, partitions, ifNotExists);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropPartition(String catalog, String database, String table, List<String> values)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchValues(catalog, database, table, values);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropPartition(catalog, database, table, values);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropPartition(String catalog, String database, String table, String name)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchNamed(catalog, database, table, Collections.singletonList(name));
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropPartition(catalog, database, table, name);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropPartitions(String catalog, String database, String table, List<String> names)
      throws MetaException, NoSuchObjectException {
    touchNamed(catalog, database, table, names);
    boolean own = beginWrite();
    try {
      delegate().dropPartitions(catalog, database, table, names);
      completeWrite(own);
    } finally {
      endWrite(own);
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
    boolean own = beginWrite();
    try {
      Partition answer =
          delegate().alterPartition(catalog, database, table, values, partition, writeIds);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
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
    boolean own = beginWrite();
    try {
      Map<String, String> answer =
          delegate().updateTableColumnStatistics(statistics, writeIds, writeId);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public Map<String, String> updatePartitionColumnStatistics(
      ColumnStatistics statistics, List<String> values, String writeIds, long writeId)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    touchStatistics(statistics, values);
    boolean own = beginWrite();
    try {
      Map<String, String> answer =
          delegate().updatePartitionColumnStatistics(statistics, values, writeIds, writeId);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
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
    boolean own = beginWrite();
    try {
      boolean answer =
          delegate().deleteTableColumnStatistics(catalog, database, table, column, engine);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void deleteAllPartitionColumnStatistics(TableName table, String writeIds) {
    touchTable(table.getCat(), table.getDb(), table.getTable());
    boolean own = beginWrite();
    try {
      delegate().deleteAllPartitionColumnStatistics(table, writeIds);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropConstraint(String catalog, String database, String table, String constraint)
      throws NoSuchObjectException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      delegate().dropConstraint(catalog, database, table, constraint);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropConstraint(
      String catalog, String database, String table, String constraint, boolean missingOk)
      throws NoSuchObjectException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      delegate().dropConstraint(catalog, database, table, constraint, missingOk);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLPrimaryKey> addPrimaryKeys(List<SQLPrimaryKey> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLPrimaryKey> answer = delegate().addPrimaryKeys(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLForeignKey> addForeignKeys(List<SQLForeignKey> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLForeignKey> answer = delegate().addForeignKeys(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLUniqueConstraint> addUniqueConstraints(List<SQLUniqueConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLUniqueConstraint> answer = delegate().addUniqueConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLNotNullConstraint> addNotNullConstraints(List<SQLNotNullConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLNotNullConstraint> answer = delegate().addNotNullConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLDefaultConstraint> addDefaultConstraints(List<SQLDefaultConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLDefaultConstraint> answer = delegate().addDefaultConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLCheckConstraint> addCheckConstraints(List<SQLCheckConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLCheckConstraint> answer = delegate().addCheckConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public long updateParameterWithExpectedValue(
      Table object, String key, String expected, String value)
      throws MetaException, NoSuchObjectException {
    touchTable(object.getCatName(), object.getDbName(), object.getTableName());
    boolean own = beginWrite();
    try {
      long answer = delegate().updateParameterWithExpectedValue(object, key, expected, value);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }
}
