package io.hmscache.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Names of partitions in the order in which a database sorts them. Two names keep their order as
 * long as the database keeps its collation, so an outdated listing still tells it; only whether a
 * name is still there it does not tell. Immutable, but for an index made when it is first needed.
 */
final class NameSequence {

  /** Stamp of entries that stay true while the table's scope lives. */
  static final long STAMP = -1;

  private final String[] names;

  /** Whether the names ascend by their characters, which makes an index superfluous. */
  private final boolean ascending;

  /** Hash table of positions + 1, 0 for a free place; length is a power of two. */
  @Nullable private volatile int[] index;

  private NameSequence(String[] names) {
    this.names = names;
    boolean sorted = true;
    for (int i = 1; i < names.length && sorted; i++) {
      sorted = names[i - 1].compareTo(names[i]) < 0;
    }
    this.ascending = sorted;
  }

  /** A sequence of distinct names that are not null. */
  static NameSequence of(List<String> names) {
    return new NameSequence(names.toArray(new String[0]));
  }

  /** The names, for a caller who may change the list. */
  List<String> toList() {
    return new ArrayList<>(Arrays.asList(names));
  }

  int size() {
    return names.length;
  }

  String get(int position) {
    return names[position];
  }

  /** Position of a name, or a negative number. */
  int position(String name) {
    if (ascending) {
      return Arrays.binarySearch(names, name);
    }
    int[] table = index;
    if (table == null) {
      table = makeIndex();
      index = table;
    }
    int mask = table.length - 1;
    for (int at = spread(name) & mask; table[at] != 0; at = (at + 1) & mask) {
      if (names[table[at] - 1].equals(name)) {
        return table[at] - 1;
      }
    }
    return -1;
  }

  private int[] makeIndex() {
    int length = Integer.highestOneBit(Math.max(4, names.length)) * 4;
    int[] table = new int[length];
    for (int i = 0; i < names.length; i++) {
      int at = spread(names[i]) & (length - 1);
      while (table[at] != 0) {
        at = (at + 1) & (length - 1);
      }
      table[at] = i + 1;
    }
    return table;
  }

  private static int spread(String name) {
    int hash = name.hashCode();
    return hash ^ (hash >>> 16);
  }

  /** Bytes, estimated, the index included. */
  long weight() {
    long bytes = 64 + (ascending ? 4L : 20L) * names.length;
    for (String name : names) {
      bytes += Weights.of(name);
    }
    return bytes;
  }
}
