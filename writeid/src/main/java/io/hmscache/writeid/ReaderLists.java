package io.hmscache.writeid;

import javax.annotation.Nullable;

/**
 * Reads lists, each text once: a thousand readers with the same list share one {@link Snapshot}.
 * Bounded; thread-safe. A list that was read before costs no allocation.
 */
public final class ReaderLists {

  /** Characters of list texts kept for each entry allowed, on the average. */
  private static final long CHARACTERS_PER_ENTRY = 512;

  private final TextCache<ReaderList> parsed;

  /**
   * Creates an empty cache.
   *
   * @param maxEntries lists remembered, at least 1; their texts together are bounded to 512 times
   *     as many characters
   */
  public ReaderLists(int maxEntries) {
    if (maxEntries <= 0) {
      throw new IllegalArgumentException("maxEntries must be positive: " + maxEntries);
    }
    this.parsed = new TextCache<>(maxEntries, maxEntries * CHARACTERS_PER_ENTRY);
  }

  /** As {@link ReaderList#of}. */
  public ReaderList of(@Nullable String text, TableKey table) {
    if (text == null || text.isEmpty()) {
      return ReaderList.of(text, table);
    }
    ReaderList list = parsed.get(text);
    if (list == null) {
      list = parsed.getOrMake(text, () -> ReaderList.parse(text));
    }
    return list.whenOf(table);
  }

  /** How many lists are remembered. */
  public int size() {
    return parsed.size();
  }
}
