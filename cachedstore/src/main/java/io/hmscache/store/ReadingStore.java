package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.Level;
import java.util.List;
import javax.annotation.Nullable;

/** What every family of cached reads needs. */
abstract class ReadingStore extends WritingStore {

  /** Answers a read of something below one table. */
  @Nullable
  final <T, X extends Exception, Y extends Exception> T answer(
      Session session, Query.OfTable<T, X, Y> query, TableQuery table) throws X, Y {
    if (!session.stores(query.key())) {
      return query.direct(); // nothing of such a table is ever served, so no floor to raise
    }
    ReadPath path = session.shared().readPath();
    Bypass bypass = bypass();
    return bypass != null ? path.direct(query, bypass) : path.read(query, table, !proxied());
  }

  /** Answers a read that belongs to no single table. */
  @Nullable
  final <T, X extends Exception, Y extends Exception> T answer(
      Session session, Query<T, X, Y> query, Level level) throws X, Y {
    ReadPath path = session.shared().readPath();
    Bypass bypass = bypass();
    return bypass != null ? path.direct(query, bypass) : path.read(query, level, Gate.UNKNOWN);
  }

  /** Whether a list has elements and none of them is null. */
  static boolean full(@Nullable List<String> strings) {
    return strings != null && !strings.isEmpty() && !holdsNull(strings);
  }

  /** Whether an element is null; lists that take no null refuse to be asked for it. */
  static boolean holdsNull(List<String> strings) {
    for (String string : strings) {
      if (string == null) {
        return true;
      }
    }
    return false;
  }
}
