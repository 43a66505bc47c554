package io.hmscache.store;

import io.hmscache.writeid.TableKind;
import java.util.Map;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

/** A table as read without a write-id list, and what reads need to know of it. Immutable. */
final class TableValue {

  /** Owned by the cache: copy before handing out. */
  final Table table;

  final TableKind kind;

  /** Table id, or at most 0 if the database has none. */
  final long id;

  /** Whether {@code *WithAuth} reads of its partitions add privileges, which have no events. */
  final boolean partitionPrivileges;

  /** Names of its partitions. */
  final PartitionNaming naming;

  /** Whether listings by filters leave out parts of its partitions' descriptors. */
  final boolean fullAcid;

  private TableValue(Table table, TableKind kind, boolean partitionPrivileges) {
    this.table = table;
    this.kind = kind;
    this.id = table.isSetId() ? table.getId() : -1;
    this.partitionPrivileges = partitionPrivileges;
    this.naming = new PartitionNaming(table.getPartitionKeys());
    this.fullAcid = TxnUtils.isAcidTable(table);
  }

  /** Whether a table may be stored: a materialized view embeds other tables and may not. */
  static boolean storable(Table table) {
    return !TableType.MATERIALIZED_VIEW.toString().equals(table.getTableType());
  }

  /** Wraps a table that nobody else refers to. */
  static TableValue of(Table table) {
    Map<String, String> parameters = table.getParameters();
    boolean privileges =
        parameters != null && "TRUE".equalsIgnoreCase(parameters.get("PARTITION_LEVEL_PRIVILEGE"));
    return new TableValue(table, kind(table, parameters), privileges);
  }

  private static TableKind kind(
      Table table, @javax.annotation.Nullable Map<String, String> parameters) {
    if (parameters != null
        && ("ICEBERG".equalsIgnoreCase(parameters.get("table_type"))
            || parameters.containsKey("metadata_location"))) {
      return TableKind.POINTER;
    }
    return TxnUtils.isTransactionalTable(table) ? TableKind.TRANSACTIONAL : TableKind.EXTERNAL;
  }
}
