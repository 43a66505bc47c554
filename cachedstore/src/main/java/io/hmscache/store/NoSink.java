package io.hmscache.store;

import io.hmscache.notification.ChangeSink;
import io.hmscache.writeid.TableKey;
import java.util.List;
import java.util.Set;

/** Takes invalidations where nothing is cached. */
enum NoSink implements ChangeSink {
  INSTANCE;

  @Override
  public void databaseChanged(String catalog, String database) {}

  @Override
  public void databaseAndContentsChanged(String catalog, String database) {}

  @Override
  public void catalogChanged(String catalog) {}

  @Override
  public void tableChanged(TableKey table) {}

  @Override
  public void tableCreatedOrDropped(TableKey table) {}

  @Override
  public void partitionsChanged(TableKey table, List<List<String>> partitionValues) {}

  @Override
  public void tableStatisticsChanged(TableKey table) {}

  @Override
  public void constraintsChanged() {}

  @Override
  public void transactionEnded(long txnId, boolean committed, Set<TableKey> tables) {}

  @Override
  public void everythingChanged() {}
}
