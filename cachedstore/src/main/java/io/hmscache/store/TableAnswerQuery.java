package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;

/**
 * A read of something that hangs below one table and is remembered as a whole: statistics,
 * constraints.
 *
 * @param <T> what the method returns
 * @param <X> a checked exception of the method
 * @param <Y> another one
 */
class TableAnswerQuery<T, X extends Exception, Y extends Exception> extends Query.OfTable<T, X, Y> {

  private final Remembered<T> remembered;
  private final Ask<T, X, Y> ask;

  TableAnswerQuery(Session session, TableQuery table, Remembered<T> remembered, Ask<T, X, Y> ask) {
    super(session, table.scope, table.list, table.tableId);
    this.remembered = remembered;
    this.ask = ask;
  }

  @Override
  boolean find(View view) {
    return remembered.find(view);
  }

  @Override
  @Nullable
  T answer() throws X, Y {
    return remembered.answer();
  }

  @Override
  @Nullable
  T load(Load load) throws X, Y {
    T answer = ask.of(session.delegate());
    if (load.finish() && session.stores(key())) {
      remembered.publish(load, neutral(answer));
    }
    return answer;
  }

  /** The answer without what depends on the reader; a new object if anything of it does. */
  @Nullable
  T neutral(@Nullable T answer) {
    return answer;
  }

  @Override
  @Nullable
  final T ask(RawStore store) throws X, Y {
    return ask.of(store);
  }

  @Override
  final void forget() {
    super.forget();
    remembered.forget();
  }

  @Override
  final boolean unordered() {
    return true;
  }

  @Override
  final Object flightKey() {
    return remembered.slot();
  }

  @Override
  final long captureStamps() {
    return remembered.capture();
  }
}
