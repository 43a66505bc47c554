package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.List;
import java.util.Set;

/**
 * What the tailer does to a cache. Called by the tailer's thread only, in log order, before the
 * position moves. No method may fail for reasons of the event: invalidation cannot fail.
 */
public interface ChangeSink {

  /** A database object changed; its tables did not. */
  void databaseChanged(String catalog, String database);

  /** A database was created, dropped or changed together with everything in it. */
  void databaseAndContentsChanged(String catalog, String database);

  /** A catalog and everything in it changed. */
  void catalogChanged(String catalog);

  /** A table and everything below it (partitions, statistics, listings) changed. */
  void tableChanged(TableKey table);

  /** A table appeared or vanished under this name: as tableChanged, and listings of tables. */
  void tableCreatedOrDropped(TableKey table);

  /**
   * Partitions were added, changed or dropped: they, their statistics, the listing and the
   * remembered results; not the other partitions.
   *
   * @param partitionValues values in order of the partition keys, one list for each partition
   */
  void partitionsChanged(TableKey table, List<List<String>> partitionValues);

  /**
   * Column statistics of a table (and with them its parameters and write id) changed, not its
   * partitions.
   */
  void tableStatisticsChanged(TableKey table);

  /** Constraints changed somewhere: all constraints hang on one generation. */
  void constraintsChanged();

  /** A transaction ended that had write ids in these tables. */
  void transactionEnded(long txnId, boolean committed, Set<TableKey> tables);

  /** Everything may have changed. */
  void everythingChanged();
}
