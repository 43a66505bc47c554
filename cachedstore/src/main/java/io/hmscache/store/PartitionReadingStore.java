package io.hmscache.store;

import io.hmscache.store.PartitionListQuery.Method;
import io.hmscache.store.UnderTable.DelegateCall;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.GetPartitionsFilterSpec;
import org.apache.hadoop.hive.metastore.api.GetProjectionsSpec;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs.GetPartitionsArgsBuilder;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;
import org.apache.thrift.TException;

/**
 * Reads of partitions by values, by names and by conditions. The shorter forms do here what the
 * interface defines them to do: they call the longer ones, so both share what is remembered.
 */
abstract class PartitionReadingStore extends PartitionNamesStore {

  // ---- one partition --------------------------------------------------------------------------

  @Override
  @Nullable
  public Partition getPartition(String catalog, String database, String table, List<String> values)
      throws MetaException, NoSuchObjectException {
    DelegateCall<Partition> call = store -> store.getPartition(catalog, database, table, values);
    return orMissing(() -> single(catalog, database, table, values, false, null, call));
  }

  @Override
  @Nullable
  public Partition getPartition(
      String catalog,
      String database,
      String table,
      List<String> values,
      @Nullable String writeIdList)
      throws MetaException, NoSuchObjectException {
    DelegateCall<Partition> call =
        store -> store.getPartition(catalog, database, table, values, writeIdList);
    return orMissing(() -> single(catalog, database, table, values, false, writeIdList, call));
  }

  @Override
  @Nullable
  public Partition getPartitionWithAuth(
      String catalog,
      String database,
      String table,
      List<String> values,
      String user,
      List<String> groups)
      throws MetaException, NoSuchObjectException, InvalidObjectException {
    DelegateCall<Partition> call =
        store -> store.getPartitionWithAuth(catalog, database, table, values, user, groups);
    return orInvalid(() -> single(catalog, database, table, values, true, null, call));
  }

  private @Nullable Partition single(
      String catalog,
      String database,
      String table,
      @Nullable List<String> values,
      boolean withAuth,
      @Nullable String writeIdList,
      DelegateCall<Partition> call)
      throws TException {
    return under(
        catalog,
        database,
        table,
        writeIdList,
        (session, tables) ->
            values == null
                ? null
                : new PartitionQuery(session, tables, values, withAuth, writeIdList, call),
        call);
  }

  @Override
  public boolean doesPartitionExist(
      String catalog, String database, String table, List<FieldSchema> keys, List<String> values)
      throws MetaException, NoSuchObjectException {
    DelegateCall<Boolean> call =
        store -> store.doesPartitionExist(catalog, database, table, keys, values);
    Boolean exists =
        orMissing(
            () ->
                under(
                    catalog,
                    database,
                    table,
                    null,
                    (session, tables) ->
                        keys == null || values == null
                            ? null
                            : new PartitionExistsQuery(session, tables, keys, values, call),
                    call));
    return Boolean.TRUE.equals(exists);
  }

  // ---- by names -------------------------------------------------------------------------------

  @Override
  @Nullable
  public List<Partition> getPartitionsByNames(
      String catalog, String database, String table, List<String> names)
      throws MetaException, NoSuchObjectException {
    return getPartitionsByNames(
        catalog, database, table, new GetPartitionsArgsBuilder().partNames(names).build());
  }

  @Override
  @Nullable
  public List<Partition> getPartitionsByNames(
      String catalog, String database, String table, GetPartitionsArgs args)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            byNames(
                catalog,
                database,
                table,
                args,
                false,
                store -> store.getPartitionsByNames(catalog, database, table, args)));
  }

  private @Nullable List<Partition> byNames(
      String catalog,
      String database,
      String table,
      @Nullable GetPartitionsArgs args,
      boolean privileges,
      DelegateCall<List<Partition>> call)
      throws TException {
    if (args != null && !isPlain(args)) {
      return list(
          catalog,
          database,
          table,
          args.getPartNames() == null ? null : key("names", args, args.getPartNames()),
          args,
          Flavour.NAMED,
          privileges,
          call);
    }
    return under(
        catalog,
        database,
        table,
        null,
        (session, tables) -> {
          List<String> names = args == null ? null : args.getPartNames();
          return names == null || !full(names) || names.size() > session.namesAtOnce()
              ? null
              : new PartitionsByNamesQuery(
                  session,
                  tables,
                  names,
                  call,
                  new NamedPartitions(session, catalog, database, table),
                  privileges);
        },
        call);
  }

  // ---- by conditions --------------------------------------------------------------------------

  @Override
  @Nullable
  public List<Partition> getPartitions(String catalog, String database, String table, int max)
      throws MetaException, NoSuchObjectException {
    return getPartitions(catalog, database, table, new GetPartitionsArgsBuilder().max(max).build());
  }

  @Override
  @Nullable
  public List<Partition> getPartitions(
      String catalog, String database, String table, GetPartitionsArgs args)
      throws MetaException, NoSuchObjectException {
    return orMissing(
        () ->
            all(
                catalog,
                database,
                table,
                args,
                false,
                store -> store.getPartitions(catalog, database, table, args)));
  }

  private @Nullable List<Partition> all(
      String catalog,
      String database,
      String table,
      @Nullable GetPartitionsArgs args,
      boolean privileges,
      DelegateCall<List<Partition>> call)
      throws TException {
    return list(
        catalog,
        database,
        table,
        args == null ? null : key("all", args, Math.max(-1, args.getMax())),
        args,
        Flavour.ALL,
        privileges,
        call);
  }

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

  // ---- with privileges ------------------------------------------------------------------------

  @Override
  @Nullable
  public List<Partition> getPartitionsWithAuth(
      String catalog, String database, String table, short max, String user, List<String> groups)
      throws MetaException, NoSuchObjectException, InvalidObjectException {
    return listPartitionsPsWithAuth(
        catalog,
        database,
        table,
        new GetPartitionsArgsBuilder().max(max).userName(user).groupNames(groups).build());
  }

  @Override
  @Nullable
  public List<Partition> listPartitionsPsWithAuth(
      String catalog,
      String database,
      String table,
      List<String> values,
      short max,
      String user,
      List<String> groups)
      throws MetaException, InvalidObjectException, NoSuchObjectException {
    return listPartitionsPsWithAuth(
        catalog,
        database,
        table,
        new GetPartitionsArgsBuilder()
            .part_vals(values)
            .max(max)
            .userName(user)
            .groupNames(groups)
            .build());
  }

  @Override
  @Nullable
  public List<Partition> listPartitionsPsWithAuth(
      String catalog, String database, String table, GetPartitionsArgs args)
      throws MetaException, InvalidObjectException, NoSuchObjectException {
    return orInvalid(
        () -> {
          DelegateCall<List<Partition>> call =
              store -> store.listPartitionsPsWithAuth(catalog, database, table, args);
          boolean privileges =
              args != null && args.getUserName() != null && args.getGroupNames() != null;
          if (args != null && args.getPartNames() != null) {
            return byNames(catalog, database, table, args, privileges, call);
          }
          if (args == null || MetaStoreUtils.arePartValsEmpty(args.getPart_vals())) {
            return all(catalog, database, table, args, privileges, call);
          }
          return list(
              catalog,
              database,
              table,
              key("ps", args, args.getPart_vals(), args.getMax()),
              args,
              Flavour.FILTERED,
              privileges,
              call);
        });
  }

  // ---- what they have in common ---------------------------------------------------------------

  /** What the partitions of an answer look like. */
  private enum Flavour {
    /** Complete; names can be listed alike. */
    ALL,
    /** Complete; the names are arguments. */
    NAMED,
    /** Complete but for what full-ACID tables do not need. */
    FILTERED,
    /** Whatever the caller asks for. */
    PROJECTED
  }

  private @Nullable List<Partition> list(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable CallKey key,
      @Nullable GetPartitionsArgs args,
      Flavour flavour,
      boolean privileges,
      DelegateCall<List<Partition>> call)
      throws TException {
    PartitionAnswer answer =
        answer(
            catalog,
            database,
            table,
            key,
            args,
            flavour,
            privileges,
            store -> new PartitionAnswer(call.run(store), false));
    return answer == null ? null : answer.partitions;
  }

  private @Nullable PartitionAnswer answer(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable CallKey key,
      @Nullable GetPartitionsArgs args,
      Flavour flavour,
      boolean privileges,
      DelegateCall<PartitionAnswer> call)
      throws TException {
    return under(
        catalog,
        database,
        table,
        null,
        (session, tables) -> {
          if (key == null || catalog == null || database == null || table == null) {
            return null;
          }
          boolean plain = args != null && isPlain(args);
          DelegateCall<List<String>> names = null;
          if (args != null && plain && flavour == Flavour.ALL && session.listsByName()) {
            int max = args.getMax();
            if (max <= Short.MAX_VALUE) {
              short limit = (short) Math.max(-1, max);
              names = store -> store.listPartitionNames(catalog, database, table, limit);
            }
          }
          return new PartitionListQuery(
              session,
              tables,
              key,
              new Method(
                  call,
                  new NamedPartitions(session, catalog, database, table),
                  plain,
                  flavour == Flavour.FILTERED,
                  privileges,
                  names));
        },
        call);
  }

  private static CallKey key(String method, GetPartitionsArgs args, @Nullable Object... others) {
    return CallKey.of(
        method,
        CallKey.of("arguments", others),
        args.getIncludeParamKeyPattern(),
        args.getExcludeParamKeyPattern(),
        args.isSkipColumnSchemaForPartition());
  }

  /** Whether a call wants partitions with everything that listings have. */
  private static boolean isPlain(GetPartitionsArgs args) {
    return isNone(args.getIncludeParamKeyPattern())
        && isNone(args.getExcludeParamKeyPattern())
        && !args.isSkipColumnSchemaForPartition();
  }

  private static boolean isNone(@Nullable String pattern) {
    return pattern == null || pattern.isEmpty();
  }
}
