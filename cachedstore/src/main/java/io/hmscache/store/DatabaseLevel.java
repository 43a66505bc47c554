package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.Level;
import io.hmscache.writeid.ReaderList;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The level of a read of a database object. Every get_table_req looks its database up first, only
 * to see whether it is a remote one: such an inner look-up follows the level of the request's
 * table. A request for the database itself follows the database level, and goes to the database
 * while some instance may change databases without a trace (ALTER DATABASE logs little). Immutable.
 */
final class DatabaseLevel {

  /** Requests that hand a database object, or a decision about one, to the client. */
  private static final Set<String> ABOUT_DATABASES =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList("get_database", "get_database_req", "get_databases_req")));

  final Level level;
  final long demanded;

  private DatabaseLevel(Level level, long demanded) {
    this.level = level;
    this.demanded = demanded;
  }

  static DatabaseLevel ofRequest(SharedCache shared, boolean proxied) {
    RequestContext request = RequestContext.current();
    if (request == null || ABOUT_DATABASES.contains(request.method())) {
      return ofDatabases(shared, proxied);
    }
    TableKey key = request.key();
    if (key == null) {
      return ofDatabases(shared, proxied);
    }
    return ofTable(shared, request, key);
  }

  /**
   * The level of the names of databases: as that of databases, since dropping a remote one logs
   * nothing where the plugin is missing.
   */
  static Level ofNames(SharedCache shared, boolean proxied) {
    return ofDatabases(shared, proxied).level;
  }

  /** The level of listings of tables: creating, changing and dropping one is always logged. */
  static Level ofListings(SharedCache shared, boolean proxied) {
    Level level = shared.levels().database();
    boolean strict = level != Level.DATABASE && (!proxied || level == Level.SNAPSHOT);
    return strict ? Level.STRICT : level;
  }

  private static DatabaseLevel ofDatabases(SharedCache shared, boolean proxied) {
    if (!shared.settings().fleetComplete) {
      return new DatabaseLevel(Level.DATABASE, Gate.UNKNOWN);
    }
    return new DatabaseLevel(ofListings(shared, proxied), Gate.UNKNOWN);
  }

  private static DatabaseLevel ofTable(SharedCache shared, RequestContext request, TableKey key) {
    TableKind kind = knownKind(shared, key);
    if (kind == null) {
      return new DatabaseLevel(Level.STRICT, Gate.UNKNOWN);
    }
    ReaderList list = shared.readerList(request.writeIdList(), key);
    Level level = shared.levels().table(key, kind, list.snapshot() != null);
    if (level != Level.SNAPSHOT) {
      return new DatabaseLevel(level, Gate.UNKNOWN);
    }
    if (kind != TableKind.TRANSACTIONAL || list.snapshot() == null) {
      return new DatabaseLevel(Level.STRICT, Gate.UNKNOWN);
    }
    long position = shared.syncPoint(key, list.snapshot().text());
    return new DatabaseLevel(position < 0 ? Level.STRICT : Level.SNAPSHOT, position);
  }

  /** What kind of table this was last, good enough to choose a level; null if unknown. */
  private static @Nullable TableKind knownKind(SharedCache shared, TableKey key) {
    TableScope scope = shared.cache().scopes().tableIfPresent(key);
    if (scope == null) {
      return null;
    }
    Entry entry = shared.cache().get(TableQuery.slot(scope), scope.object.stamp());
    return entry == null ? null : ((TableValue) entry.value).kind;
  }
}
