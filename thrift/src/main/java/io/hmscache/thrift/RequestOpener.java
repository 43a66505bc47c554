package io.hmscache.thrift;

import io.hmscache.store.RequestContext;
import io.hmscache.store.RequestContext.RequestClass;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.RawStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the {@link RequestContext} of a call: decides what the call may do and finds the snapshot
 * it carries. Whatever it cannot find out makes the request a writing one, never a failed one.
 * Thread-safe.
 */
final class RequestOpener {
  private static final Logger LOG = LoggerFactory.getLogger(RequestOpener.class);

  private final Configuration conf;
  private final BooleanSupplier serverInternal;

  /**
   * Creates an opener.
   *
   * @param conf names the default catalog
   * @param serverInternal whether calls come from inside a metastore server (its housekeeping), not
   *     from a client of its own; asked at every call, as a handler can be there before the server
   */
  RequestOpener(Configuration conf, BooleanSupplier serverInternal) {
    this.conf = conf;
    this.serverInternal = serverInternal;
  }

  /** Opens the context; the caller closes it in {@code finally}. */
  RequestContext open(String method, @Nullable Object[] args) {
    try {
      RequestSnapshot snapshot = RequestSnapshots.of(method, args, conf);
      return RequestContext.begin(
          classOf(method),
          method,
          snapshot.catalog(),
          snapshot.database(),
          snapshot.table(),
          snapshot.writeIdList(),
          snapshot.tableId());
    } catch (RuntimeException e) {
      LOG.warn("Request {} is answered by the database: it cannot be inspected", method, e);
      return writing(method);
    }
  }

  /** Opens a context in which every read goes to the database. */
  static RequestContext writing(String method) {
    return RequestContext.begin(
        RequestClass.WRITE,
        method,
        RequestSnapshot.NONE.database(),
        RequestSnapshot.NONE.table(),
        RequestSnapshot.NONE.writeIdList(),
        RequestSnapshot.NONE.tableId());
  }

  /**
   * Whether a transaction is open on the RawStore of this thread; a thread without one gets none.
   * {@code exchange_partitions} can leave one behind, and listeners call back inside theirs.
   */
  static boolean transactionOpen() {
    Optional<RawStore> store = HMSHandlerContext.getRawStore();
    return store.isPresent() && store.get().isActiveTransaction();
  }

  private RequestClass classOf(String method) {
    RequestClass requestClass = RequestClasses.of(method);
    return requestClass == RequestClass.READ && (serverInternal.getAsBoolean() || transactionOpen())
        ? RequestClass.WRITE
        : requestClass;
  }
}
