package io.hmscache.thrift;

import io.hmscache.notification.CommitHint;
import io.hmscache.store.CachedStore;
import io.hmscache.store.RequestContext;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
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

  /** Null while the superclass's constructor runs, which calls {@link #invoke} for "init". */
  @Nullable private final RequestOpener opener;

  /** Finds the cache of a configuration; null where nothing is cached. */
  private final Function<Configuration, CacheLink> caches;

  /**
   * As HMSHandlerProxyFactory calls it.
   *
   * @param local whether the handler serves callers in this JVM. Inside a metastore server these
   *     are its housekeeping threads, which must read the database; in a process without a server
   *     (HiveServer2 with an embedded metastore) they are clients like others.
   */
  public SnapshotHandler(Configuration conf, IHMSHandler baseHandler, boolean local)
      throws MetaException {
    this(conf, baseHandler, local, HiveMetaStore::isMetaStoreRemote, CacheLink::find);
  }

  /**
   * With what tests replace.
   *
   * @param serverInThisProcess whether a metastore server runs in this process
   * @param caches finds the cache of a configuration; null where nothing is cached
   */
  SnapshotHandler(
      Configuration conf,
      IHMSHandler baseHandler,
      boolean local,
      BooleanSupplier serverInThisProcess,
      Function<Configuration, CacheLink> caches)
      throws MetaException {
    super(conf, baseHandler, local);
    this.caches = caches;
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
    try (RequestContext ignored =
        requests == null
            ? RequestOpener.writing(method.getName())
            : requests.open(method.getName(), args)) {
      if (args != null && args.length == 1 && args[0] instanceof CommitTxnRequest) {
        return commit(proxy, method, args, (CommitTxnRequest) args[0]);
      }
      Object answer = super.invoke(proxy, method, args);
      switch (method.getName()) {
        case "get_valid_write_ids":
          recordSyncPoints(answer);
          return answer;
        case "getCounters":
          return withCounters(answer);
        default:
          return answer;
      }
    }
  }

  /** Tells the listener what the commit changes besides its transaction: the event does not. */
  @Nullable
  private Object commit(Object proxy, Method method, Object[] args, CommitTxnRequest request)
      throws Throwable {
    try (CommitHint.Scope hint = CommitHint.open(request)) {
      Object answer = super.invoke(proxy, method, args);
      if (!hint.consumed() && cache() != null) {
        new UnloggedCommits(getActiveConf()).log(baseHandler, request);
      }
      return answer;
    }
  }

  private void recordSyncPoints(@Nullable Object answer) {
    try {
      CacheLink cache = cache();
      // A transaction left open on this thread may hold the row that the head is read from.
      if (cache != null && !RequestOpener.transactionOpen()) {
        cache
            .recorder()
            .record(
                MetaStoreUtils.getDefaultCatalog(getActiveConf()),
                (GetValidWriteIdsResponse) answer);
      }
    } catch (RuntimeException e) {
      LOG.warn("No sync point recorded, readers will ask for the head", e);
    }
  }

  /** Lets ordinary Thrift clients see how much is answered from memory. */
  @Nullable
  @SuppressWarnings("unchecked") // What the generated interface declares.
  private Object withCounters(@Nullable Object answer) {
    CacheLink cache = cache();
    if (cache == null || answer == null) {
      return answer;
    }
    // A copy: the handler's own map is shared by all its callers.
    Map<String, Long> counters = new HashMap<>((Map<String, Long>) answer);
    counters.putAll(cache.counters());
    return counters;
  }

  @Nullable
  private CacheLink cache() {
    return caches.apply(getActiveConf());
  }
}
