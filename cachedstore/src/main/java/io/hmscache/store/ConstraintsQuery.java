package io.hmscache.store;

import java.util.function.Predicate;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;

/**
 * A read of constraints of one table. A foreign key shows names of the tables at both ends, so an
 * answer with one is remembered under a generation that moves with every table that is altered;
 * every other answer, which is nearly all, is not.
 *
 * @param <T> what the method returns
 * @param <X> a checked exception of the method
 * @param <Y> another one
 */
final class ConstraintsQuery<T, X extends Exception, Y extends Exception>
    extends Query.OfTable<T, X, Y> {

  private final Remembered<T> own;
  private final Remembered<T> shared;
  private final Predicate<T> showsOthers;
  private final Ask<T, X, Y> ask;
  private Remembered<T> found;

  /**
   * A read.
   *
   * @param own the answer if it shows nothing of other tables
   * @param shared the answer if it does
   * @param showsOthers whether an answer shows anything of other tables
   */
  ConstraintsQuery(
      Session session,
      TableQuery table,
      Remembered<T> own,
      Remembered<T> shared,
      Predicate<T> showsOthers,
      Ask<T, X, Y> ask) {
    super(session, table.scope, table.list, table.tableId);
    this.own = own;
    this.shared = shared;
    this.showsOthers = showsOthers;
    this.ask = ask;
    this.found = own;
  }

  @Override
  boolean find(View view) {
    found = own;
    if (own.find(view)) {
      return true;
    }
    found = shared;
    return shared.find(view);
  }

  @Override
  @Nullable
  T answer() {
    return found.answer();
  }

  @Override
  @Nullable
  T load(Load load) throws X, Y {
    T answer = ask.of(session.delegate());
    if (load.finish() && answer != null) {
      (showsOthers.test(answer) ? shared : own).publish(load, answer);
    }
    return answer;
  }

  @Override
  @Nullable
  T ask(RawStore store) throws X, Y {
    return ask.of(store);
  }

  @Override
  void forget() {
    super.forget();
    own.forget();
    shared.forget();
  }

  @Override
  boolean unordered() {
    return true;
  }

  @Override
  Object flightKey() {
    return own.slot();
  }

  @Override
  long captureStamps() {
    return own.capture() + shared.capture();
  }
}
