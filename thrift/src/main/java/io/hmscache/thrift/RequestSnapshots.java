package io.hmscache.thrift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.AddPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.AllTableConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.AlterPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.CheckConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.DefaultConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.ForeignKeysRequest;
import org.apache.hadoop.hive.metastore.api.GetFieldsRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionNamesPsRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsByFilterRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsByNamesRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsPsWithAuthRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.GetSchemaRequest;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.NotNullConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.PartitionValuesRequest;
import org.apache.hadoop.hive.metastore.api.PartitionsByExprRequest;
import org.apache.hadoop.hive.metastore.api.PartitionsRequest;
import org.apache.hadoop.hive.metastore.api.PartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.PrimaryKeysRequest;
import org.apache.hadoop.hive.metastore.api.RenamePartitionRequest;
import org.apache.hadoop.hive.metastore.api.SetPartitionsStatsRequest;
import org.apache.hadoop.hive.metastore.api.TableStatsRequest;
import org.apache.hadoop.hive.metastore.api.TruncateTableRequest;
import org.apache.hadoop.hive.metastore.api.UniqueConstraintsRequest;

/**
 * Finds in a request what HMSHandler 4.0.1 drops on its way to the RawStore: the reader's write-id
 * list, the table id, and the table they belong to. Knows every request type of the Thrift API that
 * has a list, whether its method reads or writes. Stateless.
 */
final class RequestSnapshots {

  private static final Map<Class<?>, RequestFields<?>> FIELDS = index();

  private RequestSnapshots() {}

  private static Map<Class<?>, RequestFields<?>> index() {
    List<RequestFields<?>> all = new ArrayList<>();
    addTableReads(all);
    addPartitionReads(all);
    addConstraintReads(all);
    addStatistics(all);
    addWrites(all);
    Map<Class<?>, RequestFields<?>> index = new HashMap<>();
    for (RequestFields<?> fields : all) {
      index.put(fields.type(), fields);
    }
    return Collections.unmodifiableMap(index);
  }

  private static void addTableReads(List<RequestFields<?>> all) {
    all.add(
        new RequestFields<>(
                GetTableRequest.class, GetTableRequest::getDbName, GetTableRequest::getTblName)
            .catalog(GetTableRequest::getCatName)
            .list(GetTableRequest::getValidWriteIdList)
            .id(GetTableRequest::getId));
    all.add(
        new RequestFields<>(
                GetFieldsRequest.class, GetFieldsRequest::getDbName, GetFieldsRequest::getTblName)
            .catalog(GetFieldsRequest::getCatName)
            .list(GetFieldsRequest::getValidWriteIdList)
            .id(GetFieldsRequest::getId));
    all.add(
        new RequestFields<>(
                GetSchemaRequest.class, GetSchemaRequest::getDbName, GetSchemaRequest::getTblName)
            .catalog(GetSchemaRequest::getCatName)
            .list(GetSchemaRequest::getValidWriteIdList)
            .id(GetSchemaRequest::getId));
  }

  private static void addPartitionReads(List<RequestFields<?>> all) {
    all.add(
        new RequestFields<>(
                GetPartitionRequest.class,
                GetPartitionRequest::getDbName,
                GetPartitionRequest::getTblName)
            .catalog(GetPartitionRequest::getCatName)
            .list(GetPartitionRequest::getValidWriteIdList)
            .id(GetPartitionRequest::getId));
    all.add(
        new RequestFields<>(
                PartitionsRequest.class,
                PartitionsRequest::getDbName,
                PartitionsRequest::getTblName)
            .catalog(PartitionsRequest::getCatName)
            .list(PartitionsRequest::getValidWriteIdList)
            .id(PartitionsRequest::getId));
    all.add(
        new RequestFields<>(
                GetPartitionsRequest.class,
                GetPartitionsRequest::getDbName,
                GetPartitionsRequest::getTblName)
            .catalog(GetPartitionsRequest::getCatName)
            .list(GetPartitionsRequest::getValidWriteIdList));
    all.add(
        new RequestFields<>(
                GetPartitionsByNamesRequest.class,
                GetPartitionsByNamesRequest::getDb_name,
                GetPartitionsByNamesRequest::getTbl_name)
            .list(GetPartitionsByNamesRequest::getValidWriteIdList)
            .id(GetPartitionsByNamesRequest::getId));
    all.add(
        new RequestFields<>(
                GetPartitionsByFilterRequest.class,
                GetPartitionsByFilterRequest::getDbName,
                GetPartitionsByFilterRequest::getTblName)
            .catalog(GetPartitionsByFilterRequest::getCatName));
    all.add(
        new RequestFields<>(
                PartitionsByExprRequest.class,
                PartitionsByExprRequest::getDbName,
                PartitionsByExprRequest::getTblName)
            .catalog(PartitionsByExprRequest::getCatName)
            .list(PartitionsByExprRequest::getValidWriteIdList)
            .id(PartitionsByExprRequest::getId));
    all.add(
        new RequestFields<>(
                GetPartitionNamesPsRequest.class,
                GetPartitionNamesPsRequest::getDbName,
                GetPartitionNamesPsRequest::getTblName)
            .catalog(GetPartitionNamesPsRequest::getCatName)
            .list(GetPartitionNamesPsRequest::getValidWriteIdList)
            .id(GetPartitionNamesPsRequest::getId));
    all.add(
        new RequestFields<>(
                GetPartitionsPsWithAuthRequest.class,
                GetPartitionsPsWithAuthRequest::getDbName,
                GetPartitionsPsWithAuthRequest::getTblName)
            .catalog(GetPartitionsPsWithAuthRequest::getCatName)
            .list(GetPartitionsPsWithAuthRequest::getValidWriteIdList)
            .id(GetPartitionsPsWithAuthRequest::getId));
    all.add(
        new RequestFields<>(
                PartitionValuesRequest.class,
                PartitionValuesRequest::getDbName,
                PartitionValuesRequest::getTblName)
            .catalog(PartitionValuesRequest::getCatName)
            .list(PartitionValuesRequest::getValidWriteIdList));
  }

  private static void addConstraintReads(List<RequestFields<?>> all) {
    all.add(
        new RequestFields<>(
                AllTableConstraintsRequest.class,
                AllTableConstraintsRequest::getDbName,
                AllTableConstraintsRequest::getTblName)
            .catalog(AllTableConstraintsRequest::getCatName)
            .list(AllTableConstraintsRequest::getValidWriteIdList)
            .id(AllTableConstraintsRequest::getTableId));
    all.add(
        new RequestFields<>(
                PrimaryKeysRequest.class,
                PrimaryKeysRequest::getDb_name,
                PrimaryKeysRequest::getTbl_name)
            .catalog(PrimaryKeysRequest::getCatName)
            .list(PrimaryKeysRequest::getValidWriteIdList)
            .id(PrimaryKeysRequest::getTableId));
    // HiveServer2 asks for the keys of the referencing table; only without one the list can be of
    // the referenced table.
    all.add(
        new RequestFields<ForeignKeysRequest>(
                ForeignKeysRequest.class,
                r ->
                    r.getForeign_tbl_name() == null
                        ? r.getParent_db_name()
                        : r.getForeign_db_name(),
                r ->
                    r.getForeign_tbl_name() == null
                        ? r.getParent_tbl_name()
                        : r.getForeign_tbl_name())
            .catalog(ForeignKeysRequest::getCatName)
            .list(ForeignKeysRequest::getValidWriteIdList)
            .id(ForeignKeysRequest::getTableId));
    all.add(
        new RequestFields<>(
                UniqueConstraintsRequest.class,
                UniqueConstraintsRequest::getDb_name,
                UniqueConstraintsRequest::getTbl_name)
            .catalog(UniqueConstraintsRequest::getCatName)
            .list(UniqueConstraintsRequest::getValidWriteIdList)
            .id(UniqueConstraintsRequest::getTableId));
    all.add(
        new RequestFields<>(
                NotNullConstraintsRequest.class,
                NotNullConstraintsRequest::getDb_name,
                NotNullConstraintsRequest::getTbl_name)
            .catalog(NotNullConstraintsRequest::getCatName)
            .list(NotNullConstraintsRequest::getValidWriteIdList)
            .id(NotNullConstraintsRequest::getTableId));
    all.add(
        new RequestFields<>(
                DefaultConstraintsRequest.class,
                DefaultConstraintsRequest::getDb_name,
                DefaultConstraintsRequest::getTbl_name)
            .catalog(DefaultConstraintsRequest::getCatName)
            .list(DefaultConstraintsRequest::getValidWriteIdList)
            .id(DefaultConstraintsRequest::getTableId));
    all.add(
        new RequestFields<>(
                CheckConstraintsRequest.class,
                CheckConstraintsRequest::getDb_name,
                CheckConstraintsRequest::getTbl_name)
            .catalog(CheckConstraintsRequest::getCatName)
            .list(CheckConstraintsRequest::getValidWriteIdList)
            .id(CheckConstraintsRequest::getTableId));
  }

  private static void addStatistics(List<RequestFields<?>> all) {
    all.add(
        new RequestFields<>(
                TableStatsRequest.class,
                TableStatsRequest::getDbName,
                TableStatsRequest::getTblName)
            .catalog(TableStatsRequest::getCatName)
            .list(TableStatsRequest::getValidWriteIdList)
            .id(TableStatsRequest::getId));
    all.add(
        new RequestFields<>(
                PartitionsStatsRequest.class,
                PartitionsStatsRequest::getDbName,
                PartitionsStatsRequest::getTblName)
            .catalog(PartitionsStatsRequest::getCatName)
            .list(PartitionsStatsRequest::getValidWriteIdList));
    all.add(
        new RequestFields<SetPartitionsStatsRequest>(
                SetPartitionsStatsRequest.class,
                r -> described(r, ColumnStatisticsDesc::getDbName),
                r -> described(r, ColumnStatisticsDesc::getTableName))
            .catalog(r -> described(r, ColumnStatisticsDesc::getCatName))
            .list(SetPartitionsStatsRequest::getValidWriteIdList));
  }

  private static void addWrites(List<RequestFields<?>> all) {
    all.add(
        new RequestFields<>(
                AddPartitionsRequest.class,
                AddPartitionsRequest::getDbName,
                AddPartitionsRequest::getTblName)
            .catalog(AddPartitionsRequest::getCatName)
            .list(AddPartitionsRequest::getValidWriteIdList));
    all.add(
        new RequestFields<>(
                AlterPartitionsRequest.class,
                AlterPartitionsRequest::getDbName,
                AlterPartitionsRequest::getTableName)
            .catalog(AlterPartitionsRequest::getCatName)
            .list(AlterPartitionsRequest::getValidWriteIdList));
    all.add(
        new RequestFields<>(
                AlterTableRequest.class,
                AlterTableRequest::getDbName,
                AlterTableRequest::getTableName)
            .catalog(AlterTableRequest::getCatName)
            .list(AlterTableRequest::getValidWriteIdList));
    all.add(
        new RequestFields<>(
                RenamePartitionRequest.class,
                RenamePartitionRequest::getDbName,
                RenamePartitionRequest::getTableName)
            .catalog(RenamePartitionRequest::getCatName)
            .list(RenamePartitionRequest::getValidWriteIdList));
    all.add(
        new RequestFields<>(
                TruncateTableRequest.class,
                TruncateTableRequest::getDbName,
                TruncateTableRequest::getTableName)
            .list(TruncateTableRequest::getValidWriteIdList));
  }

  /**
   * What a call carries. A name in the old style, {@code @catalog#database}, is taken apart; a
   * request without a catalog means the configured default one, as in HMSHandler.
   *
   * @param args the call's arguments; null if it has none
   * @param conf names the default catalog
   */
  static RequestSnapshot of(String method, @Nullable Object[] args, Configuration conf) {
    if (args == null) {
      return RequestSnapshot.NONE;
    }
    if (args.length == 1 && args[0] != null) {
      RequestFields<?> fields = FIELDS.get(args[0].getClass());
      return fields == null ? RequestSnapshot.NONE : fields.read(args[0], conf);
    }
    if (args.length > 1 && RequestClasses.namesTableByArguments(method)) {
      return RequestSnapshot.of(null, (String) args[0], (String) args[1], null, 0, conf);
    }
    return RequestSnapshot.NONE;
  }

  /** The request types whose content is known. */
  static Set<Class<?>> knownTypes() {
    return FIELDS.keySet();
  }

  @Nullable
  private static String described(
      SetPartitionsStatsRequest request, Function<ColumnStatisticsDesc, String> name) {
    List<ColumnStatistics> statistics = request.getColStats();
    return statistics == null || statistics.isEmpty() || !statistics.get(0).isSetStatsDesc()
        ? null
        : name.apply(statistics.get(0).getStatsDesc());
  }
}
