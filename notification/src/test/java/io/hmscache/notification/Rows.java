package io.hmscache.notification;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TxnToWriteId;
import org.apache.hadoop.hive.metastore.messaging.EventMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.MessageEncoder;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;

/** Rows of the log as Hive's own messages make them. */
final class Rows {

  private static final MessageBuilder BUILDER = MessageBuilder.getInstance();

  private Rows() {}

  static NotificationEvent row(
      MessageEncoder encoder,
      EventType type,
      String catalog,
      String db,
      String table,
      EventMessage m) {
    NotificationEvent row =
        new NotificationEvent(
            0,
            1_700_000_000,
            type.toString(),
            m == null ? null : encoder.getSerializer().serialize(m));
    row.setCatName(catalog);
    row.setDbName(db);
    row.setTableName(table);
    row.setMessageFormat(encoder.getMessageFormat());
    return row;
  }

  static NotificationEvent row(
      EventType type, String catalog, String db, String table, EventMessage message) {
    return row(JSONMessageEncoder.getInstance(), type, catalog, db, table, message);
  }

  /** A row without a message. */
  static NotificationEvent bare(EventType type, String catalog, String db, String table) {
    return row(type, catalog, db, table, null);
  }

  static NotificationEvent alter(Table before, Table after) {
    return row(
        EventType.ALTER_TABLE,
        after.getCatName(),
        after.getDbName(),
        after.getTableName(),
        BUILDER.buildAlterTableMessage(before, after, false, 0L));
  }

  /** An ALTER_TABLE that changes nothing but a parameter. */
  static NotificationEvent alter(String table) {
    Table before = table("hive", "db", table);
    Table after = before.deepCopy();
    after.putToParameters("k", "v");
    return alter(before, after);
  }

  static NotificationEvent drop(String table) {
    return row(
        EventType.DROP_TABLE,
        "hive",
        "db",
        table,
        BUILDER.buildDropTableMessage(table("hive", "db", table)));
  }

  static NotificationEvent create(String table) {
    return bare(EventType.CREATE_TABLE, "hive", "db", table);
  }

  static NotificationEvent openTxn(long txnId) {
    return row(EventType.OPEN_TXN, null, null, null, BUILDER.buildOpenTxnMessage(txnId, txnId));
  }

  static NotificationEvent commit(long txnId) {
    return row(EventType.COMMIT_TXN, null, null, null, BUILDER.buildCommitTxnMessage(txnId));
  }

  static NotificationEvent abort(long txnId) {
    return row(
        EventType.ABORT_TXN,
        null,
        null,
        null,
        BUILDER.buildAbortTxnMessage(txnId, new ArrayList<>()));
  }

  static NotificationEvent alloc(String table, long... txnIdsAndWriteIds) {
    List<TxnToWriteId> pairs = new ArrayList<>();
    for (int i = 0; i < txnIdsAndWriteIds.length; i += 2) {
      pairs.add(new TxnToWriteId(txnIdsAndWriteIds[i], txnIdsAndWriteIds[i + 1]));
    }
    return row(
        EventType.ALLOC_WRITE_ID,
        null,
        "db",
        table,
        BUILDER.buildAllocWriteIdMessage(pairs, "db", table));
  }

  static Table table(String catalog, String db, String name, String... partitionKeys) {
    Table table = new Table();
    table.setCatName(catalog);
    table.setDbName(db);
    table.setTableName(name);
    table.setOwner("owner");
    table.setTableType(TableType.MANAGED_TABLE.name());
    table.setParameters(new HashMap<>());
    StorageDescriptor sd = new StorageDescriptor();
    sd.setCols(new ArrayList<>(Arrays.asList(new FieldSchema("c", "int", ""))));
    sd.setSerdeInfo(new SerDeInfo());
    table.setSd(sd);
    List<FieldSchema> keys = new ArrayList<>();
    for (String key : partitionKeys) {
      keys.add(new FieldSchema(key, "string", ""));
    }
    table.setPartitionKeys(keys);
    return table;
  }

  static Partition partition(Table table, String... values) {
    Partition partition = new Partition();
    partition.setCatName(table.getCatName());
    partition.setDbName(table.getDbName());
    partition.setTableName(table.getTableName());
    partition.setValues(Arrays.asList(values));
    partition.setParameters(new HashMap<>());
    partition.setSd(table.getSd());
    return partition;
  }

  static Map<String, String> spec(String... keysAndValues) {
    Map<String, String> spec = new java.util.LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      spec.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return spec;
  }
}
