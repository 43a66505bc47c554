package io.hmscache.store;

import io.hmscache.store.UnderTable.DelegateCall;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs.GetPartitionsArgsBuilder;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;

/**
 * Reads of partitions with the privileges of a user, by values, by a part of them or by names. With
 * the classes above: every read of partitions.
 */
abstract class PartitionReadingStore extends PartitionConditionStore {

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
}
