package io.hmscache.store;

import java.util.function.LongSupplier;
import javax.annotation.Nullable;

/**
 * One answer that is remembered as the delegate gave it, under its exact arguments. Made for one
 * call, confined to one thread.
 *
 * @param <T> the type of the answer
 */
final class Remembered<T> {

  /** Stands for the answer null. */
  private static final Object NOTHING =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };

  private final Session session;
  private final SlotKey slot;
  private final CallKey arguments;
  private final LongSupplier stamps;
  private final AnswerForm<T> form;
  private long stamp;
  private @Nullable Entry found;

  /**
   * Names an answer.
   *
   * @param scope what it hangs on
   * @param stamps the sum of all generations that the answer depends on
   */
  Remembered(
      Session session,
      Scope scope,
      SlotKey.Kind kind,
      CallKey arguments,
      LongSupplier stamps,
      AnswerForm<T> form) {
    this.session = session;
    this.slot = new SlotKey(scope, kind, arguments);
    this.arguments = arguments;
    this.stamps = stamps;
    this.form = form;
  }

  /** Looks the answer up and adds it to the view. */
  boolean find(View view) {
    found = session.cache().get(slot, stamps.getAsLong());
    if (found == null) {
      return false;
    }
    view.add(found);
    return true;
  }

  /** A copy of what {@link #find} found. */
  @Nullable
  T answer() {
    if (found == null) {
      throw new IllegalStateException("nothing was found");
    }
    if (found.value == NOTHING) {
      return null;
    }
    @SuppressWarnings("unchecked") // the slot's kind and arguments determine the type
    T value = (T) found.value;
    return form.copy(value);
  }

  /** Drops the answer. */
  void forget() {
    session.cache().remove(slot);
  }

  SlotKey slot() {
    return slot;
  }

  /** Captures the generations before a load reads the head. */
  long capture() {
    stamp = stamps.getAsLong();
    return stamp;
  }

  /** Publishes a copy of an answer unless what it depends on has changed since {@link #capture}. */
  void publish(Load load, @Nullable T answer) {
    long bytes = Weights.ENTRY + arguments.weight();
    if (answer != null) {
      bytes += form.weigh(answer);
    }
    Object owned = answer == null ? NOTHING : form.copy(answer);
    long captured = stamp;
    session
        .cache()
        .publish(
            slot,
            load.entry(owned, captured, Weights.clamp(bytes)),
            () -> stamps.getAsLong() == captured);
  }
}
