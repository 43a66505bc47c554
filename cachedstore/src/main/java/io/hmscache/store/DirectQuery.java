package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.thrift.TException;

/** A call with arguments that only the delegate knows what to make of: never remembered. */
final class DirectQuery<T> extends UnderTable<T> {

  private final DelegateCall<T> call;

  DirectQuery(Session session, TableQuery tables, DelegateCall<T> call) {
    super(session, tables);
    this.call = call;
  }

  @Override
  boolean find(View view) {
    return false;
  }

  @Override
  @Nullable
  T answer() {
    throw new IllegalStateException("nothing is ever found");
  }

  @Override
  @Nullable
  T load(Load load) throws TException {
    T answer = call.run(session.delegate());
    load.finish();
    return answer;
  }

  @Override
  @Nullable
  T ask(RawStore store) throws TException {
    return call.run(store);
  }

  @Override
  Object flightKey() {
    return this;
  }
}
