package io.hmscache.writeid;

import java.util.Arrays;
import java.util.Locale;
import javax.annotation.Nullable;

/**
 * What a request's write-id list is worth for one table. Immutable.
 *
 * <p>The text is what {@code ValidReaderWriteIdList.writeToString} and its compactor subclass
 * write: {@code name:highWatermark:minOpen:open,…:aborted,…}. It is read from the right, because a
 * name may contain a colon (Hive's own parser stumbles there). Reading is strict: the four colons
 * must be there, numbers are plain digits without sign or leading zeros, each list of ids ascends,
 * no id is both open and aborted. What does not read so proves nothing, and says why; it never
 * throws, as the text comes from clients.
 */
public final class ReaderList {

  /** Why a list is or is not a snapshot. */
  public enum Kind {
    /** A snapshot of the table asked for. */
    SNAPSHOT,
    /** No list was sent. */
    ABSENT,
    /** An empty text, which Hive reads as "everything is valid". */
    EMPTY,
    /** Not a list as Hive writes it. */
    MALFORMED,
    /** A list of another table, or of a table in another catalog. */
    OTHER_TABLE,
    /** High watermark {@code Long.MAX_VALUE}: calls everything valid, so it is no snapshot. */
    EVERYTHING
  }

  private static final ReaderList ABSENT = new ReaderList(Kind.ABSENT, "", null);
  private static final ReaderList EMPTY = new ReaderList(Kind.EMPTY, "", null);
  private static final ReaderList MALFORMED = new ReaderList(Kind.MALFORMED, "", null);
  private static final ReaderList OTHER_TABLE = new ReaderList(Kind.OTHER_TABLE, "", null);
  private static final ReaderList EVERYTHING = new ReaderList(Kind.EVERYTHING, "", null);

  private static final long[] NO_IDS = {};
  private static final long NOT_A_NUMBER = -1;

  private final Kind kind;

  /** Canonical name in the list, empty unless {@link Kind#SNAPSHOT}. */
  private final String name;

  @Nullable private final Snapshot snapshot;

  private ReaderList(Kind kind, String name, @Nullable Snapshot snapshot) {
    this.kind = kind;
    this.name = name;
    this.snapshot = snapshot;
  }

  /** Reads a list for a table; never throws. {@link ReaderLists} remembers what was read. */
  public static ReaderList of(@Nullable String text, TableKey table) {
    return parse(text).whenOf(table);
  }

  /** Reads a list for the table that it names. */
  static ReaderList parse(@Nullable String text) {
    if (text == null) {
      return ABSENT;
    }
    if (text.isEmpty()) {
      return EMPTY;
    }
    int aborted = text.lastIndexOf(':');
    int open = text.lastIndexOf(':', aborted - 1);
    int minOpen = text.lastIndexOf(':', open - 1);
    int highWatermark = text.lastIndexOf(':', minOpen - 1);
    // lastIndexOf from -2 answers -1, so the leftmost colon alone tells whether all four are there.
    if (highWatermark < 0) {
      return MALFORMED;
    }
    long high = number(text, highWatermark + 1, minOpen);
    long[] openIds = ids(text, open + 1, aborted);
    long[] abortedIds = ids(text, aborted + 1, text.length());
    if (high == NOT_A_NUMBER
        || number(text, minOpen + 1, open) == NOT_A_NUMBER
        || openIds == null
        || abortedIds == null) {
      return MALFORMED;
    }
    long[] exceptions = merge(openIds, abortedIds);
    if (exceptions == null) {
      return MALFORMED;
    }
    if (high == Long.MAX_VALUE) {
      return EVERYTHING;
    }
    String name = text.substring(0, highWatermark).trim().toLowerCase(Locale.ROOT);
    return new ReaderList(Kind.SNAPSHOT, name, new Snapshot(text, high, exceptions));
  }

  /** This, if it is a list of the table or of none; a list without a catalog is of any. */
  ReaderList whenOf(TableKey table) {
    if (kind != Kind.SNAPSHOT || isOf(table)) {
      return this;
    }
    return OTHER_TABLE;
  }

  /** Compares without splitting: the parts of a name may contain dots. */
  private boolean isOf(TableKey table) {
    String database = table.database();
    int start = name.length() - table.table().length() - 1 - database.length();
    if (start < 0
        || !name.startsWith(database, start)
        || name.charAt(start + database.length()) != '.'
        || !name.endsWith(table.table())) {
      return false;
    }
    return start == 0
        || (start == table.catalog().length() + 1
            && name.charAt(start - 1) == '.'
            && name.startsWith(table.catalog()));
  }

  /** The ids of one comma-separated list; null if it is not strictly ascending from 1. */
  @Nullable
  private static long[] ids(String text, int from, int to) {
    if (from == to) {
      return NO_IDS;
    }
    long[] ids = new long[1 + commas(text, from, to)];
    long previous = 0;
    int start = from;
    for (int i = 0; i < ids.length; i++) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 || comma > to ? to : comma;
      long id = number(text, start, end);
      if (id <= previous) {
        return null;
      }
      ids[i] = id;
      previous = id;
      start = end + 1;
    }
    return ids;
  }

  private static int commas(String text, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      if (text.charAt(i) == ',') {
        count++;
      }
    }
    return count;
  }

  /** Both lists as one, ascending; null if they share an id. */
  @Nullable
  private static long[] merge(long[] left, long[] right) {
    if (left.length == 0 || right.length == 0) {
      return left.length == 0 ? right : left;
    }
    long[] merged = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, merged, left.length, right.length);
    Arrays.sort(merged);
    for (int i = 1; i < merged.length; i++) {
      if (merged[i] == merged[i - 1]) {
        return null;
      }
    }
    return merged;
  }

  /** A number in plain digits, from 0 to {@code Long.MAX_VALUE}; otherwise not a number. */
  private static long number(String text, int from, int to) {
    if (from >= to || (text.charAt(from) == '0' && to - from > 1)) {
      return NOT_A_NUMBER;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
        return NOT_A_NUMBER;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /** Why this is or is not a snapshot. */
  public Kind kind() {
    return kind;
  }

  /** The snapshot, or null unless {@link Kind#SNAPSHOT}. */
  @Nullable
  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public String toString() {
    return snapshot == null ? kind.toString() : kind + " " + snapshot;
  }
}
