package io.hmscache.store;

import io.hmscache.notification.HeadSource;
import io.hmscache.notification.HeadUnavailableException;
import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.Decision;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.Level;
import io.hmscache.writeid.ReaderList;
import io.hmscache.writeid.Snapshot;
import io.hmscache.writeid.TableKind;
import io.hmscache.writeid.TableWriteIds;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers one read: from memory if the {@link Gate} allows it, else from the database.
 *
 * <p>The order matters (invariants 3 to 5, 8): the position applied and the table's write-id state
 * are read first, the entries after them, and the decision is made on that pair. A head that a
 * decision demands is read after the request arrived. Waiting for the log happens at most once.
 * Thread-safe; nothing is held while the database or the log is waited for.
 */
final class ReadPath {

  private static final Logger LOG = LoggerFactory.getLogger(ReadPath.class);

  /** Decisions that one read may need: head, floor, one wait, and the same again after a load. */
  static final int MAX_TURNS = 12;

  private final SharedCache shared;
  private final MetadataCache cache;
  private final CacheMetrics metrics;

  ReadPath(SharedCache shared) {
    this.shared = shared;
    this.cache = shared.cache();
    this.metrics = shared.metrics();
  }

  /**
   * Answers a query about one table.
   *
   * @param tables how to load the table itself, whose kind and id decide about everything below it
   * @param ungatedStrict whether reads without a list are strict whatever their level (nobody
   *     carries the lists of requests here)
   */
  @Nullable
  <T, X extends Exception, Y extends Exception> T read(
      Query.OfTable<T, X, Y> query, TableQuery tables, boolean ungatedStrict) throws X, Y {
    ReaderList list = shared.readerList(query.list, query.key());
    Snapshot snapshot = list.snapshot();
    LogPosition position = shared.position();
    Turn turn = new Turn(RequestContext.current());
    boolean joined = false;
    for (int turns = 0; turns < MAX_TURNS; turns++) {
      long applied = position.applied();
      TableWriteIds state = position.writeIds(query.key());
      if (applied < 0 || !position.serving()) {
        return direct(query, Bypass.STARTING);
      }
      View view = turn.view;
      view.reset();
      Entry entry = tables.entry(cache);
      if (entry == null && (Object) query != tables) {
        if (turn.tableLoaded || !ensureTable(tables, turn)) {
          return direct(query, Bypass.NOT_CACHED);
        }
        turn.tableLoaded = true;
        continue;
      }
      if (entry != null) {
        view.add(entry);
      }
      if (entry == null || !found(query, view)) {
        metrics.misses.increment();
        query.scope.readLog.record(ReadLog.Outcome.MISS, Decision.HIT, applied);
        trace(query, "miss");
        if (!joined && join(query)) {
          joined = true;
          continue;
        }
        if (entry != null && !turn.completed && query.completable() && complete(query)) {
          turn.completed = true;
          continue;
        }
        return load(query);
      }
      if (!shared.rules().holds(Rule.APPLIED_FIRST)) {
        applied = position.applied();
      }
      TableValue table = (TableValue) entry.value;
      Level level = shared.levels().table(query.key(), table.kind, snapshot != null);
      if (ungatedStrict && level == Level.EVENTUAL) {
        level = Level.STRICT;
      }
      if ((level == Level.SNAPSHOT && !shared.rules().holds(Rule.GATE))
          || (level == Level.STRICT && !shared.rules().holds(Rule.STRICT))) {
        level = Level.EVENTUAL;
      }
      long syncPoint =
          snapshot != null && table.kind == TableKind.TRANSACTIONAL
              ? shared.syncPoint(query.key(), snapshot.text())
              : Gate.UNKNOWN;
      Decision decision =
          Gate.decide(
              level,
              table.kind,
              snapshot,
              syncPoint,
              turn.head,
              query.tableId,
              table.id,
              view.asOf(),
              settled(view),
              applied,
              state,
              withinBound(position));
      switch (turn.next(
          decision, query.floor(), applied, waitFor(level, syncPoint, turn.head, view, applied))) {
        case SERVE:
          if (wentBack(position, applied)) {
            continue;
          }
          return served(query, tables, decision, turn, applied);
        case AGAIN:
          continue;
        case HEAD_FAILED:
          return direct(query, Bypass.HEAD_UNAVAILABLE);
        default:
          metrics.decided(turn.reason);
          trace(query, turn.reason.text());
          query.scope.readLog.record(ReadLog.Outcome.DATABASE, turn.reason, applied);
          metrics.bypasses.increment();
          return load(query);
      }
    }
    return direct(query, Bypass.FAILURE);
  }

  /**
   * Answers a query about a database, a catalog or a listing.
   *
   * @param level its level; SNAPSHOT with a demanded position means current to that position
   * @param demanded the position that the request's table demands; {@link Gate#UNKNOWN} if none
   */
  @Nullable
  <T, X extends Exception, Y extends Exception> T read(
      Query<T, X, Y> query, Level level, long demanded) throws X, Y {
    LogPosition position = shared.position();
    Turn turn = new Turn(RequestContext.current());
    boolean joined = false;
    for (int turns = 0; turns < MAX_TURNS; turns++) {
      long applied = position.applied();
      if (applied < 0 || !position.serving()) {
        return direct(query, Bypass.STARTING);
      }
      View view = turn.view;
      view.reset();
      if (!found(query, view)) {
        metrics.misses.increment();
        trace(query, "miss");
        if (!joined && join(query)) {
          joined = true;
          continue;
        }
        return load(query);
      }
      Level effective = level == Level.SNAPSHOT ? Level.STRICT : level;
      if (effective == Level.STRICT && !shared.rules().holds(Rule.STRICT)) {
        effective = Level.EVENTUAL;
      }
      long head = level == Level.SNAPSHOT && demanded >= 0 ? demanded : turn.head;
      Decision decision =
          Gate.decide(
              effective,
              TableKind.EXTERNAL,
              null,
              Gate.UNKNOWN,
              head,
              Gate.UNKNOWN,
              Gate.UNKNOWN,
              view.asOf(),
              settled(view),
              applied,
              null,
              withinBound(position));
      switch (turn.next(
          decision,
          query.floor(),
          applied,
          waitFor(effective, Gate.UNKNOWN, head, view, applied))) {
        case SERVE:
          if (wentBack(position, applied)) {
            continue;
          }
          metrics.hits.increment();
          return answered(query, null);
        case AGAIN:
          continue;
        case HEAD_FAILED:
          return direct(query, Bypass.HEAD_UNAVAILABLE);
        default:
          metrics.decided(turn.reason);
          trace(query, turn.reason.text());
          metrics.bypasses.increment();
          return load(query);
      }
    }
    return direct(query, Bypass.FAILURE);
  }

  /** Tells whoever follows the request on this thread. */
  private static void trace(Query<?, ?, ?> query, String outcome) {
    RequestContext request = RequestContext.current();
    RequestTrace trace = request == null ? null : request.trace();
    if (trace != null) {
      trace.read(query, outcome);
    }
  }

  @Nullable
  private <T, X extends Exception, Y extends Exception> T served(
      Query.OfTable<T, X, Y> query, TableQuery tables, Decision decision, Turn turn, long applied)
      throws X, Y {
    metrics.hits.increment();
    // The look-up of the database that precedes a table's in a request waits in its stead.
    boolean caughtUp = turn.waited || (turn.context != null && turn.context.caughtUp());
    query.scope.readLog.record(
        caughtUp ? ReadLog.Outcome.HIT_AFTER_CATCH_UP : ReadLog.Outcome.HIT, decision, applied);
    if (caughtUp) {
      metrics.catchUps.increment();
    }
    return answered(query, tables);
  }

  /** Invariant 19: what fails in memory is a miss, counted, and never the request's failure. */
  private boolean found(Query<?, ?, ?> query, View view) {
    try {
      return query.find(view);
    } catch (RuntimeException e) {
      failed(query, e);
      return false;
    }
  }

  /** As {@link #found}; a list that Hive's own code refuses is refused again by the delegate. */
  @Nullable
  <T, X extends Exception, Y extends Exception> T answered(
      Query<T, X, Y> query, @Nullable TableQuery table) throws X, Y {
    T answer;
    try {
      answer = query.answer();
    } catch (RuntimeException e) {
      failed(query, e);
      return direct(query, Bypass.FAILURE);
    }
    trace(query, "hit");
    shared.served(query, table);
    return answer;
  }

  private void failed(Query<?, ?, ?> query, RuntimeException e) {
    metrics.failures.increment();
    LOG.debug("memory cannot answer {}: the database does", query.flightKey(), e);
  }

  long settled(View view) {
    return shared.rules().holds(Rule.SETTLED) ? view.upTo() : view.asOf();
  }

  /**
   * What to wait for if the decision is to wait: no load's end that has been waited for already.
   */
  static long waitFor(Level level, long syncPoint, long head, View view, long applied) {
    return Gate.waitFor(level, syncPoint, head, view.asOf(), view.upTo(), applied);
  }

  /**
   * Whether the log was reset to an earlier position since the decision began: with a restored
   * backup, what was decided by the old position says nothing.
   */
  static boolean wentBack(LogPosition position, long applied) {
    return !position.serving() || position.applied() < applied;
  }

  boolean withinBound(LogPosition position) {
    if (!shared.rules().holds(Rule.BOUND)) {
      return true;
    }
    long confirmed = position.confirmedNanos();
    return confirmed != Long.MIN_VALUE
        && shared.nanoTime() - confirmed <= shared.settings().maxStalenessNanos;
  }

  /** Loads the table of a query that is about something below it; false if it has none. */
  private boolean ensureTable(TableQuery tables, Turn turn) {
    if (!turn.joinedTable && join(tables)) {
      turn.joinedTable = true;
      return true;
    }
    try {
      load(tables);
      return tables.entry(cache) != null;
    } catch (Exception e) {
      // The query's own call will meet the same failure and report it as the delegate does.
      LOG.debug("cannot load {}", tables.key(), e);
      return false;
    }
  }

  /** Waits for a load of the same thing; false if there is none or this thread now leads it. */
  boolean join(Query<?, ?, ?> query) {
    Flights.Flight flight = shared.flights().find(query.flightKey(), query.captureStamps());
    if (flight == null) {
      return false;
    }
    metrics.joinedLoads.increment();
    try {
      return flight.await(shared.settings().headTimeoutMillis * 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Loads what an answer lacks; false if that failed and the whole is to be loaded instead. */
  private boolean complete(Query<?, ?, ?> query) {
    Flights.Flight flight = shared.flights().lead(query.flightKey(), query.captureStamps());
    long start = shared.nanoTime();
    try {
      Load load = Load.begin(shared.heads(), shared.rules(), query.floors());
      try {
        query.complete(load);
      } finally {
        load.abandon(); // nothing to do if it was finished
      }
      return true;
    } catch (Exception e) {
      // The original call will meet the same failure and report it as the delegate does.
      LOG.debug("cannot complete {}", query.flightKey(), e);
      metrics.loadFailures.increment();
      return false;
    } finally {
      metrics.loads.increment();
      metrics.loadNanos.add(shared.nanoTime() - start);
      shared.flights().land(query.flightKey(), flight);
    }
  }

  @Nullable
  <T, X extends Exception, Y extends Exception> T load(Query<T, X, Y> query) throws X, Y {
    Flights.Flight flight = shared.flights().lead(query.flightKey(), query.captureStamps());
    long start = shared.nanoTime();
    try {
      Load load;
      try {
        load = Load.begin(shared.heads(), shared.rules(), query.floors());
      } catch (HeadUnavailableException e) {
        return direct(query, Bypass.HEAD_UNAVAILABLE);
      }
      boolean ok = false;
      try {
        T answer = query.load(load);
        ok = true;
        return answer;
      } finally {
        if (!ok) {
          load.abandon(); // "does not exist" is an answer, too, and it may be newer than an entry
          metrics.loadFailures.increment();
        }
      }
    } finally {
      metrics.loads.increment();
      metrics.loadNanos.add(shared.nanoTime() - start);
      shared.flights().land(query.flightKey(), flight);
    }
  }

  /** The delegate's own answer; whoever reads memory next must first learn how new it was. */
  @Nullable
  <T, X extends Exception, Y extends Exception> T direct(Query<T, X, Y> query, Bypass bypass)
      throws X, Y {
    metrics.bypassed(bypass);
    trace(query, bypass.text());
    if (query instanceof Query.OfTable) {
      ((Query.OfTable<?, ?, ?>) query).scope.readLog.recordDatabase(bypass.text());
    }
    try {
      return query.direct();
    } finally {
      for (Floor floor : query.floors()) {
        floor.pend();
      }
    }
  }

  /** What a read does after a decision. */
  enum Next {
    SERVE,
    AGAIN,
    HEAD_FAILED,
    DATABASE
  }

  /** The state of one read over its decisions. Confined to one thread. */
  final class Turn {
    final View view = new View();
    private final @Nullable RequestContext context;
    private final HeadSource heads = shared.heads();
    long head;
    boolean waited;
    boolean tableLoaded;
    boolean joinedTable;
    boolean completed;
    Decision reason = Decision.HIT;

    Turn(@Nullable RequestContext context) {
      this.context = context;
      this.head = context == null ? Gate.UNKNOWN : context.head();
    }

    Next next(Decision decision, Floor floor, long applied, long waitFor) {
      reason = decision;
      switch (decision.verdict()) {
        case SERVE:
          return aboveFloor(floor, applied);
        case READ_HEAD:
          return readHead() ? Next.AGAIN : Next.HEAD_FAILED;
        case WAIT:
          return await(waitFor) ? Next.AGAIN : Next.DATABASE;
        default:
          return Next.DATABASE;
      }
    }

    /** Invariant 3: nothing older than what a database read has already shown somebody. */
    private Next aboveFloor(Floor floor, long applied) {
      long least = shared.rules().holds(Rule.FLOOR) ? floor.get() : 0;
      if (least < 0) {
        if (!readHead()) {
          return Next.HEAD_FAILED;
        }
        floor.resolve(least, head);
        return Next.AGAIN;
      }
      if (Math.max(view.asOf(), applied) >= least) {
        return Next.SERVE;
      }
      reason = Decision.BEHIND;
      return await(least) ? Next.AGAIN : Next.DATABASE;
    }

    boolean readHead() {
      try {
        head = heads.head();
      } catch (HeadUnavailableException e) {
        LOG.debug("cannot read the head of the log", e);
        return false;
      }
      if (context != null) {
        context.head(head);
        RequestTrace trace = context.trace();
        if (trace != null) {
          trace.askedHead();
        }
      }
      return true;
    }

    /** Waits for the log, once; false if that has been done already. */
    private boolean await(long target) {
      long nanos = shared.settings().catchupWaitNanos;
      if (waited || nanos == 0) {
        return false;
      }
      waited = true;
      try {
        boolean reached = shared.position().await(target, nanos);
        if (reached && context != null) {
          context.markCaughtUp();
        }
        return reached;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
