package io.hmscache.store;

import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;

/**
 * The order in which the database would list some partitions by name. Databases differ in this
 * (PostgreSQL's en_US ignores punctuation, MySQL case), and the cache asks none of them: it either
 * has seen the database list these names, or the names differ in digits only, at the same places,
 * which every collation sorts alike. Otherwise the order is unknown.
 */
final class NameOrder {

  private static final String LISTING = "order of the listing";

  private NameOrder() {}

  /** Where the last complete listing of a table is kept, for its order. */
  static SlotKey listing(TableScope scope) {
    return new SlotKey(scope, SlotKey.Kind.PARTITION_NAMES, LISTING);
  }

  /** Where the order of exactly these names is kept. */
  static SlotKey exact(TableScope scope, List<String> distinct) {
    return new SlotKey(scope, SlotKey.Kind.PARTITION_NAMES, distinct);
  }

  /**
   * Sorts names as the database would.
   *
   * @param distinct names, none twice; not changed
   * @return positions in {@code distinct} in the database's order; null if it is not known
   */
  @Nullable
  static int[] of(MetadataCache cache, TableScope scope, List<String> distinct) {
    if (distinct.size() < 2 || differInDigitsOnly(distinct)) {
      return sorted(distinct, null);
    }
    int[] order = by(cache.get(listing(scope), NameSequence.STAMP), distinct);
    return order != null
        ? order
        : by(cache.get(exact(scope, distinct), NameSequence.STAMP), distinct);
  }

  @Nullable
  private static int[] by(@Nullable Entry entry, List<String> distinct) {
    return entry == null ? null : sorted(distinct, (NameSequence) entry.value);
  }

  @Nullable
  private static int[] sorted(List<String> names, @Nullable NameSequence witness) {
    int size = names.size();
    long[] ranks = new long[size]; // rank above, position below
    if (witness != null) {
      for (int i = 0; i < size; i++) {
        int rank = witness.position(names.get(i));
        if (rank < 0) {
          return null;
        }
        ranks[i] = ((long) rank << 32) | i;
      }
      Arrays.sort(ranks);
      int[] order = new int[size];
      for (int i = 0; i < size; i++) {
        order[i] = (int) ranks[i];
      }
      return order;
    }
    Integer[] boxed = new Integer[size];
    Arrays.setAll(boxed, i -> i);
    Arrays.sort(boxed, (a, b) -> names.get(a).compareTo(names.get(b)));
    int[] order = new int[size];
    Arrays.setAll(order, i -> boxed[i]);
    return order;
  }

  /** Whether all names have the same length and the same characters wherever it is no digit. */
  static boolean differInDigitsOnly(List<String> names) {
    String first = names.get(0);
    for (int i = 1; i < names.size(); i++) {
      String name = names.get(i);
      if (name.length() != first.length()) {
        return false;
      }
      for (int c = 0; c < first.length(); c++) {
        char a = first.charAt(c);
        char b = name.charAt(c);
        if (a != b && !(isDigit(a) && isDigit(b))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
