package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.WriteIdStates;
import java.util.List;
import java.util.Set;

/**
 * One effect of an event: the closed family of things that the log can say to a cache. Immutable.
 */
public abstract class Change {

  private final String text;

  private Change(String text) {
    this.text = text;
  }

  /**
   * Does it.
   *
   * @return whether it is known what it touched; false only for a transaction that the states do
   *     not know
   */
  abstract boolean applyTo(ChangeSink sink, WriteIdStates states);

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Change && text.equals(((Change) other).text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** A database object changed, its tables did not. */
  static final class OfDatabase extends Change {
    private final String catalog;
    private final String database;

    OfDatabase(String catalog, String database) {
      super("database " + catalog + "." + database);
      this.catalog = catalog;
      this.database = database;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.databaseChanged(catalog, database);
      return true;
    }
  }

  /** A database came, went, or changed with everything in it. */
  static final class OfDatabaseAndContents extends Change {
    private final String catalog;
    private final String database;

    OfDatabaseAndContents(String catalog, String database) {
      super("database and contents " + catalog + "." + database);
      this.catalog = catalog;
      this.database = database;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      states.forgetDatabase(database);
      sink.databaseAndContentsChanged(catalog, database);
      return true;
    }
  }

  /** A catalog and everything in it changed. */
  static final class OfCatalog extends Change {
    private final String catalog;

    OfCatalog(String catalog) {
      super("catalog " + catalog);
      this.catalog = catalog;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.catalogChanged(catalog);
      return true;
    }
  }

  /** A table and everything below it changed; it is the same incarnation. */
  static final class OfTable extends Change {
    private final TableKey table;

    OfTable(TableKey table) {
      super("table " + table);
      this.table = table;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.tableChanged(table);
      return true;
    }
  }

  /** As {@link OfTable}, and what listings of tables show of it. */
  static final class OfTableAndListings extends Change {
    private final TableKey table;

    OfTableAndListings(TableKey table) {
      super("table and listings " + table);
      this.table = table;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.tableCreatedOrDropped(table);
      return true;
    }
  }

  /** Another incarnation, or none, has this name from now on. */
  static final class OfTableName extends Change {
    private final TableKey table;

    OfTableName(TableKey table) {
      super("name " + table);
      this.table = table;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      states.forget(table);
      sink.tableCreatedOrDropped(table);
      return true;
    }
  }

  /** Partitions came, went or changed. */
  static final class OfPartitions extends Change {
    private final TableKey table;
    private final List<List<String>> values;

    OfPartitions(TableKey table, List<List<String>> values) {
      super("partitions " + table + values);
      this.table = table;
      this.values = values;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.partitionsChanged(table, values);
      return true;
    }
  }

  /** Column statistics of a table changed, and with them its parameters. */
  static final class OfTableStatistics extends Change {
    private final TableKey table;

    OfTableStatistics(TableKey table) {
      super("statistics " + table);
      this.table = table;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.tableStatisticsChanged(table);
      return true;
    }
  }

  /** Constraints changed somewhere. */
  static final class OfConstraints extends Change {

    OfConstraints() {
      super("constraints");
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      sink.constraintsChanged();
      return true;
    }
  }

  /** A transaction got a write id in a table. */
  static final class OfWriteId extends Change {
    private final TableKey table;
    private final long txnId;
    private final long writeId;

    OfWriteId(TableKey table, long txnId, long writeId) {
      super(
          "write id "
              + writeId
              + " of "
              + table.database()
              + "."
              + table.table()
              + " for "
              + txnId);
      this.table = table;
      this.txnId = txnId;
      this.writeId = writeId;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      states.allocated(table, txnId, writeId);
      return true;
    }
  }

  /** A transaction ended. */
  static final class OfTransaction extends Change {
    private final long txnId;
    private final boolean committed;

    OfTransaction(long txnId, boolean committed) {
      super((committed ? "commit " : "abort ") + txnId);
      this.txnId = txnId;
      this.committed = committed;
    }

    @Override
    boolean applyTo(ChangeSink sink, WriteIdStates states) {
      Set<TableKey> tables = committed ? states.committed(txnId) : states.aborted(txnId);
      sink.transactionEnded(txnId, committed, tables);
      return !tables.isEmpty();
    }
  }
}
