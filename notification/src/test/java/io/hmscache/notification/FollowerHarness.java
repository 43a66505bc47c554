package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.WriteIdStates;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/** A follower on a fake log with a clock that moves by hand. One thread. */
final class FollowerHarness {

  static final TableKey T = TableKey.of("hive", "db", "t");

  final FakeLog log = new FakeLog();
  final RecordingSink sink = new RecordingSink();
  final WriteIdStates states = new WriteIdStates();
  final AppliedPosition position = new AppliedPosition();
  final TailerMetrics metrics = new TailerMetrics();
  final Seeds seeds = new Seeds();
  final Hooks hooks = new Hooks();
  final LogFollower follower;
  long nowNanos = 1;

  /** What the database knows of transactions. */
  static final class Seeds implements WriteIdSeeds {
    final Set<Long> open = new HashSet<>();
    @Nullable Runnable seeding;
    boolean down;

    @Override
    public void seed(WriteIdStates states) throws SQLException {
      if (down) {
        throw new SQLException("down");
      }
      if (seeding != null) {
        seeding.run();
      }
    }

    @Override
    public Set<Long> openTransactions() {
      return open;
    }
  }

  /** Hooks that run something once. */
  static final class Hooks implements TailerHooks {
    @Nullable Runnable beforeFlush;
    @Nullable Runnable beforeRebased;
    java.util.function.Consumer<NotificationEvent> beforeAdvance = event -> {};
    java.util.function.Consumer<NotificationEvent> beforeApply = event -> {};

    @Override
    public void beforeApply(NotificationEvent event) {
      beforeApply.accept(event);
    }

    @Override
    public void beforeAdvance(NotificationEvent event) {
      beforeAdvance.accept(event);
    }

    @Override
    public void beforeFlush(long head) {
      if (beforeFlush != null) {
        beforeFlush.run();
      }
    }

    @Override
    public void beforeRebased(long head) {
      if (beforeRebased != null) {
        beforeRebased.run();
      }
    }
  }

  FollowerHarness() {
    this(TailerSettings.defaults());
  }

  FollowerHarness(TailerSettings settings) {
    follower =
        new LogFollower(
            log, log, seeds, sink, states, settings, hooks, () -> nowNanos, position, metrics);
  }

  /** Takes the first position and forgets what the sink was told by it. */
  FollowerHarness started() {
    follower.step();
    sink.take();
    return this;
  }

  void pass(long millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Steps until nothing is due at once. */
  void settle() {
    for (int i = 0; i < 1_000; i++) {
      if (follower.step() > 0) {
        return;
      }
    }
    throw new AssertionError("still busy after 1000 steps at " + position.applied());
  }

  /** As {@link #settle}, over and over for a while. */
  void settleFor(long millis) {
    for (long passed = 0; passed <= millis; passed += 100) {
      settle();
      pass(100);
    }
    settle();
  }
}
