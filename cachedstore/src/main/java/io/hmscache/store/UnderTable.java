package io.hmscache.store;

import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.thrift.TException;

/**
 * A read of something below a table: the read path has looked the table up before it asks for the
 * rest, so its kind, its keys and its id are known here.
 */
abstract class UnderTable<T> extends Query.OfTable<T, TException, RuntimeException> {

  /** A call of the delegate; what it may throw is narrowed again by the store's method. */
  interface DelegateCall<T> {
    @Nullable
    T run(RawStore store) throws TException;
  }

  final TableQuery tables;
  final PartitionPublisher publisher;

  UnderTable(Session session, TableQuery tables) {
    super(session, tables.scope, tables.list, tables.tableId);
    this.tables = tables;
    this.publisher = new PartitionPublisher(session, tables.scope);
  }

  /** The table that the answer belongs to. */
  final TableValue table() {
    return Objects.requireNonNull(tables.found(), "the read path finds the table first");
  }

  /**
   * Whether memory can answer also where the request's transaction makes the delegate use the ORM
   * instead of direct SQL.
   */
  boolean knowsOrm() {
    return false;
  }

  @Override
  final long captureStamps() {
    return publisher.capture();
  }
}
