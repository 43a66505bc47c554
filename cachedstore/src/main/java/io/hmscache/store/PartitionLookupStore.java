package io.hmscache.store;

import io.hmscache.store.UnderTable.DelegateCall;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.thrift.TException;

/** Reads of one partition by its values. */
abstract class PartitionLookupStore extends PartitionNamesStore {

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

  final @Nullable Partition single(
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
}
