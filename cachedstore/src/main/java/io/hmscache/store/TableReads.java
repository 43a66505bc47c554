package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import javax.annotation.Nullable;

/** How reads below a table find that table's key and its query. */
final class TableReads {

  private TableReads() {}

  /**
   * The query for a table that gates every read below it.
   *
   * @param argumentList the list among the call's arguments; null if there is none, then the
   *     request's gates if it is about this table
   */
  static TableQuery tables(
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
}
