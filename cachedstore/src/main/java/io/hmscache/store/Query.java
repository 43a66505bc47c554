package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;

/**
 * One call of a read method: how it is answered from entries, how it loads them, and what the
 * delegate would do. Made for one call, confined to one thread.
 *
 * @param <T> what the method returns
 * @param <X> a checked exception of the method
 * @param <Y> another one
 */
abstract class Query<T, X extends Exception, Y extends Exception> {

  /** What the call's store knows. Its delegate belongs to the thread that made the query. */
  final Session session;

  Query(Session session) {
    this.session = session;
  }

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

  /**
   * The answer of a store to the very same call.
   *
   * @param store the delegate, or another one on the same database
   */
  @Nullable
  abstract T ask(RawStore store) throws X, Y;

  /** The delegate's own answer to the very same call. */
  @Nullable
  T direct() throws X, Y {
    return ask(session.delegate());
  }

  /** Drops everything that {@link #find} can find, because it was found wrong. */
  abstract void forget();

  /** Whether the database answers in an order of its own choice, which need not be kept. */
  boolean unordered() {
    return false;
  }

  /** Names what is loaded, so that two readers do not load the same at once. */
  abstract Object flightKey();

  /** Which kind of thing is read, for people. */
  String kind() {
    Object key = flightKey();
    return key instanceof SlotKey ? ((SlotKey) key).kind.name() : getClass().getSimpleName();
  }

  /** What is read, for people. */
  String describe() {
    return String.valueOf(flightKey());
  }

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

    OfTable(Session session, TableScope scope, @Nullable String list, long tableId) {
      super(session);
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

    @Override
    void forget() {
      session.cache().tableChanged(key());
    }
  }
}
