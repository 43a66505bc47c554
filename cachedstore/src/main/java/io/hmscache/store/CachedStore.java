package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * The RawStore that answers hot reads from memory: set it as {@code metastore.rawstore.impl}. One
 * instance belongs to one thread, as every RawStore; all instances of a metastore share one cache.
 */
public class CachedStore extends PartitionReadingStore {

  @Override
  @Nullable
  public Table getTable(String catalog, String database, String table) throws MetaException {
    return getTable(catalog, database, table, null, Gate.UNKNOWN);
  }

  @Override
  @Nullable
  public Table getTable(String catalog, String database, String table, @Nullable String writeIdList)
      throws MetaException {
    return getTable(catalog, database, table, writeIdList, Gate.UNKNOWN);
  }

  @Override
  @Nullable
  public Table getTable(
      String catalog, String database, String table, @Nullable String writeIdList, long tableId)
      throws MetaException {
    Session session = session();
    TableKey key = TableReads.key(catalog, database, table);
    if (session == null || key == null) {
      return delegate().getTable(catalog, database, table, writeIdList, tableId);
    }
    TableQuery query = TableReads.tables(session, key, writeIdList, tableId);
    return answer(session, query, query);
  }

  @Override
  @Nullable
  public Database getDatabase(String catalog, String name) throws NoSuchObjectException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty() || name == null) {
      return delegate().getDatabase(catalog, name);
    }
    DatabaseScope scope =
        session.cache().scopes().database(TableKey.canonical(catalog), TableKey.canonical(name));
    DatabaseQuery query = new DatabaseQuery(session, scope, catalog, name);
    ReadPath path = session.shared().readPath();
    Bypass bypass = bypass();
    if (bypass != null) {
      return path.direct(query, bypass);
    }
    DatabaseLevel level = DatabaseLevel.ofRequest(session.shared(), proxied());
    return path.read(query, level.level, level.demanded);
  }
}
