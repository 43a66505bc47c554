package io.hmscache.store;

import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.annotation.Nullable;

/**
 * Shares equal short strings among stored objects: parameter keys, partition values. It remembers
 * only the last string seen per place, so it needs no eviction and holds little. Thread-safe; a
 * race costs a string that is not shared.
 */
final class StringPool {

  private static final int PLACES = 4096;
  private static final int LONGEST = 64;

  private final AtomicReferenceArray<String> places = new AtomicReferenceArray<>(PLACES);

  /** An equal string, perhaps one that is stored already. */
  @Nullable
  String shared(@Nullable String string) {
    if (string == null || string.length() > LONGEST) {
      return string;
    }
    int hash = string.hashCode();
    int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
    String present = places.get(place);
    if (string.equals(present)) {
      return present;
    }
    places.set(place, string);
    return string;
  }
}
