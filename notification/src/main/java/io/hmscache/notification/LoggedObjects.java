package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Partition;

/**
 * What the outermost RawStore transaction of the current thread has logged so far. The store calls
 * {@link #begin()} when that transaction begins and {@link #end()} when it is over, committed or
 * not; between the two, {@link NotificationLogListener} and {@link SilentWrites} record each row
 * they wrote in it. Before it commits, the store compares this with what the transaction touched
 * and lets {@link SilentWrites} log the difference: no change stays silent.
 *
 * <p>Rows of transaction and write-id events are not recorded: they are written in a transaction of
 * TxnHandler, not in the RawStore's.
 *
 * <p>An instance belongs to the thread that began it. Outside a transaction there is no record, and
 * events logged then (truncate logs one of its own before it changes anything) are not recorded:
 * they cover no later change.
 */
public final class LoggedObjects {

  private static final ThreadLocal<LoggedObjects> CURRENT = new ThreadLocal<>();

  private final Set<TableKey> tables = new HashSet<>();
  private final Set<TableKey> tableStatistics = new HashSet<>();
  private final Map<TableKey, Set<List<String>>> partitions = new HashMap<>();

  /** Databases by catalog and name; the value says whether everything in them is covered too. */
  private final Map<List<String>, Boolean> databases = new HashMap<>();

  private boolean constraints;

  private LoggedObjects() {}

  /** Starts an empty record for this thread; what an unfinished transaction left is forgotten. */
  public static LoggedObjects begin() {
    LoggedObjects record = new LoggedObjects();
    CURRENT.set(record);
    return record;
  }

  /** The record of this thread's transaction; null outside of one. */
  @Nullable
  public static LoggedObjects current() {
    return CURRENT.get();
  }

  /** Ends the record of this thread; does nothing if there is none. */
  public static void end() {
    CURRENT.remove();
  }

  /** A row was logged that invalidates a table and everything below it. */
  public void loggedTable(TableKey table) {
    tables.add(table);
  }

  /** A row was logged that invalidates a table object and its statistics, not its partitions. */
  public void loggedTableStatistics(TableKey table) {
    tableStatistics.add(table);
  }

  /**
   * A row was logged that invalidates one partition.
   *
   * @param values in order of the partition keys
   */
  public void loggedPartition(TableKey table, List<String> values) {
    partitions.computeIfAbsent(table, ignored -> new HashSet<>()).add(new ArrayList<>(values));
  }

  /** A row was logged that invalidates a database object, not what is in it. */
  public void loggedDatabase(String catalog, String database) {
    databases.putIfAbsent(databaseKey(catalog, database), false);
  }

  /** A row was logged that invalidates a database object and everything in it. */
  public void loggedDatabaseAndContents(String catalog, String database) {
    databases.put(databaseKey(catalog, database), true);
  }

  /** A row was logged that invalidates all constraints. */
  public void loggedConstraints() {
    constraints = true;
  }

  /** Whether readers will learn that the table and everything below it may have changed. */
  public boolean coversTable(TableKey table) {
    return tables.contains(table)
        || Boolean.TRUE.equals(databases.get(databaseKey(table.catalog(), table.database())));
  }

  /** Whether readers will learn that the table object or its statistics may have changed. */
  public boolean coversTableObject(TableKey table) {
    return coversTable(table) || tableStatistics.contains(table);
  }

  /** Whether readers will learn that this partition may have changed. */
  public boolean coversPartition(TableKey table, List<String> values) {
    if (coversTable(table)) {
      return true;
    }
    Set<List<String>> logged = partitions.get(table);
    return logged != null && logged.contains(values);
  }

  /** Whether readers will learn that the database object may have changed. */
  public boolean coversDatabase(String catalog, String database) {
    return databases.containsKey(databaseKey(catalog, database));
  }

  /** Whether readers will learn that constraints may have changed. */
  public boolean coversConstraints() {
    return constraints;
  }

  void loggedPartitions(TableKey table, Iterator<Partition> logged) {
    while (logged.hasNext()) {
      loggedPartition(table, logged.next().getValues());
    }
  }

  private static List<String> databaseKey(String catalog, String database) {
    List<String> key = new ArrayList<>(2);
    key.add(TableKey.canonical(catalog));
    key.add(TableKey.canonical(database));
    return key;
  }
}
