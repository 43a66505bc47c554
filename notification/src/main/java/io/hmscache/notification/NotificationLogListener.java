package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.events.AddCheckConstraintEvent;
import org.apache.hadoop.hive.metastore.events.AddDefaultConstraintEvent;
import org.apache.hadoop.hive.metastore.events.AddForeignKeyEvent;
import org.apache.hadoop.hive.metastore.events.AddNotNullConstraintEvent;
import org.apache.hadoop.hive.metastore.events.AddPartitionEvent;
import org.apache.hadoop.hive.metastore.events.AddPrimaryKeyEvent;
import org.apache.hadoop.hive.metastore.events.AddUniqueConstraintEvent;
import org.apache.hadoop.hive.metastore.events.AlterCatalogEvent;
import org.apache.hadoop.hive.metastore.events.AlterDatabaseEvent;
import org.apache.hadoop.hive.metastore.events.AlterPartitionEvent;
import org.apache.hadoop.hive.metastore.events.AlterTableEvent;
import org.apache.hadoop.hive.metastore.events.CreateCatalogEvent;
import org.apache.hadoop.hive.metastore.events.CreateDatabaseEvent;
import org.apache.hadoop.hive.metastore.events.CreateFunctionEvent;
import org.apache.hadoop.hive.metastore.events.CreateTableEvent;
import org.apache.hadoop.hive.metastore.events.DeletePartitionColumnStatEvent;
import org.apache.hadoop.hive.metastore.events.DeleteTableColumnStatEvent;
import org.apache.hadoop.hive.metastore.events.DropCatalogEvent;
import org.apache.hadoop.hive.metastore.events.DropConstraintEvent;
import org.apache.hadoop.hive.metastore.events.DropDatabaseEvent;
import org.apache.hadoop.hive.metastore.events.DropFunctionEvent;
import org.apache.hadoop.hive.metastore.events.DropPartitionEvent;
import org.apache.hadoop.hive.metastore.events.DropTableEvent;
import org.apache.hadoop.hive.metastore.events.InsertEvent;
import org.apache.hadoop.hive.metastore.events.ListenerEvent;
import org.apache.hadoop.hive.metastore.events.ReloadEvent;
import org.apache.hadoop.hive.metastore.events.UpdatePartitionColumnStatEvent;
import org.apache.hadoop.hive.metastore.events.UpdatePartitionColumnStatEventBatch;
import org.apache.hadoop.hive.metastore.events.UpdateTableColumnStatEvent;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;

/**
 * Writes NOTIFICATION_LOG, one row for each event and in the transaction of the change, with Hive's
 * own message builder and encoder ({@code metastore.event.message.factory}): consumers such as Hive
 * replication and Impala read the log as if Hive's DbNotificationListener had written it. Set it as
 * {@code metastore.transactional.event.listeners}.
 *
 * <p>Rules:
 *
 * <ol>
 *   <li>Ids come from the row of NOTIFICATION_SEQUENCE under its lock, so id order is commit order.
 *   <li>Events of RawStore transactions are written through the RawStore; events that come with a
 *       connection (transactions, write ids, compactions, batches of partition statistics) on that
 *       connection.
 *   <li>OPEN_TXN, COMMIT_TXN and ABORT_TXN of read-only transactions are not logged: they change
 *       nothing, and would make every query wait for the sequence row.
 *   <li>Files written by open transactions go to TXN_WRITE_NOTIFICATION_LOG, not to the log.
 *   <li>Events for which Hive has no message (schemas of the schema registry, data connectors, load
 *       markers, session settings) are not logged: no consumer could decode them.
 *   <li>What the current RawStore transaction has logged is recorded in {@link LoggedObjects}.
 * </ol>
 *
 * <p>Creating an instance starts nothing and opens no connection: TxnHandler makes instances of its
 * own all the time. The log is cleaned by a {@link LogCleaner}, which somebody else starts.
 * Thread-safe.
 */
public final class NotificationLogListener extends NotificationRowListener {

  private final EventMessages messages;
  private final EventMessagesConstraints constraints = new EventMessagesConstraints();
  private final EventMessagesStatistics statistics = new EventMessagesStatistics();

  /**
   * Called by Hive.
   *
   * @throws IllegalArgumentException if the settings would log changes twice or outside of their
   *     transactions; the metastore then does not start
   */
  public NotificationLogListener(Configuration conf) {
    super(conf);
    new ListenerConfiguration(conf).check();
    this.messages = new EventMessages(new EventMessagesFiles(conf));
  }

  @Override
  public boolean doesAddEventsToNotificationLogTable() {
    return true;
  }

  // ---- tables and partitions

  @Override
  public void onCreateTable(CreateTableEvent event) throws MetaException {
    log(messages.createTable(event.getTable()), event);
    record(logged -> logged.loggedTable(key(event.getTable())));
  }

  @Override
  public void onDropTable(DropTableEvent event) throws MetaException {
    log(messages.dropTable(event.getTable()), event);
    record(logged -> logged.loggedTable(key(event.getTable())));
  }

  @Override
  public void onAlterTable(AlterTableEvent event) throws MetaException {
    Table before = event.getOldTable();
    Table after = event.getNewTable();
    log(messages.alterTable(before, after, event.getIsTruncateOp(), event.getWriteId()), event);
    record(
        logged -> {
          logged.loggedTable(key(before));
          logged.loggedTable(key(after));
        });
  }

  @Override
  public void onAddPartition(AddPartitionEvent event) throws MetaException {
    log(messages.addPartitions(event), event);
    record(logged -> logged.loggedPartitions(key(event.getTable()), event.getPartitionIterator()));
  }

  @Override
  public void onDropPartition(DropPartitionEvent event) throws MetaException {
    log(messages.dropPartitions(event), event);
    record(logged -> logged.loggedPartitions(key(event.getTable()), event.getPartitionIterator()));
  }

  @Override
  public void onAlterPartition(AlterPartitionEvent event) throws MetaException {
    Partition before = event.getOldPartition();
    Partition after = event.getNewPartition();
    log(
        messages.alterPartition(
            event.getTable(), before, after, event.getIsTruncateOp(), event.getWriteId()),
        event);
    record(
        logged -> {
          TableKey table = key(event.getTable());
          logged.loggedPartition(table, before.getValues());
          logged.loggedPartition(table, after.getValues());
        });
  }

  /** Tells that files were added; no metadata changed. */
  @Override
  public void onInsert(InsertEvent event) throws MetaException {
    log(messages.insert(event), event);
  }

  /** Tells that somebody refreshed what it knows of a table; no metadata changed. */
  @Override
  public void onReload(ReloadEvent event) throws MetaException {
    log(messages.reload(event), event);
  }

  // ---- databases, catalogs, functions, connectors

  @Override
  public void onCreateDatabase(CreateDatabaseEvent event) throws MetaException {
    log(messages.createDatabase(event.getDatabase()), event);
    record(logged -> recordContents(logged, event.getDatabase()));
  }

  @Override
  public void onDropDatabase(DropDatabaseEvent event) throws MetaException {
    log(messages.dropDatabase(event.getDatabase()), event);
    record(logged -> recordContents(logged, event.getDatabase()));
  }

  @Override
  public void onAlterDatabase(AlterDatabaseEvent event) throws MetaException {
    Database before = event.getOldDatabase();
    log(messages.alterDatabase(before, event.getNewDatabase()), event);
    record(
        logged ->
            logged.loggedDatabase(
                EventMessages.catalogOr(before.getCatalogName()), before.getName()));
  }

  @Override
  public void onCreateCatalog(CreateCatalogEvent event) throws MetaException {
    log(messages.createCatalog(event.getCatalog()), event);
  }

  @Override
  public void onDropCatalog(DropCatalogEvent event) throws MetaException {
    log(messages.dropCatalog(event.getCatalog()), event);
  }

  @Override
  public void onAlterCatalog(AlterCatalogEvent event) throws MetaException {
    log(messages.alterCatalog(event.getOldCatalog(), event.getNewCatalog()), event);
  }

  @Override
  public void onCreateFunction(CreateFunctionEvent event) throws MetaException {
    log(messages.createFunction(event.getFunction()), event);
  }

  @Override
  public void onDropFunction(DropFunctionEvent event) throws MetaException {
    log(messages.dropFunction(event.getFunction()), event);
  }

  // ---- constraints

  @Override
  public void onAddPrimaryKey(AddPrimaryKeyEvent event) throws MetaException {
    logConstraint(constraints.primaryKey(event.getPrimaryKeyCols()), event);
  }

  @Override
  public void onAddForeignKey(AddForeignKeyEvent event) throws MetaException {
    logConstraint(constraints.foreignKey(event.getForeignKeyCols()), event);
  }

  @Override
  public void onAddUniqueConstraint(AddUniqueConstraintEvent event) throws MetaException {
    logConstraint(constraints.unique(event.getUniqueConstraintCols()), event);
  }

  @Override
  public void onAddNotNullConstraint(AddNotNullConstraintEvent event) throws MetaException {
    logConstraint(constraints.notNull(event.getNotNullConstraintCols()), event);
  }

  @Override
  public void onAddDefaultConstraint(AddDefaultConstraintEvent event) throws MetaException {
    logConstraint(constraints.defaultValue(event.getDefaultConstraintCols()), event);
  }

  @Override
  public void onAddCheckConstraint(AddCheckConstraintEvent event) throws MetaException {
    logConstraint(constraints.check(event.getCheckConstraintCols()), event);
  }

  @Override
  public void onDropConstraint(DropConstraintEvent event) throws MetaException {
    logConstraint(constraints.drop(event), event);
  }

  // ---- column statistics

  @Override
  public void onUpdateTableColumnStat(UpdateTableColumnStatEvent event) throws MetaException {
    NotificationRow row = statistics.updateTable(event);
    log(row, event);
    record(logged -> logged.loggedTableStatistics(key(row)));
  }

  @Override
  public void onDeleteTableColumnStat(DeleteTableColumnStatEvent event) throws MetaException {
    NotificationRow row = statistics.deleteTable(event);
    log(row, event);
    record(logged -> logged.loggedTableStatistics(key(row)));
  }

  @Override
  public void onUpdatePartitionColumnStat(UpdatePartitionColumnStatEvent event)
      throws MetaException {
    NotificationRow row = statistics.updatePartition(event);
    log(row, event);
    record(logged -> logged.loggedPartition(key(row), event.getPartVals()));
  }

  @Override
  public void onDeletePartitionColumnStat(DeletePartitionColumnStatEvent event)
      throws MetaException {
    NotificationRow row = statistics.deletePartition(event);
    log(row, event);
    record(logged -> logged.loggedPartition(key(row), event.getPartVals()));
  }

  /**
   * One row for each partition, as Hive's listener does: the batch's own type has no message. The
   * connection is the RawStore's, in its transaction; the RawStore itself cannot be called while
   * direct SQL holds it.
   */
  @Override
  public void onUpdatePartitionColumnStatInBatch(
      UpdatePartitionColumnStatEventBatch batch,
      @Nullable Connection connection,
      @Nullable SQLGenerator sql)
      throws MetaException {
    List<UpdatePartitionColumnStatEvent> events = new ArrayList<>(batch.getNumEntries());
    List<NotificationRow> rows = new ArrayList<>(batch.getNumEntries());
    for (int i = 0; i < batch.getNumEntries(); i++) {
      events.add(batch.getPartColStatEvent(i));
      rows.add(statistics.updatePartition(events.get(i)));
    }
    writer().write(rows, events, connection, sql);
    record(
        logged -> {
          for (int i = 0; i < rows.size(); i++) {
            logged.loggedPartition(key(rows.get(i)), events.get(i).getPartVals());
          }
        });
  }

  // ---- helpers

  private void log(NotificationRow row, ListenerEvent event) throws MetaException {
    writer().write(row, event);
  }

  private void logConstraint(@Nullable NotificationRow row, ListenerEvent event)
      throws MetaException {
    if (row != null) {
      log(row, event);
      record(LoggedObjects::loggedConstraints);
    }
  }

  private static void record(Consumer<LoggedObjects> recording) {
    LoggedObjects current = LoggedObjects.current();
    if (current != null) {
      recording.accept(current);
    }
  }

  private static void recordContents(LoggedObjects logged, Database database) {
    logged.loggedDatabaseAndContents(
        EventMessages.catalogOr(database.getCatalogName()), database.getName());
  }

  private static TableKey key(NotificationRow row) {
    return TableKey.of(
        row.catalog(), Objects.requireNonNull(row.database()), Objects.requireNonNull(row.table()));
  }

  private static TableKey key(Table table) {
    return TableKey.of(table.getCatName(), table.getDbName(), table.getTableName());
  }
}
