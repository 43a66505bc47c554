package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.Level;
import io.hmscache.writeid.TableKey;
import java.util.List;
import javax.annotation.Nullable;

/** What every family of cached reads needs: the key, the table's own read, the way to an answer. */
abstract class ReadingStore extends WritingStore {

  /** Answers a read of something below one table. */
  @Nullable
  final <T, X extends Exception, Y extends Exception> T answer(
      Session session, Query.OfTable<T, X, Y> query, TableQuery table) throws X, Y {
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

  /**
   * The read of a table that gates every read below it.
   *
   * @param argumentList the list that the caller passed; null if none: then the request's counts
   * @param tableId the id that the caller passed; {@link Gate#UNKNOWN} if none
   */
  static TableQuery table(
      Session session, TableKey key, @Nullable String argumentList, long tableId) {
    TableScope scope = session.cache().scopes().table(key);
    RequestContext request = RequestContext.current();
    String list = argumentList;
    long id = tableId;
    if (request != null && request.names(key)) {
      list = list != null ? list : request.writeIdList();
      id = id > 0 ? id : request.tableId();
    }
    return new TableQuery(session, scope, list, argumentList, id);
  }

  /** The canonical key; null for names that only the delegate knows how to refuse. */
  @Nullable
  static TableKey key(@Nullable String catalog, @Nullable String database, @Nullable String table) {
    return catalog == null || catalog.isEmpty() || database == null || table == null
        ? null
        : TableKey.of(catalog, database, table);
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
