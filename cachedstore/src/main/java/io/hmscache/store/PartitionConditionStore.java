package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.GetPartitionsFilterSpec;
import org.apache.hadoop.hive.metastore.api.GetProjectionsSpec;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs.GetPartitionsArgsBuilder;
import org.apache.thrift.TException;

/** Reads of the partitions that a filter, an expression or a projection's filter selects. */
abstract class PartitionConditionStore extends PartitionListStore {

  @Override
  @Nullable
  public List<Partition> getPartitionsByFilter(
      String catalog, String database, String table, String filter, short max)
      throws MetaException, NoSuchObjectException {
    return getPartitionsByFilter(
        catalog, database, table, new GetPartitionsArgsBuilder().filter(filter).max(max).build());
  }

  @Override
  @Nullable
  public List<Partition> getPartitionsByFilter(
      String catalog, String database, String table, GetPartitionsArgs args)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            list(
                catalog,
                database,
                table,
                args == null ? null : key("filter", args, args.getFilter(), args.getMax()),
                args,
                Flavour.FILTERED,
                false,
                store -> store.getPartitionsByFilter(catalog, database, table, args)));
  }

  @Override
  public boolean getPartitionsByExpr(
      String catalog,
      String database,
      String table,
      byte[] expression,
      String defaultName,
      short max,
      List<Partition> result)
      throws TException {
    return getPartitionsByExpr(
        catalog,
        database,
        table,
        result,
        new GetPartitionsArgsBuilder()
            .expr(expression)
            .defaultPartName(defaultName)
            .max(max)
            .build());
  }

  @Override
  public boolean getPartitionsByExpr(
      String catalog, String database, String table, List<Partition> result, GetPartitionsArgs args)
      throws TException {
    CallKey key =
        args == null || args.getExpr() == null
            ? null
            : key("expr", args, args.getExpr(), args.getDefaultPartName(), args.getMax());
    PartitionAnswer answer =
        answer(
            catalog,
            database,
            table,
            key,
            args,
            Flavour.FILTERED,
            false,
            store -> {
              List<Partition> found = new ArrayList<>();
              boolean unknown = store.getPartitionsByExpr(catalog, database, table, found, args);
              return new PartitionAnswer(found, unknown);
            });
    if (answer == null || answer.partitions == null) {
      throw new IllegalStateException("the delegate fills a list");
    }
    result.addAll(answer.partitions);
    return answer.unknown;
  }

  @Override
  @Nullable
  public List<Partition> getPartitionSpecsByFilterAndProjection(
      Table table, GetProjectionsSpec projection, GetPartitionsFilterSpec filter)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            list(
                table.getCatName(),
                table.getDbName(),
                table.getTableName(),
                CallKey.of(
                    "specs",
                    projection == null ? null : projection.deepCopy(),
                    filter == null ? null : filter.deepCopy(),
                    copies(table.getPartitionKeys()),
                    table.getTableType()),
                null,
                Flavour.PROJECTED,
                false,
                store -> store.getPartitionSpecsByFilterAndProjection(table, projection, filter)));
  }
}
