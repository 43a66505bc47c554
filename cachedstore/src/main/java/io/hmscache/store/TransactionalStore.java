package io.hmscache.store;

import io.hmscache.store.RequestContext.RequestClass;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;

/**
 * The life of one RawStore: the delegate, made when it is first needed, and its transactions. Owned
 * by one thread, as every RawStore.
 *
 * <p>After every write, commit and rollback the delegate is asked whether a transaction is active;
 * as soon as none is, everything touched is invalidated before the call returns (own writes).
 * Counting levels would mis-track ObjectStore, whose rollback ends all of them.
 */
abstract class TransactionalStore extends ForwardingRawStore {

  private final Touched touched = new Touched();
  private final ImitatedTransaction imitated = new ImitatedTransaction();
  private @Nullable Configuration conf;
  private @Nullable RawStore delegate;
  private @Nullable SharedCache shared;
  private @Nullable Session session;
  private @Nullable SilentWriteLog silentWrites;
  private boolean proxied;

  /**
   * Levels opened through this store in the delegate's current transaction. Only tells the
   * outermost commit from the others: a transaction that begins resets it, so ObjectStore's own
   * rollbacks cannot make it wrong for long, and nothing else is decided by it.
   */
  private int depth;

  // ---- life -----------------------------------------------------------------------------------

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    shared = CacheRegistry.get(newConf);
    session =
        shared == null
            ? null
            : new Session(shared, this::readingDelegate, this::isActiveTransaction, newConf);
    proxied = Deployment.carriesSnapshots(newConf);
    silentWrites = SilentWriteLog.of(newConf);
    if (shared != null) {
      shared.storeConfigured();
    }
    imitated.end();
    RawStore current = delegate;
    if (current != null) {
      try {
        current.setConf(newConf); // ends whatever was open: a retried call starts anew
      } finally {
        settle();
      }
    }
  }

  @Override
  @Nullable
  public Configuration getConf() {
    return conf;
  }

  @Override
  public void shutdown() {
    RawStore current = delegate;
    delegate = null;
    imitated.end();
    try {
      if (current != null) {
        current.shutdown();
      }
    } finally {
      settle();
    }
  }

  @Override
  public void verifySchema() throws MetaException {
    SharedCache cache = shared;
    if (cache != null && cache.schemaVerified()) {
      return;
    }
    delegate().verifySchema();
    if (cache != null) {
      cache.schemaVerified(true);
    }
  }

  /**
   * HiveServer2 sends this at the start of every query, to be shown nothing that its connection
   * held for an earlier one. No connection holds anything here, and what the shared cache may serve
   * is decided read by read, so forgetting it for everybody would only make it useless. To empty
   * the cache there is an operation of {@link StatusMXBean}.
   */
  @Override
  public void flushCache() {
    RawStore current = delegate;
    if (current != null) {
      current.flushCache();
    }
  }

  // ---- the delegate ---------------------------------------------------------------------------

  /** The delegate for anything but cached reads: ends an imitated transaction by a real one. */
  @Override
  protected final RawStore delegate() {
    RawStore current = rawDelegate();
    int calls = imitated.calls();
    if (calls > 0) {
      imitated.end();
      for (int i = 0; i < calls; i++) {
        openReal(null);
      }
    }
    return current;
  }

  /**
   * The delegate for cached reads, which run in transactions of their own; inside the request's one
   * if the delegate then asks the database in another way.
   */
  private RawStore readingDelegate() {
    Configuration current = conf;
    boolean imitating = imitated.active(RequestContext.current());
    return imitating && current != null && Session.ormInTransaction(current)
        ? delegate()
        : rawDelegate();
  }

  /** The delegate, without a look at transactions. */
  final RawStore rawDelegate() {
    RequestContext request = RequestContext.current();
    RequestTrace trace = request == null ? null : request.trace();
    if (trace != null) {
      trace.askedDatabase();
    }
    RawStore current = delegate;
    if (current == null) {
      current = newDelegate();
      delegate = current;
    }
    return current;
  }

  private RawStore newDelegate() {
    Configuration current = conf;
    if (current == null) {
      throw new IllegalStateException("setConf has not been called");
    }
    try {
      return Delegates.newDelegate(current);
    } catch (MetaException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Whether a transaction is open on this thread, really. */
  final boolean delegateActive() {
    RawStore current = delegate;
    return current != null && current.isActiveTransaction();
  }

  // ---- transactions ---------------------------------------------------------------------------

  @Override
  public boolean openTransaction() {
    return openTransaction(null);
  }

  @Override
  public boolean openTransaction(@Nullable String isolationLevel) {
    RequestContext request = RequestContext.current();
    if (isolationLevel == null && imitates(request)) {
      imitated.bind(Objects.requireNonNull(request));
      return imitated.open();
    }
    return openReal(isolationLevel);
  }

  private boolean openReal(@Nullable String isolationLevel) {
    RawStore store = delegate();
    boolean outermost = !store.isActiveTransaction();
    boolean active =
        isolationLevel == null ? store.openTransaction() : store.openTransaction(isolationLevel);
    if (outermost) {
      depth = 0;
      SilentWriteLog log = silentWrites;
      if (log != null) {
        log.begin();
      }
    }
    depth++;
    return active;
  }

  private boolean imitates(@Nullable RequestContext request) {
    return request != null
        && request.requestClass() == RequestClass.READ
        && shared != null
        && !delegateActive();
  }

  @Override
  public boolean commitTransaction() {
    if (imitated.owns(RequestContext.current())) {
      return imitated.commit();
    }
    RawStore store = rawDelegate();
    try {
      if (depth == 1 && store.isActiveTransaction()) {
        logSilentWrites(store); // in the transaction that commits now
      }
      depth = Math.max(0, depth - 1);
      return store.commitTransaction();
    } finally {
      settle();
    }
  }

  @Override
  public boolean isActiveTransaction() {
    return imitated.active(RequestContext.current()) || delegateActive();
  }

  @Override
  public void rollbackTransaction() {
    if (imitated.owns(RequestContext.current())) {
      imitated.rollback();
      return;
    }
    RawStore current = delegate;
    if (current == null) {
      return; // nothing was ever opened: ObjectStore does nothing either
    }
    try {
      current.rollbackTransaction();
    } finally {
      settle();
    }
  }

  // ---- writes ---------------------------------------------------------------------------------

  /**
   * Before a write: if no transaction is open and the write may turn out to be silent, opens one,
   * so that the missing event and the change commit together.
   *
   * @return whether one was opened; give it to {@link #completeWrite} and {@link #endWrite}
   */
  final boolean beginWrite() {
    if (silentWrites == null || delegateActive() || imitated.calls() > 0) {
      return false;
    }
    openReal(null);
    return true;
  }

  /** After a write that succeeded: commits what {@link #beginWrite} opened. */
  final void completeWrite(boolean own) {
    if (own && !commitTransaction()) {
      throw new IllegalStateException("the write was rolled back");
    }
  }

  /** In the end, whatever happened: nothing stays open, and what was touched is invalidated. */
  final void endWrite(boolean own) {
    if (own && delegateActive()) {
      rollbackTransaction();
    }
    settle();
  }

  private void logSilentWrites(RawStore store) {
    SilentWriteLog log = silentWrites;
    SharedCache cache = shared;
    boolean wanted = cache == null || cache.rules().holds(Rule.SILENT_WRITES);
    if (log != null && wanted && !touched.isEmpty()) {
      log.complete(store, touched);
    }
  }

  /** What the current transaction has touched. */
  final Touched touched() {
    return touched;
  }

  /** Invalidates what was touched as soon as no transaction is active, whatever became of it. */
  final void settle() {
    if (delegateActive()) {
      return;
    }
    SilentWriteLog log = silentWrites;
    if (log != null) {
      log.end();
    }
    if (touched.isEmpty()) {
      return;
    }
    SharedCache cache = shared;
    if (cache == null) {
      touched.invalidate(NoSink.INSTANCE);
    } else {
      cache.metrics().localInvalidations.increment();
      touched.invalidate(cache.rules().holds(Rule.OWN_WRITES) ? cache.cache() : NoSink.INSTANCE);
    }
  }

  /** A call of the delegate that returns nothing. */
  interface Call<X extends Exception, Y extends Exception> {
    void run(RawStore store) throws X, Y;
  }

  /** A call of the delegate that returns something. */
  interface Get<T, X extends Exception, Y extends Exception> {
    T run(RawStore store) throws X, Y;
  }

  // ---- reads ----------------------------------------------------------------------------------

  /** The reads of this instance; null if nothing is cached here. */
  @Nullable
  final Session session() {
    return session;
  }

  /** Whether requests carry their lists and classes to this store. */
  final boolean proxied() {
    return proxied;
  }

  /** Why a read may not look into memory; null if it may. */
  @Nullable
  final Bypass bypass() {
    SharedCache cache = shared;
    if (cache == null) {
      return Bypass.CACHE_OFF;
    }
    if (cache.paused()) {
      return Bypass.PAUSED;
    }
    if (delegateActive()) {
      return Bypass.OWN_TRANSACTION;
    }
    RequestContext request = RequestContext.current();
    if (request == null) {
      return proxied ? Bypass.NO_REQUEST : null;
    }
    return request.requestClass() == RequestClass.WRITE
            && cache.rules().holds(Rule.WRITES_READ_DATABASE)
        ? Bypass.WRITING_REQUEST
        : null;
  }

  /** Configuration that the delegate has, for settings that a connection may change. */
  final boolean flag(MetastoreConf.ConfVars setting) {
    Configuration current = conf;
    return current != null && MetastoreConf.getBoolVar(current, setting);
  }
}
