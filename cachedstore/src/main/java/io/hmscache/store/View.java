package io.hmscache.store;

/**
 * The entries that one answer is put together from: it is current to the smallest {@code asOf} and
 * may be torn until the largest {@code upTo} is applied, so it is judged like one entry with these
 * two. Confined to one thread.
 */
class View {

  private long asOf = Long.MAX_VALUE;
  private long upTo = -1;

  void reset() {
    asOf = Long.MAX_VALUE;
    upTo = -1;
  }

  /** Adds an entry to what the answer is made of. */
  void add(Entry entry) {
    asOf = Math.min(asOf, entry.asOf);
    upTo = Math.max(upTo, entry.upTo);
  }

  long asOf() {
    return asOf;
  }

  long upTo() {
    return upTo;
  }
}
