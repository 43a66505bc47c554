package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;

/** Notes what it is told. Not thread-safe: the tailer's thread alone calls a sink. */
final class RecordingSink implements ChangeSink {

  final List<String> told;

  /** Thrown once by the next call. */
  @Nullable RuntimeException next;

  RecordingSink() {
    this(new ArrayList<>());
  }

  RecordingSink(List<String> told) {
    this.told = told;
  }

  private void tell(String what) {
    if (next != null) {
      RuntimeException failure = next;
      next = null;
      throw failure;
    }
    told.add(what);
  }

  /** What was told since the last call of this. */
  List<String> take() {
    List<String> taken = new ArrayList<>(told);
    told.clear();
    return taken;
  }

  @Override
  public void databaseChanged(String catalog, String database) {
    tell("database " + catalog + "." + database);
  }

  @Override
  public void databaseAndContentsChanged(String catalog, String database) {
    tell("contents " + catalog + "." + database);
  }

  @Override
  public void catalogChanged(String catalog) {
    tell("catalog " + catalog);
  }

  @Override
  public void tableChanged(TableKey table) {
    tell("table " + table);
  }

  @Override
  public void tableCreatedOrDropped(TableKey table) {
    tell("name " + table);
  }

  @Override
  public void partitionsChanged(TableKey table, List<List<String>> partitionValues) {
    tell("partitions " + table + partitionValues);
  }

  @Override
  public void tableStatisticsChanged(TableKey table) {
    tell("statistics " + table);
  }

  @Override
  public void constraintsChanged() {
    tell("constraints");
  }

  @Override
  public void transactionEnded(long txnId, boolean committed, Set<TableKey> tables) {
    tell((committed ? "commit " : "abort ") + txnId + " " + tables);
  }

  @Override
  public void everythingChanged() {
    tell("everything");
  }
}
