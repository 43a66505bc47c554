package io.hmscache.notification;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.ReplLastIdInfo;

/**
 * What a commit request changes besides ending its transaction: a table parameter ({@code
 * keyValue}) or the replication state of a database, a table and partitions ({@code
 * replLastIdInfo}). CommitTxnFunction writes these in the transaction of the commit, but the event
 * it fires names neither, so the handler proxy leaves this hint on the thread for {@link
 * NotificationLogListener}, which then logs ALTER rows for them in the same transaction.
 *
 * <pre>{@code
 * try (CommitHint.Scope scope = CommitHint.open(request)) {
 *   handler.commit_txn(request);
 * }
 * }</pre>
 *
 * <p>For a commit with a replication policy and type DEFAULT, Hive fires no event at all
 * (CommitTxnFunction skips it), and the hint is not used; {@link Scope#consumed()} tells, and the
 * caller has to log the change in a transaction of its own through {@link SilentWrites}.
 *
 * <p>Immutable apart from that flag; confined to the thread that opened it.
 */
public final class CommitHint {

  private static final ThreadLocal<CommitHint> CURRENT = new ThreadLocal<>();

  @Nullable private final Long tableId;
  @Nullable private final String catalog;
  @Nullable private final String database;
  @Nullable private final String table;
  private boolean consumed;

  private CommitHint(
      @Nullable Long tableId,
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table) {
    this.tableId = tableId;
    this.catalog = catalog;
    this.database = database;
    this.table = table;
  }

  /**
   * Sets the hint for this thread until the scope is closed; the scope then restores the outer
   * hint, if any. A request that changes nothing else hides an outer hint, too.
   */
  public static Scope open(CommitTxnRequest request) {
    CommitHint outer = CURRENT.get();
    CommitHint hint = of(request);
    set(hint);
    return new Scope(outer, hint);
  }

  /** The hint of this thread; null if the current request has nothing to tell. */
  @Nullable
  static CommitHint current() {
    return CURRENT.get();
  }

  /** Id of the table whose parameter is set; null if none. */
  @Nullable
  Long tableId() {
    return tableId;
  }

  /** Catalog of {@link #database()} as the client sent it; null means the default catalog. */
  @Nullable
  String catalog() {
    return catalog;
  }

  /** Database whose replication state is set; null if none. */
  @Nullable
  String database() {
    return database;
  }

  /** Table whose replication state (or whose partitions' state) is set; null if none. */
  @Nullable
  String table() {
    return table;
  }

  void markConsumed() {
    consumed = true;
  }

  @Nullable
  private static CommitHint of(CommitTxnRequest request) {
    Long tableId = request.isSetKeyValue() ? request.getKeyValue().getTableId() : null;
    if (!request.isSetReplLastIdInfo()) {
      return tableId == null ? null : new CommitHint(tableId, null, null, null);
    }
    ReplLastIdInfo info = request.getReplLastIdInfo();
    return new CommitHint(tableId, info.getCatalog(), info.getDatabase(), info.getTable());
  }

  private static void set(@Nullable CommitHint hint) {
    if (hint == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(hint);
    }
  }

  /** The time during which a hint is set; close it on the thread that opened it. */
  public static final class Scope implements AutoCloseable {

    @Nullable private final CommitHint outer;
    @Nullable private final CommitHint hint;

    private Scope(@Nullable CommitHint outer, @Nullable CommitHint hint) {
      this.outer = outer;
      this.hint = hint;
    }

    /**
     * Whether nothing is left to log: the request changed nothing else, or the listener has logged
     * it in the transaction of the (last attempt of the) commit.
     */
    public boolean consumed() {
      return hint == null || hint.consumed;
    }

    @Override
    public void close() {
      set(outer);
    }
  }
}
