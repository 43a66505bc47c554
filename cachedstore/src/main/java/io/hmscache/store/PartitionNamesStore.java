package io.hmscache.store;

import io.hmscache.store.RememberedQuery.Keeper;
import io.hmscache.store.SlotKey.Kind;
import io.hmscache.store.UnderTable.DelegateCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.PartitionValuesResponse;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.thrift.TException;

/** Reads of what partitions there are: their names, number, values, locations. */
abstract class PartitionNamesStore extends UnderTableStore {

  private <T> @Nullable T remembered(
      String catalog,
      String database,
      String table,
      Kind kind,
      Keeper<T> keeper,
      CallKeyMaker key,
      DelegateCall<T> call)
      throws TException {
    return under(
        catalog,
        database,
        table,
        null,
        (session, tables) -> {
          CallKey arguments = key.make();
          return arguments == null
              ? null
              : new RememberedQuery<>(session, tables, kind, arguments, keeper, call);
        },
        call);
  }

  /** Makes the key of a call; null if only the delegate knows what to make of its arguments. */
  private interface CallKeyMaker {
    @Nullable
    CallKey make();
  }

  // ---- names ----------------------------------------------------------------------------------

  @Override
  @Nullable
  public List<String> listPartitionNames(String catalog, String database, String table, short max)
      throws MetaException {
    DelegateCall<List<String>> call =
        store -> store.listPartitionNames(catalog, database, table, max);
    return orMeta(
        () ->
            under(
                catalog,
                database,
                table,
                null,
                (session, tables) -> new PartitionNamesQuery(session, tables, max, call),
                call));
  }

  @Override
  @Nullable
  public List<String> listPartitionNames(
      String catalog,
      String database,
      String table,
      String defaultName,
      byte[] expression,
      String order,
      int max)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            remembered(
                catalog,
                database,
                table,
                Kind.PARTITION_NAMES,
                Keepers.NAMES,
                () ->
                    expression == null
                        ? null
                        : CallKey.of("namesByExpr", defaultName, expression, order, max),
                store ->
                    store.listPartitionNames(
                        catalog, database, table, defaultName, expression, order, max)));
  }

  @Override
  @Nullable
  public List<String> listPartitionNamesByFilter(
      String catalog, String database, String table, GetPartitionsArgs args)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            remembered(
                catalog,
                database,
                table,
                Kind.PARTITION_NAMES,
                Keepers.NAMES,
                () ->
                    args == null
                        ? null
                        : CallKey.of(
                            "namesByFilter",
                            args.getFilter(),
                            args.getDefaultPartName(),
                            args.getMax()),
                store -> store.listPartitionNamesByFilter(catalog, database, table, args)));
  }

  @Override
  @Nullable
  public List<String> listPartitionNamesPs(
      String catalog, String database, String table, List<String> values, short max)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            remembered(
                catalog,
                database,
                table,
                Kind.PARTITION_NAMES,
                Keepers.NAMES,
                () -> values == null ? null : CallKey.of("namesPs", values, max),
                store -> store.listPartitionNamesPs(catalog, database, table, values, max)));
  }

  // ---- numbers --------------------------------------------------------------------------------

  private int count(
      String catalog, String database, String table, CallKeyMaker key, DelegateCall<Integer> call)
      throws MetaException, NoSuchObjectException {
    Integer count =
        orMissing(
            () ->
                remembered(
                    catalog, database, table, Kind.PARTITION_RESULT, Keepers.COUNT, key, call));
    return Objects.requireNonNull(count, "the delegate answers a number");
  }

  @Override
  public int getNumPartitionsByFilter(String catalog, String database, String table, String filter)
      throws MetaException, NoSuchObjectException {
    return count(
        catalog,
        database,
        table,
        () -> CallKey.of("countByFilter", filter),
        store -> store.getNumPartitionsByFilter(catalog, database, table, filter));
  }

  @Override
  public int getNumPartitionsByExpr(
      String catalog, String database, String table, byte[] expression)
      throws MetaException, NoSuchObjectException {
    return count(
        catalog,
        database,
        table,
        () -> expression == null ? null : CallKey.of("countByExpr", (Object) expression),
        store -> store.getNumPartitionsByExpr(catalog, database, table, expression));
  }

  @Override
  public int getNumPartitionsByPs(
      String catalog, String database, String table, List<String> values)
      throws MetaException, NoSuchObjectException {
    return count(
        catalog,
        database,
        table,
        () -> values == null ? null : CallKey.of("countPs", values),
        store -> store.getNumPartitionsByPs(catalog, database, table, values));
  }

  // ---- values and locations -------------------------------------------------------------------

  @Override
  @Nullable
  public PartitionValuesResponse listPartitionValues(
      String catalog,
      String database,
      String table,
      List<FieldSchema> columns,
      boolean distinct,
      String filter,
      boolean ascending,
      List<FieldSchema> order,
      long max)
      throws MetaException {
    return orMeta(
        () ->
            remembered(
                catalog,
                database,
                table,
                Kind.PARTITION_RESULT,
                Keepers.VALUES,
                () ->
                    columns == null
                        ? null
                        : CallKey.of(
                            "values",
                            copies(columns),
                            distinct,
                            filter,
                            ascending,
                            copies(order),
                            max),
                store ->
                    store.listPartitionValues(
                        catalog, database, table, columns, distinct, filter, ascending, order,
                        max)));
  }

  /** Columns for a key, safe from what the caller does to its own. */
  static @Nullable List<FieldSchema> copies(@Nullable List<FieldSchema> columns) {
    if (columns == null) {
      return null;
    }
    List<FieldSchema> copies = new ArrayList<>(columns.size());
    for (FieldSchema column : columns) {
      copies.add(column == null ? null : column.deepCopy());
    }
    return copies;
  }

  @Override
  @Nullable
  public Map<String, String> getPartitionLocations(
      String catalog, String database, String table, String base, int max) {
    return quietly(
        () ->
            remembered(
                catalog,
                database,
                table,
                Kind.PARTITION_RESULT,
                Keepers.LOCATIONS,
                () -> CallKey.of("locations", base, max),
                store -> store.getPartitionLocations(catalog, database, table, base, max)));
  }
}
