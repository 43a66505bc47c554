package io.hmscache.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The position below which nothing of a table may be served any more, because a database read that
 * has already been answered may have seen that much (invariant 3, forward only).
 *
 * <p>A database read that knows the head after its last query raises the floor to it. One that does
 * not (a read of a writing request, whose transaction may hold the row of NOTIFICATION_SEQUENCE)
 * leaves the floor <em>pending</em>: the next reader of memory reads the head and resolves it.
 *
 * <p>Thread-safe, lock-free. A pending floor is a negative, never repeated ticket, so a resolution
 * that was overtaken by another pending read fails.
 */
final class Floor {

  private final AtomicLong tickets = new AtomicLong();

  /** At least 0: the floor. Negative: pending. A new scope knows nothing, so it starts pending. */
  private final AtomicLong value = new AtomicLong(tickets.decrementAndGet());

  /** The floor; a negative ticket for {@link #resolve} while it is pending. */
  long get() {
    return value.get();
  }

  /** A database read that saw nothing after {@code position} was answered. */
  void raise(long position) {
    long current = value.get();
    while (current >= 0 && current < position) {
      if (value.compareAndSet(current, position)) {
        return;
      }
      current = value.get();
    }
  }

  /** A database read was answered whose position nobody knows. */
  void pend() {
    value.set(tickets.decrementAndGet());
  }

  /**
   * Resolves a pending floor.
   *
   * @param ticket what {@link #get} returned before the head was read
   * @param head the head, read after {@link #get} returned the ticket
   */
  void resolve(long ticket, long head) {
    value.compareAndSet(ticket, Math.max(0, head));
  }
}
