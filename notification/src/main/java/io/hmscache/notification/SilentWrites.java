package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * Logs changes for which Hive fires no event: an ALTER row whose images before and after are both
 * the object as the transaction is about to commit it, or a DROP row if it is gone. Each method
 * takes the delegate inside the transaction that made the change, so that change and row are
 * committed or rolled back together. What was logged already (see {@link LoggedObjects}) is the
 * caller's to leave out. Thread-safe; a RawStore is used by the calling thread only.
 */
public final class SilentWrites {

  /** With more changed partitions than this, one ALTER_TABLE stands for all of them. */
  static final int MAX_PARTITION_ROWS = 100;

  private final EventMessages messages;
  private final NotificationRowWriter writer;

  public SilentWrites(Configuration conf) {
    this.messages = new EventMessages(new EventMessagesFiles(conf));
    this.writer = new NotificationRowWriter(conf);
  }

  /**
   * Logs ALTER_TABLE, which covers the table and everything below it; DROP_TABLE if it is gone.
   *
   * @param store the delegate, with the transaction of the change open
   */
  public void logTable(RawStore store, TableKey key) throws MetaException {
    checkInTransaction(store);
    Table table = store.getTable(key.catalog(), key.database(), key.table());
    if (table == null) {
      writer.write(messages.dropTable(named(key)), store);
    } else {
      writer.write(messages.alterTable(table, table, false, table.getWriteId()), store);
    }
    LoggedObjects logged = LoggedObjects.current();
    if (logged != null) {
      logged.loggedTable(key);
    }
  }

  /**
   * Logs ALTER_DATABASE, which covers the database object; DROP_DATABASE, which covers its contents
   * too, if it is gone.
   *
   * @param store the delegate, with the transaction of the change open
   */
  public void logDatabase(RawStore store, String catalog, String name) throws MetaException {
    checkInTransaction(store);
    LoggedObjects logged = LoggedObjects.current();
    // Not by getDatabase: for a missing one, ObjectStore rolls the whole transaction back.
    if (!store.getDatabases(TableKey.canonical(catalog), name).contains(TableKey.canonical(name))) {
      Database gone = new Database();
      gone.setCatalogName(catalog);
      gone.setName(name);
      writer.write(messages.dropDatabase(gone), store);
      if (logged != null) {
        logged.loggedDatabaseAndContents(catalog, name);
      }
      return;
    }
    Database database;
    try {
      database = store.getDatabase(catalog, name);
    } catch (NoSuchObjectException e) {
      throw vanished("Database " + catalog + "." + name, e);
    }
    writer.write(messages.alterDatabase(database, database), store);
    if (logged != null) {
      logged.loggedDatabase(catalog, name);
    }
  }

  /**
   * Logs ALTER_PARTITION for each partition and one DROP_PARTITION for those that are gone; as
   * {@link #logTable} if there are more than {@value #MAX_PARTITION_ROWS} or the table is gone.
   *
   * @param store the delegate, with the transaction of the change open
   * @param partitions values in order of the partition keys, one list for each partition
   */
  public void logPartitions(RawStore store, TableKey key, Collection<List<String>> partitions)
      throws MetaException {
    checkInTransaction(store);
    if (partitions.isEmpty()) {
      return;
    }
    Table table = store.getTable(key.catalog(), key.database(), key.table());
    if (table == null || partitions.size() > MAX_PARTITION_ROWS) {
      logTable(store, key);
      return;
    }
    Map<List<String>, Partition> found = find(store, table, key, partitions);
    List<Partition> gone = new ArrayList<>();
    for (List<String> values : partitions) {
      Partition partition = found.get(values);
      if (partition == null) {
        gone.add(named(table, values));
      } else {
        writer.write(
            messages.alterPartition(table, partition, partition, false, partition.getWriteId()),
            store);
      }
    }
    if (!gone.isEmpty()) {
      writer.write(messages.dropPartitions(table, gone.iterator()), store);
    }
    LoggedObjects logged = LoggedObjects.current();
    if (logged != null) {
      partitions.forEach(values -> logged.loggedPartition(key, values));
    }
  }

  private static Map<List<String>, Partition> find(
      RawStore store, Table table, TableKey key, Collection<List<String>> partitions)
      throws MetaException {
    List<String> names = new ArrayList<>();
    for (List<String> values : partitions) {
      names.add(Warehouse.makePartName(table.getPartitionKeys(), values));
    }
    Map<List<String>, Partition> found = new HashMap<>();
    try {
      for (Partition partition :
          store.getPartitionsByNames(key.catalog(), key.database(), key.table(), names)) {
        found.put(partition.getValues(), partition);
      }
    } catch (NoSuchObjectException e) {
      throw vanished("Table " + key, e);
    }
    return found;
  }

  /** It was there a moment ago, in the same transaction. */
  private static MetaException vanished(String what, NoSuchObjectException cause) {
    MetaException failure = new MetaException(what + " vanished inside of a transaction");
    failure.initCause(cause);
    return failure;
  }

  /** What is known of a table that is gone. */
  private static Table named(TableKey key) {
    Table table = new Table();
    table.setCatName(key.catalog());
    table.setDbName(key.database());
    table.setTableName(key.table());
    return table;
  }

  /** What is known of a partition that is gone. */
  private static Partition named(Table table, List<String> values) {
    Partition partition = new Partition();
    partition.setCatName(table.getCatName());
    partition.setDbName(table.getDbName());
    partition.setTableName(table.getTableName());
    partition.setValues(new ArrayList<>(values));
    return partition;
  }

  private static void checkInTransaction(RawStore store) {
    if (!store.isActiveTransaction()) {
      throw new IllegalStateException(
          "The row of a change must be written in the transaction of the change");
    }
  }
}
