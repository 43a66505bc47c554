package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.TxnToWriteId;
import org.apache.hadoop.hive.metastore.messaging.AllocWriteIdMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageDeserializer;
import org.apache.hadoop.hive.metastore.messaging.MessageFactory;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;

/**
 * Turns a row of the log into its effects, with Hive's own deserializers. Never fails: what cannot
 * be read counts as the widest change to what the row's columns name. Images of objects in messages
 * are looked at for names only. Thread-safe.
 *
 * <p>The message is read only where it says more than the columns. When both name an object, the
 * message's wins: DbNotificationListener writes no catalog, and for transactions no table, into
 * rows that it inserts by SQL.
 */
public final class EventDecoder {

  /** Types by the text in the log, which is not always the constant's name. */
  private static final Map<String, EventType> TYPES = types();

  private static Map<String, EventType> types() {
    Map<String, EventType> types = new HashMap<>();
    for (EventType type : EventType.values()) {
      types.put(type.name(), type);
      types.put(type.toString(), type);
    }
    return Collections.unmodifiableMap(types);
  }

  /** The effects of a row. */
  public Decoded decode(NotificationEvent row) {
    RowScope scope = new RowScope(row);
    String typeName = row.getEventType();
    EventType type = typeName == null ? null : TYPES.get(typeName);
    if (type == null) {
      return scope.widest().because("unknown type " + typeName, null);
    }
    try {
      return decode(type, row, scope);
    } catch (Exception e) {
      return unreadable(type, scope).because("unreadable message of " + typeName, e);
    } catch (LinkageError e) {
      // A message class or a codec that is missing on this class path.
      return unreadable(type, scope).because("unreadable message of " + typeName, e);
    }
  }

  /**
   * The effect of an event whose message cannot be read. A rename has a second name that only the
   * message tells; a transaction's event moves ids that only the message tells.
   */
  private static Decoded unreadable(EventType type, RowScope scope) {
    switch (type) {
      case ALTER_TABLE:
      case ALLOC_WRITE_ID:
      case COMMIT_TXN:
      case ABORT_TXN:
        return Decoded.everything();
      default:
        return scope.widest();
    }
  }

  private static Decoded decode(EventType type, NotificationEvent row, RowScope scope)
      throws Exception {
    switch (type) {
      case CREATE_CATALOG:
      case ALTER_CATALOG:
      case DROP_CATALOG:
        return catalog(scope);
      case CREATE_DATABASE:
      case DROP_DATABASE:
        // A cascade also logs what it drops, but constraints of other databases go with it.
        return databaseAndContents(scope);
      case ALTER_DATABASE:
        return Decoded.of(new Change.OfDatabase(catalogOf(scope), databaseOf(scope)));
      case CREATE_TABLE:
        return Decoded.of(
            new Change.OfTableName(
                scope.table() != null
                    ? key(scope)
                    : TableMessages.key(
                        reader(row).getCreateTableMessage(text(row)).getTableObj(),
                        scope.catalog())));
      case DROP_TABLE:
        // Dropping a constraint deletes equally named ones of other tables, too.
        return Decoded.of(
            new Change.OfTableName(
                scope.table() != null
                    ? key(scope)
                    : TableMessages.key(
                        reader(row).getDropTableMessage(text(row)).getTableObj(), scope.catalog())),
            new Change.OfConstraints());
      case ALTER_TABLE:
        return TableMessages.altered(reader(row).getAlterTableMessage(text(row)), scope.catalog());
      case ADD_PARTITION:
        return PartitionMessages.added(
            reader(row).getAddPartitionMessage(text(row)), scope.catalog());
      case ALTER_PARTITION:
        return PartitionMessages.altered(
            reader(row).getAlterPartitionMessage(text(row)), scope.catalog());
      case DROP_PARTITION:
        return PartitionMessages.dropped(
            reader(row).getDropPartitionMessage(text(row)), scope.catalog());
      case UPDATE_TABLE_COLUMN_STAT:
        return Decoded.of(
            new Change.OfTableStatistics(
                TableMessages.key(
                    reader(row).getUpdateTableColumnStatMessage(text(row)).getTableObject(),
                    scope.catalog())));
      case DELETE_TABLE_COLUMN_STAT:
        return Decoded.of(new Change.OfTableStatistics(key(scope)));
      case UPDATE_PARTITION_COLUMN_STAT:
        return PartitionMessages.statisticsUpdated(
            reader(row).getUpdatePartitionColumnStatMessage(text(row)), scope.catalog());
      case DELETE_PARTITION_COLUMN_STAT:
        return PartitionMessages.statisticsDeleted(
            reader(row).getDeletePartitionColumnStatMessage(text(row)), key(scope));
      case ADD_PRIMARYKEY:
      case ADD_FOREIGNKEY:
      case ADD_UNIQUECONSTRAINT:
      case ADD_NOTNULLCONSTRAINT:
      case ADD_DEFAULTCONSTRAINT:
      case ADD_CHECKCONSTRAINT:
      case DROP_CONSTRAINT:
        // A foreign key's row names the parent; all constraints hang together.
        return Decoded.of(new Change.OfConstraints());
      case ALLOC_WRITE_ID:
        return allocated(reader(row).getAllocWriteIdMessage(text(row)));
      case COMMIT_TXN:
        return Decoded.of(
            new Change.OfTransaction(reader(row).getCommitTxnMessage(text(row)).getTxnId(), true));
      case ABORT_TXN:
        return Decoded.of(
            new Change.OfTransaction(reader(row).getAbortTxnMessage(text(row)).getTxnId(), false));
      case COMMIT_COMPACTION:
        return PartitionMessages.compacted(
            reader(row).getCommitCompactionMessage(text(row)), key(scope));
      case UPDATE_PARTITION_COLUMN_STAT_BATCH:
      case ACID_WRITE:
      case BATCH_ACID_WRITE:
        // No standard writer puts these into the log: a batch is one row for each partition, and
        // written files go to a table of their own.
        return Decoded.of(new Change.OfTable(key(scope)));
      case OPEN_TXN:
        // Without write ids nothing can depend on it.
      case INSERT:
      case RELOAD:
        // Files; the metadata of an insert has events of its own.
      case CREATE_FUNCTION:
      case DROP_FUNCTION:
      case CREATE_ISCHEMA:
      case ALTER_ISCHEMA:
      case DROP_ISCHEMA:
      case ADD_SCHEMA_VERSION:
      case ALTER_SCHEMA_VERSION:
      case DROP_SCHEMA_VERSION:
      case CREATE_DATACONNECTOR:
      case ALTER_DATACONNECTOR:
      case DROP_DATACONNECTOR:
        // Never cached.
        return Decoded.harmless();
    }
    throw new IllegalStateException("no decision about " + type);
  }

  /** Hive has no deserializer for these; the row names the catalog. */
  private static Decoded catalog(RowScope scope) {
    String catalog = scope.catalog();
    return catalog == null
        ? Decoded.everything()
        : Decoded.of(new Change.OfCatalog(TableKey.canonical(catalog)));
  }

  private static Decoded databaseAndContents(RowScope scope) {
    return Decoded.of(
        new Change.OfDatabaseAndContents(catalogOf(scope), databaseOf(scope)),
        new Change.OfConstraints());
  }

  private static String catalogOf(RowScope scope) {
    return TableKey.canonical(named(scope.catalog(), "catalog"));
  }

  private static String databaseOf(RowScope scope) {
    return TableKey.canonical(named(scope.database(), "database"));
  }

  private static TableKey key(RowScope scope) {
    return named(scope.table(), "table");
  }

  private static <T> T named(@Nullable T name, String what) {
    if (name == null) {
      throw new IllegalArgumentException("the row names no " + what);
    }
    return name;
  }

  private static Decoded allocated(AllocWriteIdMessage message) {
    // TxnHandler knows no catalogs.
    TableKey table = TableKey.of(null, message.getDB(), message.getTableName());
    List<Change> changes = new ArrayList<>();
    for (TxnToWriteId pair : message.getTxnToWriteIdList()) {
      changes.add(new Change.OfWriteId(table, pair.getTxnId(), pair.getWriteId()));
    }
    return Decoded.of(changes);
  }

  /** The deserializer of the row's own format: writers of a fleet may differ. */
  private static MessageDeserializer reader(NotificationEvent row)
      throws ReflectiveOperationException {
    String format = row.getMessageFormat();
    // Rows of very old writers have no format; there was one then.
    return MessageFactory.getInstance(
            format == null || format.trim().isEmpty() ? JSONMessageEncoder.FORMAT : format)
        .getDeserializer();
  }

  private static String text(NotificationEvent row) {
    return named(row.getMessage(), "message");
  }
}
