package io.hmscache.store;

import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.Nullable;

/**
 * Generations of a thing that can change as a whole. A generation only grows; an entry carries the
 * sum of the generations it depends on (its <em>stamp</em>), read before its first query, and is
 * valid while the sum is the same. So an invalidation is an increment, whatever hangs below, and a
 * load in flight cannot publish what an invalidation has overtaken: there is nothing to fence, no
 * order between publication and invalidation matters. Thread-safe.
 */
abstract class Scope {

  private final AtomicLong generation = new AtomicLong();
  private volatile boolean forgotten;

  /** The generation of this scope alone; never the same twice once the scope is out of use. */
  final long own() {
    return forgotten ? generation.incrementAndGet() : generation.get();
  }

  /** Ends the validity of everything that depends on this scope. */
  final void bump() {
    generation.incrementAndGet();
  }

  /**
   * Takes the scope out of use: nobody invalidates it any more, so nothing of it is valid, and what
   * is loaded under it cannot be published.
   */
  final void forget() {
    forgotten = true;
  }

  /** Whether this very scope is still told of changes. */
  final boolean known() {
    return !forgotten;
  }

  /** The table that this scope belongs to; null above tables. For reports. */
  @Nullable
  TableScope table() {
    return null;
  }

  @Override
  public String toString() {
    TableScope table = table();
    return table == null ? "all" : table.key.toString();
  }

  /** The sum of the generations of this scope and of all above it. */
  abstract long stamp();
}
