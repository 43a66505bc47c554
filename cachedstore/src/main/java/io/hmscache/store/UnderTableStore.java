package io.hmscache.store;

import io.hmscache.store.UnderTable.DelegateCall;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.thrift.TException;

/** What all reads below a table do before they look into memory, and what they may throw. */
abstract class UnderTableStore extends AnswerReadingStore {

  /** Settings that a connection can change and that answers about partitions depend on. */
  private static final ConfVars[] SESSION_SETTINGS = {
    ConfVars.TRY_DIRECT_SQL,
    ConfVars.TRY_DIRECT_SQL_DDL,
    ConfVars.PARTITION_ORDER_EXPR,
    ConfVars.EXPRESSION_PROXY_CLASS
  };

  /** Makes the query of one call; null if only the delegate knows what to make of the arguments. */
  interface QueryMaker<T> {
    @Nullable
    UnderTable<T> make(Session session, TableQuery tables);
  }

  /** A read that throws whatever the delegate throws. */
  interface Read<T> {
    @Nullable
    T run() throws TException;
  }

  /**
   * Answers a read below a table.
   *
   * @param writeIdList a list among the arguments; null if there is none
   * @param maker makes the query; called if the table may be in memory at all
   * @param call the very same call
   */
  @Nullable
  final <T> T under(
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIdList,
      QueryMaker<T> maker,
      DelegateCall<T> call)
      throws TException {
    Session session = session();
    TableKey key = TableReads.key(catalog, database, table);
    if (session == null || key == null || !session.stores(key)) {
      return call.run(delegate()); // nothing of such a table is ever served, so no floor to raise
    }
    TableQuery tables = TableReads.tables(session, key, writeIdList, Gate.UNKNOWN);
    ReadPath path = session.shared().readPath();
    UnderTable<T> query = maker.make(session, tables);
    if (query == null) {
      return path.direct(new DirectQuery<>(session, tables, call), Bypass.NOT_CANONICAL);
    }
    Bypass bypass = partitionBypass();
    if (bypass == null && session.keptFromSql() && !query.knowsOrm()) {
      bypass = Bypass.OWN_TRANSACTION;
    }
    return bypass != null ? path.direct(query, bypass) : path.read(query, tables, !proxied());
  }

  private @Nullable Bypass partitionBypass() {
    Bypass bypass = bypass();
    return bypass == null && changedBySession() ? Bypass.SESSION_SETTINGS : bypass;
  }

  /** Whether {@code setMetaConf} on this connection makes the delegate answer differently. */
  private static boolean changedBySession() {
    Map<String, String> changed = HMSHandlerContext.getModifiedConfig();
    if (changed == null || changed.isEmpty()) {
      return false;
    }
    for (ConfVars setting : SESSION_SETTINGS) {
      if (changed.containsKey(setting.getVarname()) || changed.containsKey(setting.getHiveName())) {
        return true;
      }
    }
    return false;
  }

  // ---- exceptions -----------------------------------------------------------------------------

  /** For methods that throw nothing. */
  @Nullable
  static <T> T quietly(Read<T> read) {
    try {
      return read.run();
    } catch (TException e) {
      throw undeclared(e);
    }
  }

  /** For methods that throw {@link MetaException}. */
  @Nullable
  static <T> T orMeta(Read<T> read) throws MetaException {
    try {
      return read.run();
    } catch (MetaException e) {
      throw e;
    } catch (TException e) {
      throw undeclared(e);
    }
  }

  /** For methods that throw {@link NoSuchObjectException}, too. */
  @Nullable
  static <T> T orMissing(Read<T> read) throws MetaException, NoSuchObjectException {
    try {
      return read.run();
    } catch (MetaException | NoSuchObjectException e) {
      throw e;
    } catch (TException e) {
      throw undeclared(e);
    }
  }

  /** For methods that throw {@link InvalidObjectException}, too. */
  @Nullable
  static <T> T orInvalid(Read<T> read)
      throws MetaException, NoSuchObjectException, InvalidObjectException {
    try {
      return read.run();
    } catch (MetaException | NoSuchObjectException | InvalidObjectException e) {
      throw e;
    } catch (TException e) {
      throw undeclared(e);
    }
  }

  private static IllegalStateException undeclared(TException e) {
    return new IllegalStateException("the delegate threw what its interface does not declare", e);
  }
}
