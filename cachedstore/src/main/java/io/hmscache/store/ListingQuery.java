package io.hmscache.store;

import java.util.function.Predicate;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;

/**
 * A read of names or of something else that belongs to no single table.
 *
 * @param <T> what the method returns
 * @param <X> a checked exception of the method
 * @param <Y> another one
 */
final class ListingQuery<T, X extends Exception, Y extends Exception> extends Query<T, X, Y> {

  private final Remembered<T> remembered;
  private final Floor floor;
  private final Predicate<T> storable;
  private final Ask<T, X, Y> ask;

  /**
   * A read.
   *
   * @param storable whether an answer may be remembered
   */
  ListingQuery(
      Session session,
      Remembered<T> remembered,
      Floor floor,
      Predicate<T> storable,
      Ask<T, X, Y> ask) {
    super(session);
    this.remembered = remembered;
    this.floor = floor;
    this.storable = storable;
    this.ask = ask;
  }

  @Override
  boolean find(View view) {
    return remembered.find(view);
  }

  @Override
  @Nullable
  T answer() {
    return remembered.answer();
  }

  @Override
  @Nullable
  T load(Load load) throws X, Y {
    T answer = ask.of(session.delegate());
    if (load.finish() && answer != null && storable.test(answer)) {
      remembered.publish(load, answer);
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
    remembered.forget();
  }

  @Override
  boolean unordered() {
    return true;
  }

  @Override
  Object flightKey() {
    return remembered.slot();
  }

  @Override
  long captureStamps() {
    return remembered.capture();
  }

  @Override
  Floor floor() {
    return floor;
  }
}
