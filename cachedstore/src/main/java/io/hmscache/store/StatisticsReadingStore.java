package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.AggrStats;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;

/**
 * Reads of column statistics, for whatever engine. Remembered as a whole under the exact arguments:
 * the order of the columns is the database's own, and an aggregate is not the sum of its parts.
 */
abstract class StatisticsReadingStore extends ListingReadingStore {

  // ---- of a table -----------------------------------------------------------------------------

  @Override
  @Nullable
  public List<ColumnStatistics> getTableColumnStatistics(
      String catalog, String database, String table, List<String> columns)
      throws MetaException, NoSuchObjectException {
    Ask<List<ColumnStatistics>, MetaException, NoSuchObjectException> ask =
        store -> store.getTableColumnStatistics(catalog, database, table, columns);
    Session session = session();
    TableKey key = TableReads.key(catalog, database, table);
    if (session == null || key == null || !full(columns)) {
      return ask.of(delegate());
    }
    TableQuery of = TableReads.tables(session, key, null, Gate.UNKNOWN);
    CallKey arguments =
        CallKey.of(catalog, database, table, new ArrayList<>(columns), session.sqlPaths());
    Remembered<List<ColumnStatistics>> remembered =
        new Remembered<>(
            session,
            of.scope.object,
            SlotKey.Kind.TABLE_STATISTICS,
            arguments,
            of.scope.object::stamp,
            AnswerForms.STATISTICS_LIST);
    return answer(session, new TableAnswerQuery<>(session, of, remembered, ask), of);
  }

  @Override
  @Nullable
  public ColumnStatistics getTableColumnStatistics(
      String catalog, String database, String table, List<String> columns, String engine)
      throws MetaException, NoSuchObjectException {
    return tableStatistics(
        catalog,
        database,
        table,
        columns,
        engine,
        null,
        store -> store.getTableColumnStatistics(catalog, database, table, columns, engine));
  }

  @Override
  @Nullable
  public ColumnStatistics getTableColumnStatistics(
      String catalog,
      String database,
      String table,
      List<String> columns,
      String engine,
      @Nullable String writeIds)
      throws MetaException, NoSuchObjectException {
    return tableStatistics(
        catalog,
        database,
        table,
        columns,
        engine,
        writeIds,
        store ->
            store.getTableColumnStatistics(catalog, database, table, columns, engine, writeIds));
  }

  private @Nullable ColumnStatistics tableStatistics(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable List<String> columns,
      @Nullable String engine,
      @Nullable String writeIds,
      Ask<ColumnStatistics, MetaException, NoSuchObjectException> ask)
      throws MetaException, NoSuchObjectException {
    Session session = session();
    TableKey key = TableReads.key(catalog, database, table);
    if (session == null || key == null || columns == null || !full(columns) || engine == null) {
      return ask.of(delegate());
    }
    TableQuery of = TableReads.tables(session, key, writeIds, Gate.UNKNOWN);
    CallKey arguments =
        CallKey.of(
            "getTableColumnStatistics",
            catalog,
            database,
            table,
            new ArrayList<>(columns),
            engine,
            session.sqlPaths());
    Remembered<ColumnStatistics> remembered =
        new Remembered<>(
            session,
            of.scope.object,
            SlotKey.Kind.TABLE_STATISTICS,
            arguments,
            of.scope.object::stamp,
            AnswerForms.STATISTICS);
    return answer(session, new TableStatisticsQuery(session, of, writeIds, remembered, ask), of);
  }

  // ---- of partitions --------------------------------------------------------------------------

  @Override
  @Nullable
  public List<List<ColumnStatistics>> getPartitionColumnStatistics(
      String catalog, String database, String table, List<String> partitions, List<String> columns)
      throws MetaException, NoSuchObjectException {
    // Any partition of the table that gets statistics of another engine adds a list.
    return partitionStatistics(
        "every engine",
        catalog,
        database,
        table,
        partitions,
        columns,
        "",
        null,
        true,
        AnswerForms.STATISTICS_LISTS,
        store -> store.getPartitionColumnStatistics(catalog, database, table, partitions, columns));
  }

  @Override
  @Nullable
  public List<ColumnStatistics> getPartitionColumnStatistics(
      String catalog,
      String database,
      String table,
      List<String> partitions,
      List<String> columns,
      String engine)
      throws MetaException, NoSuchObjectException {
    return partitionStatistics(
        "engine",
        catalog,
        database,
        table,
        partitions,
        columns,
        engine,
        null,
        false,
        AnswerForms.STATISTICS_LIST,
        store ->
            store.getPartitionColumnStatistics(
                catalog, database, table, partitions, columns, engine));
  }

  @Override
  @Nullable
  public List<ColumnStatistics> getPartitionColumnStatistics(
      String catalog,
      String database,
      String table,
      List<String> partitions,
      List<String> columns,
      String engine,
      @Nullable String writeIds)
      throws MetaException, NoSuchObjectException {
    return partitionStatistics(
        "engine",
        catalog,
        database,
        table,
        partitions,
        columns,
        engine,
        writeIds,
        false,
        AnswerForms.STATISTICS_LIST,
        store ->
            store.getPartitionColumnStatistics(
                catalog, database, table, partitions, columns, engine, writeIds));
  }

  @Override
  @Nullable
  public AggrStats get_aggr_stats_for(
      String catalog,
      String database,
      String table,
      List<String> partitions,
      List<String> columns,
      String engine)
      throws MetaException, NoSuchObjectException {
    return partitionStatistics(
        "aggregate",
        catalog,
        database,
        table,
        partitions,
        columns,
        engine,
        null,
        false,
        AnswerForms.AGGREGATE,
        store -> store.get_aggr_stats_for(catalog, database, table, partitions, columns, engine));
  }

  @Override
  @Nullable
  public AggrStats get_aggr_stats_for(
      String catalog,
      String database,
      String table,
      List<String> partitions,
      List<String> columns,
      String engine,
      @Nullable String writeIds)
      throws MetaException, NoSuchObjectException {
    return partitionStatistics(
        "aggregate",
        catalog,
        database,
        table,
        partitions,
        columns,
        engine,
        writeIds,
        false,
        AnswerForms.AGGREGATE,
        store ->
            store.get_aggr_stats_for(
                catalog, database, table, partitions, columns, engine, writeIds));
  }

  /**
   * Statistics of, or over, some partitions. They depend on the table as a whole and on the named
   * partitions; an event on another partition leaves them alone.
   *
   * @param anyPartition whether any partition of the table can change the answer
   */
  private <T> @Nullable T partitionStatistics(
      String form,
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable List<String> partitions,
      @Nullable List<String> columns,
      @Nullable String engine,
      @Nullable String writeIds,
      boolean anyPartition,
      AnswerForm<T> answers,
      Ask<T, MetaException, NoSuchObjectException> ask)
      throws MetaException, NoSuchObjectException {
    Session session = session();
    TableKey key = TableReads.key(catalog, database, table);
    int[] stripes = stripes(partitions);
    if (session == null
        || key == null
        || partitions == null
        || stripes == null
        || columns == null
        || !full(columns)
        || engine == null) {
      return ask.of(delegate());
    }
    TableQuery of = TableReads.tables(session, key, writeIds, Gate.UNKNOWN);
    TableScope scope = of.scope;
    CallKey arguments =
        CallKey.of(
            form,
            catalog,
            database,
            table,
            new ArrayList<>(partitions),
            new ArrayList<>(columns),
            engine,
            writeIds,
            session.sqlPaths());
    LongSupplier stamps =
        anyPartition
            ? scope.partitionSet::stamp
            : () -> scope.stamp() + scope.partitionGenerations(stripes);
    Remembered<T> remembered =
        new Remembered<>(
            session, scope, SlotKey.Kind.PARTITION_STATISTICS, arguments, stamps, answers);
    return answer(session, new TableAnswerQuery<>(session, of, remembered, ask), of);
  }

  /** The stripes of partitions by their names; null if there are none or one is no such name. */
  private static @Nullable int[] stripes(@Nullable List<String> partitions) {
    if (partitions == null || !full(partitions)) {
      return null;
    }
    List<List<String>> values = new ArrayList<>(partitions.size());
    for (String name : partitions) {
      try {
        values.add(Warehouse.getPartValuesFromPartName(name));
      } catch (MetaException e) {
        return null; // the delegate decides what becomes of it
      }
    }
    return TableScope.stripesOf(values);
  }
}
