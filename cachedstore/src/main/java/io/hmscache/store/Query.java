package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * One call of a read method: how it is answered from entries, how it loads them, and what the
 * delegate would do. Made for one call, confined to one thread.
 *
 * @param <T> what the method returns
 * @param <X> a checked exception of the method
 * @param <Y> another one
 */
abstract class Query<T, X extends Exception, Y extends Exception> {

  /**
   * Looks up all entries that the answer needs and adds them to the view.
   *
   * @return whether all are there
   */
  abstract boolean find(View view);

  /** Puts the answer together from what {@link #find} found; nothing of it is shared. */
  @Nullable
  abstract T answer() throws X, Y;

  /**
   * Asks the database in a form that can be published, calls {@link Load#finish} after the last
   * query, publishes, and answers.
   */
  @Nullable
  abstract T load(Load load) throws X, Y;

  /**
   * Whether {@link #find} has just missed so little that {@link #complete} is cheaper than {@link
   * #load}. Asked at most once per call.
   */
  boolean completable() {
    return false;
  }

  /**
   * Asks the database for what {@link #find} missed, calls {@link Load#finish} after the last
   * query, and publishes. The read decides anew after that: an answer from entries of different
   * ages has to pass the same judgement as any other.
   */
  void complete(Load load) throws X, Y {
    throw new IllegalStateException("nothing to complete");
  }

  /** The delegate's own answer to the very same call. */
  @Nullable
  abstract T direct() throws X, Y;

  /** Names what is loaded, so that two readers do not load the same at once. */
  abstract Object flightKey();

  /** The stamp that a load captures now, before it reads the head. */
  abstract long captureStamps();

  /** The floor of what is read. */
  abstract Floor floor();

  /** All floors of what is read; asked again after {@link #direct}, when the answer is known. */
  Floor[] floors() {
    return new Floor[] {floor()};
  }

  /** Key for a load of this kind by these arguments. */
  static Object flight(Object... parts) {
    return new Parts(parts);
  }

  /** A list of values with equality. */
  static final class Parts {
    private final Object[] parts;

    Parts(Object... parts) {
      this.parts = parts;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Parts && java.util.Arrays.equals(parts, ((Parts) other).parts);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(parts);
    }

    @Override
    public String toString() {
      return java.util.Arrays.toString(parts);
    }
  }

  /** A query about one table: judged by the table's kind and the list of its request. */
  abstract static class OfTable<T, X extends Exception, Y extends Exception>
      extends Query<T, X, Y> {

    final TableScope scope;
    final @Nullable String list;
    final long tableId;

    OfTable(TableScope scope, @Nullable String list, long tableId) {
      this.scope = Objects.requireNonNull(scope);
      this.list = list;
      this.tableId = tableId;
    }

    final TableKey key() {
      return scope.key;
    }

    @Override
    final Floor floor() {
      return scope.floor;
    }
  }
}
