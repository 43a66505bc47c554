package io.hmscache.notification;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hmscache.writeid.TableKey;
import java.util.Iterator;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Catalog;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.Function;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.events.AddPartitionEvent;
import org.apache.hadoop.hive.metastore.events.DropPartitionEvent;
import org.apache.hadoop.hive.metastore.events.InsertEvent;
import org.apache.hadoop.hive.metastore.events.ReloadEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.PartitionFiles;
import org.apache.hadoop.hive.metastore.messaging.json.JSONAlterCatalogMessage;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;
import org.apache.thrift.TException;

/**
 * Rows for catalogs, databases, tables, partitions and functions, made with Hive's own {@link
 * MessageBuilder}. The columns beside the message are the ones that consumers of Hive's own
 * listener find: ALTER_TABLE carries the name after a rename, ALTER_PARTITION the name before.
 * Stateless apart from the file lister; thread-safe.
 */
final class EventMessages {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final MessageBuilder builder = MessageBuilder.getInstance();
  private final EventMessagesFiles files;

  EventMessages(EventMessagesFiles files) {
    this.files = files;
  }

  NotificationRow createTable(Table table) throws MetaException {
    Iterator<String> listed =
        MetaStoreUtils.isExternalTable(table) ? null : files.ofTable(table).iterator();
    return row(EventType.CREATE_TABLE, builder.buildCreateTableMessage(table, listed), table);
  }

  NotificationRow dropTable(Table table) {
    return row(EventType.DROP_TABLE, builder.buildDropTableMessage(table), table);
  }

  NotificationRow alterTable(Table before, Table after, boolean truncate, @Nullable Long writeId) {
    return row(
        EventType.ALTER_TABLE,
        builder.buildAlterTableMessage(before, after, truncate, writeId),
        after);
  }

  NotificationRow addPartitions(AddPartitionEvent event) throws MetaException {
    Table table = event.getTable();
    Iterator<PartitionFiles> listed =
        MetaStoreUtils.isExternalTable(table)
            ? null
            : files.ofPartitions(table, event.getPartitionIterator()).iterator();
    return row(
        EventType.ADD_PARTITION,
        builder.buildAddPartitionMessage(table, event.getPartitionIterator(), listed),
        table);
  }

  NotificationRow dropPartitions(DropPartitionEvent event) {
    return dropPartitions(event.getTable(), event.getPartitionIterator());
  }

  NotificationRow dropPartitions(Table table, Iterator<Partition> partitions) {
    return row(
        EventType.DROP_PARTITION, builder.buildDropPartitionMessage(table, partitions), table);
  }

  NotificationRow alterPartition(
      Table table, Partition before, Partition after, boolean truncate, @Nullable Long writeId) {
    return new NotificationRow(
        EventType.ALTER_PARTITION,
        builder.buildAlterPartitionMessage(table, before, after, truncate, writeId),
        catalogOr(before.getCatName()),
        before.getDbName(),
        before.getTableName());
  }

  NotificationRow insert(InsertEvent event) throws MetaException {
    Table table = event.getTableObj();
    return row(
        EventType.INSERT,
        builder.buildInsertMessage(
            table,
            event.getPartitionObj(),
            event.isReplace(),
            files.encoded(event.getFiles(), event.getFileChecksums(), null).iterator()),
        table);
  }

  NotificationRow reload(ReloadEvent event) {
    Table table = event.getTableObj();
    return row(
        EventType.RELOAD,
        builder.buildReloadMessage(table, event.getPartitionObj(), event.isRefreshEvent()),
        table);
  }

  NotificationRow createDatabase(Database database) {
    return row(EventType.CREATE_DATABASE, builder.buildCreateDatabaseMessage(database), database);
  }

  NotificationRow dropDatabase(Database database) {
    return row(EventType.DROP_DATABASE, builder.buildDropDatabaseMessage(database), database);
  }

  NotificationRow alterDatabase(Database before, Database after) {
    return row(EventType.ALTER_DATABASE, builder.buildAlterDatabaseMessage(before, after), before);
  }

  NotificationRow createFunction(Function function) {
    return row(EventType.CREATE_FUNCTION, builder.buildCreateFunctionMessage(function), function);
  }

  NotificationRow dropFunction(Function function) {
    return row(EventType.DROP_FUNCTION, builder.buildDropFunctionMessage(function), function);
  }

  NotificationRow createCatalog(Catalog catalog) {
    return row(EventType.CREATE_CATALOG, builder.buildCreateCatalogMessage(catalog), catalog);
  }

  NotificationRow dropCatalog(Catalog catalog) {
    return row(EventType.DROP_CATALOG, builder.buildDropCatalogMessage(catalog), catalog);
  }

  /**
   * Hive's builder cannot make this message: its constructor insists on a database name that the
   * message never has. So it is filled in by the names of its fields, as a reader does.
   */
  NotificationRow alterCatalog(Catalog before, Catalog after) throws MetaException {
    EventMessage origin = builder.buildCreateCatalogMessage(after);
    ObjectNode fields = MAPPER.createObjectNode();
    try {
      fields.put("server", origin.getServer());
      fields.put("servicePrincipal", origin.getServicePrincipal());
      fields.put("timestamp", origin.getTimestamp());
      fields.put("catObjBeforeJson", MessageBuilder.createCatalogObjJson(before));
      fields.put("catObjAfterJson", MessageBuilder.createCatalogObjJson(after));
      return row(
          EventType.ALTER_CATALOG,
          MAPPER.treeToValue(fields, JSONAlterCatalogMessage.class),
          before);
    } catch (JsonProcessingException | TException e) {
      MetaException failure =
          new MetaException("The change of catalog " + before.getName() + " cannot be encoded");
      failure.initCause(e);
      throw failure;
    }
  }

  /** The catalog column: what the object says, or the default catalog. */
  static String catalogOr(@Nullable String catalog) {
    return catalog == null ? TableKey.DEFAULT_CATALOG : catalog;
  }

  private static NotificationRow row(EventType type, EventMessage message, Table table) {
    return new NotificationRow(
        type, message, catalogOr(table.getCatName()), table.getDbName(), table.getTableName());
  }

  private static NotificationRow row(EventType type, EventMessage message, Database database) {
    return new NotificationRow(
        type, message, catalogOr(database.getCatalogName()), database.getName(), null);
  }

  private static NotificationRow row(EventType type, EventMessage message, Function function) {
    return new NotificationRow(
        type, message, catalogOr(function.getCatName()), function.getDbName(), null);
  }

  private static NotificationRow row(EventType type, EventMessage message, Catalog catalog) {
    return new NotificationRow(type, message, catalog.getName(), null, null);
  }
}
