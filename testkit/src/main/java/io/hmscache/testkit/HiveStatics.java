package io.hmscache.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.apache.hadoop.hive.metastore.DatabaseProduct;
import org.apache.hadoop.hive.metastore.PersistenceManagerProvider;
import org.apache.hadoop.hive.metastore.txn.TxnHandler;

/**
 * Hive keeps its connection pools and the kind of the database in static fields, set by the first
 * database that a JVM uses. A test that goes on to another database must let go of them. Only one
 * database at a time can be used by Hive's classes in one JVM.
 */
final class HiveStatics {

  private static final String[] TXN_HANDLER_FIELDS = {
    "connPool", "connPoolMutex", "connPoolCompactor", "dbProduct", "sqlGenerator"
  };

  private HiveStatics() {}

  /** Closes the pools and forgets the database. No thread may be using Hive's classes. */
  static void reset() {
    PersistenceManagerProvider.closePmfIfNeeded(true, true);
    PersistenceManagerProvider.closePmfIfNeeded(false, true);
    try {
      for (String name : TXN_HANDLER_FIELDS) {
        Field field = TxnHandler.class.getDeclaredField(name);
        if (!Modifier.isStatic(field.getModifiers())) {
          throw new IllegalStateException("TxnHandler." + name + " is no longer static");
        }
        field.setAccessible(true);
        Object value = field.get(null);
        if (value instanceof AutoCloseable pool) {
          pool.close();
        }
        field.set(null, null);
      }
      Field initialized = TxnHandler.class.getDeclaredField("initialized");
      initialized.setAccessible(true);
      initialized.setBoolean(null, false);
    } catch (Exception e) {
      throw new IllegalStateException("cannot reset the static fields of TxnHandler", e);
    }
    DatabaseProduct.reset();
  }
}
