package io.hmscache.notification;

import io.hmscache.writeid.WriteIdStates;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tailer without its thread: one step is one look at the log. Owns the cursor; confined to the
 * thread that calls {@link #step}, but for {@link #pause}, {@link #resume}.
 *
 * <p>Rules of the cursor, which is {@code position.applied()}:
 *
 * <ol>
 *   <li>It moves past an event only when the event's effect is in the cache, and readers see it
 *       move after that.
 *   <li>It moves by one. Every id up to the head must have a row, because every writer that takes
 *       the log's lock commits its ids before the next one gets any. An id without a row may be a
 *       late commit of a writer that does not: it is waited for, then everything is rebased.
 *   <li>Whatever else is found, ids out of order, a head below the cursor, a row that changed, an
 *       event that cannot be bounded, an effect that failed: rebase. Nothing is skipped, nothing is
 *       tried for ever, nothing ends the tailer.
 * </ol>
 */
final class LogFollower {

  private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
  private static final long WARN_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LogReader reader;
  private final WatchedHeadSource heads;
  private final ChangeSink sink;
  private final WriteIdStates states;
  private final TailerSettings settings;
  private final TailerHooks hooks;
  private final LongSupplier clock;
  private final AppliedPosition position;
  private final TailerMetrics metrics;
  private final EventDecoder decoder = new EventDecoder();
  private final Rebase rebase;
  private final HoleWatch lateRows;
  private final TransactionCheck transactions;

  private final Object effects = new Object();
  private volatile boolean paused;

  private @Nullable ResetReason pending = ResetReason.START;
  private long retryNanos;
  private long fallbacks;
  private long interruptions;
  private @Nullable String mark;
  private long missingId = -1;
  private long missingSinceNanos;
  private long unconfirmedHead = -1;
  private long unconfirmedAskedNanos;
  private boolean warned;
  private long warnedNanos;

  LogFollower(
      LogReader reader,
      WatchedHeadSource heads,
      WriteIdSeeds seeds,
      ChangeSink sink,
      WriteIdStates states,
      TailerSettings settings,
      TailerHooks hooks,
      LongSupplier clock,
      AppliedPosition position,
      TailerMetrics metrics) {
    this.reader = reader;
    this.heads = heads;
    this.sink = sink;
    this.states = states;
    this.settings = settings;
    this.hooks = hooks;
    this.clock = clock;
    this.position = position;
    this.metrics = metrics;
    this.rebase = new Rebase(heads, seeds, sink, states, hooks, clock);
    this.lateRows = new HoleWatch(settings);
    this.transactions = new TransactionCheck(seeds, heads, states, sink, settings, metrics);
  }

  /** Nothing is applied from now on; an effect that has begun has ended when this returns. */
  void pause() {
    synchronized (effects) {
      paused = true;
    }
  }

  void resume() {
    paused = false;
  }

  /** Whether the pause after the last step must not end early, because the database fails. */
  boolean failing() {
    return retryNanos > 0;
  }

  /**
   * One look at the log.
   *
   * @return nanoseconds until the next one is due
   */
  long step() {
    try {
      long wait = look();
      if (retryNanos > 0) {
        LOG.info("following the log again at event {}", position.applied());
        retryNanos = 0;
      }
      return wait;
    } catch (HeadUnavailableException | SQLException e) {
      if (beginsToFail()) {
        LOG.warn(
            "cannot follow the log at event {}, trying again: {}",
            position.applied(),
            e.toString());
      }
      return failed(e);
    } catch (RuntimeException | Error e) {
      // A mistake of ours, of a hook or of the sink: nothing applied from here on can be trusted.
      if (pending == null) {
        pending = ResetReason.APPLY_FAILED;
      }
      if (beginsToFail()) {
        LOG.error("cannot apply the log at event {}, flushing everything", position.applied(), e);
      }
      return failed(e);
    }
  }

  private boolean beginsToFail() {
    return retryNanos == 0 && position.state() != TailerState.STOPPED;
  }

  private long failed(Throwable e) {
    if (position.state() == TailerState.STOPPED) {
      LOG.debug("stopping", e);
      return 0;
    }
    LOG.debug("cannot follow the log", e);
    metrics.failed();
    if (position.state().serving()) {
      position.state(pending == null ? TailerState.STALLED : TailerState.RESETTING);
    }
    retryNanos =
        retryNanos == 0
            ? settings.retryMinNanos()
            : Math.min(2 * retryNanos, settings.retryMaxNanos());
    return retryNanos;
  }

  private long look() throws HeadUnavailableException, SQLException {
    if (pending != null) {
      return reset(pending, position.applied(), "");
    }
    hooks.beforePoll();
    long asked = clock.getAsLong();
    long latestBefore = heads.latest();
    long head = heads.head();
    long interruptionsNow = heads.interruptions();
    metrics.polled(head, asked);
    long applied = position.applied();
    if (paused) {
      return settings.pollNanos();
    }
    if (head < applied || heads.fallbacks() != fallbacks) {
      return reset(ResetReason.HEAD_WENT_BACK, applied, "head " + head);
    }
    if (interruptions != interruptionsNow) {
      if (maybeReplaced(latestBefore)) {
        return reset(ResetReason.REPLACED, applied, "");
      }
      interruptions = interruptionsNow;
    }
    if (head - applied > settings.backlogLimit()) {
      return reset(ResetReason.BACKLOG, applied, "head " + head);
    }
    long wait = head == applied ? settings.pollNanos() : follow(head);
    if (pending != null || paused) {
      return wait;
    }
    confirm(head, asked);
    transactions.run(position.applied(), clock.getAsLong());
    if (lateRows.appeared(reader, clock.getAsLong())) {
      return reset(ResetReason.LATE_EVENT, position.applied(), "");
    }
    return wait;
  }

  /**
   * Whether the database that answers now may be another one than before: while it was away it may
   * have been restored, and have grown beyond us since. It is the same if nobody has seen more of
   * it than is applied and the row at the position is the same. Where there is no telling, it may.
   */
  private boolean maybeReplaced(long latestBefore) throws SQLException {
    long applied = position.applied();
    return latestBefore > applied || mark == null || !mark.equals(reader.mark(applied));
  }

  /** Applies what follows the cursor. */
  private long follow(long head) throws HeadUnavailableException, SQLException {
    LogBatch batch = reader.read(position.applied(), head);
    for (NotificationEvent event : batch.events()) {
      long expected = position.applied() + 1;
      if (event.getEventId() > expected) {
        return missing(expected, head);
      }
      if (event.getEventId() < expected) {
        return reset(ResetReason.DISORDER, position.applied(), "id " + event.getEventId());
      }
      if (!apply(event)) {
        return pending == null ? settings.pollNanos() : 0;
      }
    }
    if (position.applied() < batch.upTo()) {
      return missing(position.applied() + 1, head);
    }
    missingId = -1;
    return position.applied() == head ? settings.pollNanos() : 0;
  }

  /** Applies an event and moves the cursor; false if it could not, or must not now. */
  private boolean apply(NotificationEvent event) {
    Decoded decoded = decoder.decode(event);
    if (decoded.problem() != null) {
      undecodable(event, decoded);
    }
    hooks.beforeApply(event);
    synchronized (effects) {
      if (paused) {
        return false;
      }
      if (decoded.isEverything()) {
        pending = ResetReason.UNBOUNDED;
        return false;
      }
      for (Change change : decoded.changes()) {
        if (!change.applyTo(sink, states) && event.getEventId() <= rebase.seededUpTo()) {
          sink.everythingChanged();
        }
      }
      hooks.beforeAdvance(event);
      metrics.advanced(event.getEventId());
      mark = LogReader.markOf(event);
      position.advance(event.getEventId());
      rebase.reached(event.getEventId());
    }
    return true;
  }

  private void undecodable(NotificationEvent event, Decoded decoded) {
    metrics.undecodable();
    long now = clock.getAsLong();
    if (!warned || now - warnedNanos >= WARN_INTERVAL_NANOS) {
      warned = true;
      warnedNanos = now;
      LOG.warn(
          "event {} ({}) of {}.{}.{} cannot be decoded ({}: {}), counts as {}; {} such so far",
          event.getEventId(),
          event.getEventType(),
          event.getCatName(),
          event.getDbName(),
          event.getTableName(),
          decoded.problem(),
          String.valueOf(decoded.cause()),
          decoded,
          metrics.undecodableEvents());
      LOG.debug("event {} cannot be decoded", event.getEventId(), decoded.cause());
    }
  }

  /** An id up to the head has no row. */
  private long missing(long id, long head) throws HeadUnavailableException, SQLException {
    long now = clock.getAsLong();
    if (missingId != id) {
      missingId = id;
      missingSinceNanos = now;
    }
    long left = settings.holeGraceNanos() - (now - missingSinceNanos);
    if (left > 0) {
      return Math.min(left, settings.pollNanos());
    }
    return reset(missingReason(id, head), position.applied(), "from id " + id);
  }

  private ResetReason missingReason(long id, long head) throws SQLException {
    long oldest = reader.oldest();
    if (oldest < 0) {
      return ResetReason.EMPTY;
    }
    if (oldest > id) {
      return ResetReason.TRUNCATED;
    }
    return reader.anyBetween(id, head) ? ResetReason.HOLE : ResetReason.TAIL_MISSING;
  }

  private long reset(ResetReason reason, long from, String detail)
      throws HeadUnavailableException, SQLException {
    if (pending == null) {
      LOG.warn("flushing everything at event {}: {} {}", from, reason.text(), detail);
    }
    pending = reason;
    long head;
    synchronized (effects) {
      if (paused) {
        return settings.pollNanos();
      }
      if (position.state() != TailerState.STARTING) {
        position.state(TailerState.RESETTING);
      }
      fallbacks = heads.fallbacks();
      head =
          rebase.run(
              at -> lateRows.begin(reader, at - settings.lateWindow(), at, clock.getAsLong()));
      interruptions = rebase.interruptions();
    }
    mark = reader.mark(head);
    long now = clock.getAsLong();
    transactions.begin(now);
    metrics.reset(reason);
    metrics.rebased(head);
    metrics.polled(head, now);
    pending = null;
    missingId = -1;
    unconfirmedHead = -1;
    position.rebased(head, rebase.askedNanos());
    rebase.reached(head);
    position.state(TailerState.LIVE);
    LOG.info("position is event {} (was {}): {}", head, from, reason.text());
    return 0;
  }

  /**
   * Confirms the last head that was asked for, or, while the head keeps running ahead, an earlier
   * one that has been reached since.
   */
  private void confirm(long head, long asked) {
    long applied = position.applied();
    metrics.updateLag(asked);
    if (applied >= head) {
      position.confirm(asked);
      unconfirmedHead = -1;
      position.state(TailerState.LIVE);
      return;
    }
    position.state(TailerState.CATCHING_UP);
    if (unconfirmedHead >= 0 && applied >= unconfirmedHead) {
      position.confirm(unconfirmedAskedNanos);
      unconfirmedHead = -1;
    }
    if (unconfirmedHead < 0) {
      unconfirmedHead = head;
      unconfirmedAskedNanos = asked;
    }
  }
}
