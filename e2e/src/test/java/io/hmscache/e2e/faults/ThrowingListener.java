package io.hmscache.e2e.faults;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.MetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.events.AlterTableEvent;
import org.apache.hadoop.hive.metastore.events.CreateTableEvent;

/** A transactional listener that fails after the write whenever a table's parameter says so. */
public final class ThrowingListener extends MetaStoreEventListener {

  /** Parameter of a table that makes the listener fail. */
  static final String FAIL = "listener.fails";

  /** As Hive makes it. */
  public ThrowingListener(Configuration conf) {
    super(conf);
  }

  @Override
  public void onCreateTable(CreateTableEvent event) throws MetaException {
    if (event.getTable().getParameters().containsKey(FAIL)) {
      throw new MetaException("the listener fails");
    }
  }

  @Override
  public void onAlterTable(AlterTableEvent event) throws MetaException {
    if (event.getNewTable().getParameters().containsKey(FAIL)) {
      throw new MetaException("the listener fails");
    }
  }
}
