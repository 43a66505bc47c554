package io.hmscache.thrift;

import io.hmscache.notification.CommitHint;
import io.hmscache.store.CachedStore;
import io.hmscache.store.RequestContext;
import io.hmscache.store.SharedCache;
import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HiveMetaStore;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RetryingHMSHandler;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsResponse;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handler proxy, set as {@code metastore.hmshandler.proxy}: the one place where a request is
 * seen whole, on the thread that then calls the RawStore. It keeps what HMSHandler drops (the
 * reader's write-id list, the table id, whether the method only reads) in a {@link RequestContext}
 * around the call, and records the sync point of every write-id list that leaves.
 *
 * <p>Only {@link #invoke} is overridden, which encloses all attempts of {@link RetryingHMSHandler}:
 * its retries are those of stock Hive, and a repeated attempt runs in the same context. Thread-safe
 * as its superclass.
 */
public final class SnapshotHandler extends RetryingHMSHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotHandler.class);

  private static final String GET_VALID_WRITE_IDS = "get_valid_write_ids";

  /** Null while the superclass's constructor runs, which calls {@link #invoke} for "init". */
  @Nullable private final RequestOpener opener;

  /** Finds the recorder for a configuration; null where nothing is cached. */
  private final Function<Configuration, SyncPointRecorder> recorders;

  /**
   * As HMSHandlerProxyFactory calls it.
   *
   * @param local whether the handler serves callers in this JVM. Inside a metastore server these
   *     are its housekeeping threads, which must read the database; in a process without a server
   *     (HiveServer2 with an embedded metastore) they are clients like others.
   */
  public SnapshotHandler(Configuration conf, IHMSHandler baseHandler, boolean local)
      throws MetaException {
    this(
        conf,
        baseHandler,
        local,
        HiveMetaStore::isMetaStoreRemote,
        SnapshotHandler::recorderOfSharedCache);
  }

  /**
   * With what tests replace.
   *
   * @param serverInThisProcess whether a metastore server runs in this process
   * @param recorders finds the recorder for a configuration; null where nothing is cached
   */
  SnapshotHandler(
      Configuration conf,
      IHMSHandler baseHandler,
      boolean local,
      BooleanSupplier serverInThisProcess,
      Function<Configuration, SyncPointRecorder> recorders)
      throws MetaException {
    super(conf, baseHandler, local);
    this.recorders = recorders;
    this.opener =
        new RequestOpener(getActiveConf(), () -> local && serverInThisProcess.getAsBoolean());
    String useless = uselessBecause(conf);
    // A server makes one handler that is not local; local ones come and go with their clients.
    if (useless != null && !local) {
      LOG.warn(useless);
    }
  }

  /** What the operator should know if the proxy is set without the store; null if both are. */
  @Nullable
  static String uselessBecause(Configuration conf) {
    String store = MetastoreConf.getVar(conf, ConfVars.RAW_STORE_IMPL);
    return CachedStore.class.getName().equals(store)
        ? null
        : String.format(
            "%s is %s, not %s: nothing is cached, and %s does nothing",
            ConfVars.RAW_STORE_IMPL.getVarname(),
            store,
            CachedStore.class.getName(),
            SnapshotHandler.class.getName());
  }

  @Override
  @Nullable
  public Object invoke(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    RequestOpener requests = opener;
    try (RequestContext context =
        requests == null
            ? RequestOpener.writing(method.getName())
            : requests.open(method.getName(), args)) {
      if (args != null && args.length == 1 && args[0] instanceof CommitTxnRequest) {
        return commit(proxy, method, args, (CommitTxnRequest) args[0]);
      }
      Object answer = super.invoke(proxy, method, args);
      if (GET_VALID_WRITE_IDS.equals(context.method())) {
        recordSyncPoints(answer);
      }
      return answer;
    }
  }

  /** Tells the listener what the commit changes besides its transaction: the event does not. */
  @Nullable
  private Object commit(Object proxy, Method method, Object[] args, CommitTxnRequest request)
      throws Throwable {
    try (CommitHint.Scope hint = CommitHint.open(request)) {
      Object answer = super.invoke(proxy, method, args);
      if (!hint.consumed() && recorder() != null) {
        new UnloggedCommits(getActiveConf()).log(baseHandler, request);
      }
      return answer;
    }
  }

  private void recordSyncPoints(@Nullable Object answer) {
    try {
      SyncPointRecorder recorder = recorder();
      // A transaction left open on this thread may hold the row that the head is read from.
      if (recorder != null && !RequestOpener.transactionOpen()) {
        recorder.record(
            MetaStoreUtils.getDefaultCatalog(getActiveConf()), (GetValidWriteIdsResponse) answer);
      }
    } catch (RuntimeException e) {
      LOG.warn("No sync point recorded, readers will ask for the head", e);
    }
  }

  /** Null where nothing is cached: then there is nothing to record or to keep up to date. */
  @Nullable
  private SyncPointRecorder recorder() {
    return recorders.apply(getActiveConf());
  }

  @Nullable
  private static SyncPointRecorder recorderOfSharedCache(Configuration conf) {
    SharedCache cache = SharedCache.find(conf);
    return cache == null ? null : new SyncPointRecorder(cache.headSource(), cache.syncPoints());
  }
}
