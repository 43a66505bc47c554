package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import javax.annotation.Nullable;

/**
 * What the handler proxy knows of the request that runs on this thread: its class, its write-id
 * list, its table id. Confined to one thread; nested requests restore the outer one.
 */
public final class RequestContext implements AutoCloseable {

  /** What a request may do. The stricter class is the lower one. */
  public enum RequestClass {
    /** May write, or is unknown: every read goes to the database. */
    WRITE,
    /** Only reads: may be answered from memory. */
    READ
  }

  private static final ThreadLocal<RequestContext> CURRENT = new ThreadLocal<>();

  private final @Nullable RequestContext outer;
  private final RequestClass requestClass;
  private final String method;
  private final @Nullable String catalog;
  private final @Nullable String database;
  private final @Nullable String table;
  private final @Nullable String writeIdList;
  private final long tableId;
  private final @Nullable TableKey key;
  private long head = Gate.UNKNOWN;
  private boolean caughtUp;
  private final @Nullable RequestTrace trace = RequestTrace.begin();

  private RequestContext(
      @Nullable RequestContext outer,
      RequestClass requestClass,
      String method,
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIdList,
      long tableId) {
    this.outer = outer;
    this.requestClass = requestClass;
    this.method = method;
    this.catalog = catalog;
    this.database = database;
    this.table = table;
    this.writeIdList = writeIdList;
    this.tableId = tableId;
    this.key = database == null || table == null ? null : TableKey.of(catalog, database, table);
  }

  /**
   * Begins a request that names no catalog: as the other method with catalog null.
   *
   * @see #begin(RequestClass, String, String, String, String, String, long)
   */
  public static RequestContext begin(
      RequestClass requestClass,
      String method,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIdList,
      long tableId) {
    return begin(requestClass, method, null, database, table, writeIdList, tableId);
  }

  /**
   * Begins a request on this thread; close it in {@code finally}. Inside another request the
   * stricter of both classes rules.
   *
   * @param catalog catalog of the request's table; null if it names none
   * @param database database of the one table that the request is about; null if it is about none
   *     or several
   * @param table that table; null exactly if the database is
   * @param writeIdList the list as the client sent it, for that table; null if none
   * @param tableId the id the client sent, for that table; {@link Gate#UNKNOWN} if none
   */
  public static RequestContext begin(
      RequestClass requestClass,
      String method,
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIdList,
      long tableId) {
    RequestContext outer = CURRENT.get();
    RequestClass effective =
        outer != null && outer.requestClass == RequestClass.WRITE
            ? RequestClass.WRITE
            : requestClass;
    RequestContext context =
        new RequestContext(
            outer, effective, method, catalog, database, table, writeIdList, tableId);
    CURRENT.set(context);
    return context;
  }

  /** The request on this thread; null on a thread that serves none. */
  @Nullable
  public static RequestContext current() {
    return CURRENT.get();
  }

  /** What the request may do. */
  public RequestClass requestClass() {
    return requestClass;
  }

  /** Name of the handler's method. */
  public String method() {
    return method;
  }

  /** Catalog of the request's table as the client named it; null if none. */
  @Nullable
  public String catalog() {
    return catalog;
  }

  /** Database of the one table that the request is about; null if none or several. */
  @Nullable
  public String database() {
    return database;
  }

  /** The one table that the request is about, and that list and id belong to; null if none. */
  @Nullable
  public String table() {
    return table;
  }

  /** The list as the client sent it; null if none. */
  @Nullable
  public String writeIdList() {
    return writeIdList;
  }

  /** The table id as the client sent it; {@link Gate#UNKNOWN} if none. */
  public long tableId() {
    return tableId;
  }

  /** The table that the list and the id belong to; null if none. */
  @Nullable
  TableKey key() {
    return key;
  }

  /** Whether the list and the id belong to this table. */
  boolean names(TableKey other) {
    return key != null
        && key.database().equals(other.database())
        && key.table().equals(other.table())
        && (catalog == null || key.catalog().equals(other.catalog()));
  }

  /** What becomes of the reads of this request; null if nobody wants to know. */
  @Nullable
  RequestTrace trace() {
    return trace;
  }

  /** The head read after this request arrived; {@link Gate#UNKNOWN} if not read yet. */
  long head() {
    return head;
  }

  /** Remembers the head for the rest of the request: read after it arrived, so good enough. */
  void head(long value) {
    head = value;
  }

  /** Whether a read of this request has waited until the log was applied far enough. */
  boolean caughtUp() {
    return caughtUp;
  }

  /** Remembers that a read has waited; those after it in the request find nothing to wait for. */
  void markCaughtUp() {
    caughtUp = true;
  }

  @Override
  public void close() {
    if (trace != null) {
      trace.log(this);
    }
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
