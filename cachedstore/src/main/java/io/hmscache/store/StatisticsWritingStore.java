package io.hmscache.store;

import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.common.TableName;
import org.apache.hadoop.hive.metastore.TransactionalMetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.InvalidInputException;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.model.MTable;

/** Writes of column statistics, which change parameters of their table or partition as well. */
abstract class StatisticsWritingStore extends PartitionWritingStore {

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
}
