package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.junit.jupiter.api.Test;

/**
 * A small cache behind a follower, while writers, a cleaner, a restored backup, a failing database
 * and a failing sink do their worst in random order. Invariants after each step:
 *
 * <ol>
 *   <li>while it serves, no entry is older than the events up to applied say;
 *   <li>when everything has calmed down, applied is the head and every entry is what the database
 *       has.
 * </ol>
 *
 * The seed of a run is in the message of its failure; {@code -Dtailer.seed=N} runs that one alone.
 */
class FollowerSimulationTest {

  private static final int RUNS = Integer.getInteger("tailer.runs", 300);
  private static final int STEPS = 400;
  private static final int KEYS = 6;

  /** What a committed event did; versions are never used twice. */
  private record Done(String key, int version, boolean late) {}

  private static final class Run {
    final Random random;
    final FollowerHarness h = new FollowerHarness(TailerSettings.defaults().withBacklogLimit(60));

    /** What the database has, by the event that did it. */
    final TreeMap<Long, Done> history = new TreeMap<>();

    final Map<String, Integer> cache = new HashMap<>();
    final List<Long> late = new ArrayList<>();
    int told;
    int time;
    int lastVersion;

    /** Resets counted when a backup was restored that must be noticed; -1 if none. */
    long resetsBeforeRestore = -1;

    Run(long seed) {
      random = new Random(seed);
    }

    String key() {
      return "t" + random.nextInt(KEYS);
    }

    /** An event that changes a key; no two look alike. */
    NotificationEvent event(String key) {
      NotificationEvent event = Rows.drop(key);
      event.setEventTime(++time);
      if (random.nextInt(10) == 0) {
        event.setEventType("UNKNOWN");
      } else if (random.nextInt(10) == 0) {
        event.setDbName(null);
        event.setMessage("garbage");
      }
      return event;
    }

    void commit() {
      String key = key();
      h.log.append(event(key));
      history.put(h.log.head, new Done(key, ++lastVersion, false));
    }

    /** A writer without the lock commits. */
    void commitLate(long id) {
      String key = key();
      h.log.fill(id, event(key));
      history.put(id, new Done(key, ++lastVersion, true));
    }

    int version(String key) {
      return history.values().stream()
          .filter(done -> done.key().equals(key))
          .mapToInt(Done::version)
          .max()
          .orElse(0);
    }

    void load() {
      try {
        h.log.head();
      } catch (HeadUnavailableException e) {
        return;
      }
      String key = key();
      cache.put(key, version(key));
    }

    /** The follower told the sink something since: the cache follows. */
    void drain() {
      while (told < h.sink.told.size()) {
        String what = h.sink.told.get(told++);
        if (what.equals("everything")) {
          cache.clear();
        } else if (what.startsWith("name hive.db.")) {
          cache.remove(what.substring("name hive.db.".length()));
        }
      }
    }

    void step() {
      h.follower.step();
      drain();
    }

    void act() {
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4 -> commit();
        case 5, 6, 7, 8 -> {
          step();
          h.pass(random.nextInt(300));
        }
        case 9, 10, 11 -> load();
        case 12 -> late.add(h.log.hole());
        case 13 -> {
          if (!late.isEmpty()) {
            commitLate(late.remove(random.nextInt(late.size())));
          }
        }
        case 14 -> h.log.rows.headMap(h.log.head - random.nextInt(30), true).clear();
        case 15 -> h.log.down = !h.log.down;
        case 16 -> h.sink.next = new IllegalStateException("sink");
        case 17 -> h.log.batchEvents = 1 + random.nextInt(5);
        case 18 -> {
          if (random.nextInt(5) == 0) {
            restoreBackup();
          }
        }
        default -> {
          if (random.nextInt(3) == 0) {
            h.follower.pause();
          } else {
            h.follower.resume();
          }
        }
      }
    }

    /** The database goes away, comes back older, and may grow before anybody looks. */
    void restoreBackup() {
      boolean wasDown = h.log.down;
      h.log.down = true;
      h.log.interruptions++;
      step();
      long back = Math.max(0, h.log.head - random.nextInt(20));
      h.log.rows.tailMap(back, false).clear();
      h.log.head = back;
      history.tailMap(back, false).clear();
      late.removeIf(id -> id > back);
      if (h.log.latest > back) {
        resetsBeforeRestore = h.metrics.resets();
      }
      for (int i = random.nextInt(30); i > 0; i--) {
        commit();
      }
      h.log.down = wasDown;
    }

    void check() {
      if (h.metrics.resets() > resetsBeforeRestore) {
        resetsBeforeRestore = -1;
      }
      if (!h.position.state().serving() || resetsBeforeRestore >= 0) {
        return;
      }
      history
          .headMap(h.position.applied(), true)
          .forEach(
              (id, done) -> {
                Integer cached = cache.get(done.key());
                assertTrue(
                    done.late() || cached == null || cached >= done.version(),
                    () -> done + " of event " + id + " is applied, cached is " + cached);
              });
    }

    void calmDown() {
      h.log.down = false;
      h.sink.next = null;
      h.follower.resume();
      while (!late.isEmpty()) {
        commitLate(late.remove(0));
      }
      for (int i = 0; i < 200; i++) {
        step();
        h.pass(100);
      }
      assertTrue(h.metrics.resets() > resetsBeforeRestore, "a restored backup was not noticed");
      assertEquals(h.log.head, h.position.applied(), "applied is not the head");
      assertEquals(TailerState.LIVE, h.position.state());
      cache.forEach((key, version) -> assertEquals(version(key), version, key));
    }
  }

  private static void simulate(long seed) {
    Run run = new Run(seed);
    try {
      for (int i = 0; i < STEPS; i++) {
        run.act();
        run.check();
      }
      run.calmDown();
    } catch (AssertionError e) {
      throw new AssertionError("-Dtailer.seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  @Test
  void survivesWhateverHappensToTheLog() {
    Long seed = Long.getLong("tailer.seed");
    if (seed != null) {
      simulate(seed);
      return;
    }
    for (long i = 1; i <= RUNS; i++) {
      simulate(i);
    }
  }

  @Test
  void batchesCutInEveryWayGiveTheSameEffects() {
    long seed = Long.getLong("tailer.seed", 7);
    List<String> whole = effects(seed, new Random(seed), false);
    for (int i = 0; i < 50; i++) {
      assertEquals(whole, effects(seed, new Random(i), true), "-Dtailer.seed=" + seed);
    }
  }

  private static List<String> effects(long seed, Random cuts, boolean cut) {
    FollowerHarness h = new FollowerHarness().started();
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      switch (random.nextInt(4)) {
        case 0 -> h.log.append(Rows.alter("t" + random.nextInt(5)));
        case 1 -> h.log.append(Rows.alloc("t" + random.nextInt(5), 100 + i, 1 + i));
        case 2 -> h.log.append(Rows.commit(100 + random.nextInt(100)));
        default -> h.log.append(Rows.drop("t" + random.nextInt(5)));
      }
      if (cut) {
        h.log.batchEvents = 1 + cuts.nextInt(7);
        if (cuts.nextBoolean()) {
          h.follower.step();
        }
      }
    }
    h.settle();
    assertEquals(100, h.position.applied());
    List<String> effects = h.sink.take();
    for (int i = 0; i < 5; i++) {
      var state = h.states.get(io.hmscache.writeid.TableKey.of(null, "db", "t" + i));
      for (long id = 1; state != null && id <= 101; id++) {
        effects.add("t" + i + " " + id + " " + state.hasEnded(id) + state.isOpen(id));
      }
    }
    return effects;
  }
}
