package io.hmscache.store;

import io.hmscache.notification.HeadUnavailableException;
import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.Decision;
import io.hmscache.writeid.Gate;
import io.hmscache.writeid.Level;
import io.hmscache.writeid.Snapshot;
import io.hmscache.writeid.TableKind;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.UnknownDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a read of several tables as {@link ReadPath} answers that of one: the answer is one view,
 * and every table in it passes its own gate and its own floor on that view. Thread-safe.
 */
final class ManyTablesPath {

  private static final Logger LOG = LoggerFactory.getLogger(ManyTablesPath.class);

  private final SharedCache shared;
  private final ReadPath path;

  ManyTablesPath(SharedCache shared) {
    this.shared = shared;
    this.path = shared.readPath();
  }

  /**
   * Answers.
   *
   * @param ungatedStrict whether reads without a list are strict whatever their level
   */
  @Nullable
  List<Table> read(TablesByNameQuery query, boolean ungatedStrict)
      throws MetaException, UnknownDBException {
    LogPosition position = shared.position();
    ReadPath.Turn turn = path.new Turn(RequestContext.current());
    boolean joined = false;
    boolean filled = false;
    for (int turns = 0; turns < ReadPath.MAX_TURNS; turns++) {
      long applied = position.applied();
      if (applied < 0 || !position.serving()) {
        return path.direct(query, Bypass.STARTING);
      }
      query.readStates(position);
      turn.view.reset();
      if (!query.find(turn.view)) {
        shared.metrics().misses.increment();
        if (!filled && !query.missing().isEmpty()) {
          filled = true;
          if (fill(query)) {
            continue;
          }
        }
        if (!joined && path.join(query)) {
          joined = true;
          continue;
        }
        return path.load(query);
      }
      switch (decide(query, turn, applied, position, ungatedStrict)) {
        case SERVE:
          if (ReadPath.wentBack(position, applied)) {
            continue;
          }
          return served(query, turn, applied);
        case AGAIN:
          continue;
        case HEAD_FAILED:
          return path.direct(query, Bypass.HEAD_UNAVAILABLE);
        default:
          shared.metrics().decided(turn.reason);
          shared.metrics().bypasses.increment();
          return path.load(query);
      }
    }
    return path.direct(query, Bypass.FAILURE);
  }

  private @Nullable List<Table> served(TablesByNameQuery query, ReadPath.Turn turn, long applied)
      throws MetaException, UnknownDBException {
    shared.metrics().hits.increment();
    if (turn.waited) {
      shared.metrics().catchUps.increment();
    }
    ReadLog.Outcome outcome =
        turn.waited ? ReadLog.Outcome.HIT_AFTER_CATCH_UP : ReadLog.Outcome.HIT;
    for (TablesByNameQuery.One one : query.found()) {
      one.scope.readLog.record(outcome, Decision.HIT, applied);
    }
    return path.answered(query, null);
  }

  private ReadPath.Next decide(
      TablesByNameQuery query,
      ReadPath.Turn turn,
      long applied,
      LogPosition position,
      boolean ungatedStrict) {
    ReadPath.Next next = resolve(query.floors(), turn);
    if (next != ReadPath.Next.SERVE) {
      return next;
    }
    boolean withinBound = path.withinBound(position);
    for (TablesByNameQuery.One one : query.found()) {
      next = decide(one, turn, applied, withinBound, ungatedStrict);
      if (next != ReadPath.Next.SERVE) {
        return next;
      }
    }
    // That a table is missing is known of no table: it could be one whose reads are strict.
    Level listing = query.someAbsent() ? Level.STRICT : Level.EVENTUAL;
    Decision decision = ungated(listing, turn, applied, withinBound || ungatedStrict);
    return turn.next(
        decision, query.floor(), applied, waitFor(listing, Gate.UNKNOWN, turn, applied));
  }

  private ReadPath.Next decide(
      TablesByNameQuery.One one,
      ReadPath.Turn turn,
      long applied,
      boolean withinBound,
      boolean ungatedStrict) {
    TableValue table = Objects.requireNonNull(one.found);
    RequestContext request = RequestContext.current();
    boolean named = request != null && request.names(one.key());
    String list = named && request != null ? request.writeIdList() : null;
    Snapshot snapshot = shared.readerList(list, one.key()).snapshot();
    Level level = shared.levels().table(one.key(), table.kind, snapshot != null);
    if (ungatedStrict && level == Level.EVENTUAL) {
      level = Level.STRICT;
    }
    long syncPoint =
        snapshot != null && table.kind == TableKind.TRANSACTIONAL
            ? shared.syncPoint(one.key(), snapshot.text())
            : Gate.UNKNOWN;
    Decision decision =
        Gate.decide(
            level,
            table.kind,
            snapshot,
            syncPoint,
            turn.head,
            named && request != null ? request.tableId() : Gate.UNKNOWN,
            table.id,
            turn.view.asOf(),
            path.settled(turn.view),
            applied,
            one.state,
            withinBound);
    return turn.next(decision, one.scope.floor, applied, waitFor(level, syncPoint, turn, applied));
  }

  private Decision ungated(Level level, ReadPath.Turn turn, long applied, boolean withinBound) {
    return Gate.decide(
        level,
        TableKind.EXTERNAL,
        null,
        Gate.UNKNOWN,
        turn.head,
        Gate.UNKNOWN,
        Gate.UNKNOWN,
        turn.view.asOf(),
        path.settled(turn.view),
        applied,
        null,
        withinBound);
  }

  private static long waitFor(Level level, long syncPoint, ReadPath.Turn turn, long applied) {
    return ReadPath.waitFor(level, syncPoint, turn.head, turn.view, applied);
  }

  /** Resolves all pending floors with one head, however many tables there are. */
  private static ReadPath.Next resolve(Floor[] floors, ReadPath.Turn turn) {
    long[] tickets = new long[floors.length];
    boolean pending = false;
    for (int i = 0; i < floors.length; i++) {
      tickets[i] = floors[i].get();
      pending |= tickets[i] < 0;
    }
    if (!pending) {
      return ReadPath.Next.SERVE;
    }
    if (!turn.readHead()) {
      return ReadPath.Next.HEAD_FAILED;
    }
    for (int i = 0; i < floors.length; i++) {
      if (tickets[i] < 0) {
        floors[i].resolve(tickets[i], turn.head);
      }
    }
    return ReadPath.Next.AGAIN;
  }

  /** Loads the tables whose entries are missing; false if that failed. */
  private boolean fill(TablesByNameQuery query) {
    List<TablesByNameQuery.One> missing = query.missing();
    TablesByNameQuery.capture(missing);
    Load load;
    try {
      load =
          Load.begin(
              shared.heads(),
              shared.rules(),
              missing.stream().map(one -> one.scope.floor).toArray(Floor[]::new));
    } catch (HeadUnavailableException e) {
      LOG.debug("cannot read the head of the log", e);
      return false;
    }
    boolean ok = false;
    try {
      query.fill(load, missing);
      ok = true;
    } catch (MetaException | UnknownDBException e) {
      // The whole call comes next; it meets the same failure and reports it as the delegate does.
      LOG.debug("cannot load {} tables", missing.size(), e);
    } finally {
      if (!ok) {
        load.abandon();
      }
      shared.metrics().loads.increment();
    }
    return ok;
  }
}
