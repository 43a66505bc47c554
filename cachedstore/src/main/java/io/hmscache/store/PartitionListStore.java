package io.hmscache.store;

import io.hmscache.store.PartitionListQuery.Method;
import io.hmscache.store.UnderTable.DelegateCall;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs.GetPartitionsArgsBuilder;
import org.apache.thrift.TException;

/**
 * Reads of partitions by their names, and of all of them; what all methods that list partitions
 * have in common. The shorter forms do here, and in the classes below, what the interface defines
 * them to do: they call the longer ones, so both share what is remembered.
 */
abstract class PartitionListStore extends PartitionLookupStore {

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

  final @Nullable List<Partition> byNames(
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

  // ---- all --------------------------------------------------------------------------------------

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

  final @Nullable List<Partition> all(
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

  // ---- what they have in common ---------------------------------------------------------------

  /** What the partitions of an answer look like. */
  enum Flavour {
    /** Complete; names can be listed alike. */
    ALL,
    /** Complete; the names are arguments. */
    NAMED,
    /** Complete but for what full-ACID tables do not need. */
    FILTERED,
    /** Whatever the caller asks for. */
    PROJECTED
  }

  final @Nullable List<Partition> list(
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

  final @Nullable PartitionAnswer answer(
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

  static CallKey key(String method, GetPartitionsArgs args, @Nullable Object... others) {
    return CallKey.of(
        method,
        CallKey.of("arguments", others),
        args.getIncludeParamKeyPattern(),
        args.getExcludeParamKeyPattern(),
        args.isSkipColumnSchemaForPartition());
  }

  /** Whether a call wants partitions with everything that listings have. */
  static boolean isPlain(GetPartitionsArgs args) {
    return isNone(args.getIncludeParamKeyPattern())
        && isNone(args.getExcludeParamKeyPattern())
        && !args.isSkipColumnSchemaForPartition();
  }

  static boolean isNone(@Nullable String pattern) {
    return pattern == null || pattern.isEmpty();
  }
}
