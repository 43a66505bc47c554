package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Seeded simulations of reads of partitions under a deterministic scheduler, for answers that are
 * put together from entries of different ages. The promises: c no partition is seen older than it
 * was seen before; d strict reads see what was committed when they began; e own writes are seen; f
 * nothing is stale for ever; t an answer from memory is what the database held at one moment.
 * {@code -Dsim.seed=N} replays one history, {@code -Dsim.histories=N} sets how many run.
 */
class PartitionSimulationTest {

  private static final int HISTORIES = Integer.getInteger("sim.histories", 400);
  private static final List<String> NAMES = List.of("p=1", "p=2", "p=3", "p=4");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyPromiseHolds(boolean pointer) {
    Long only = Long.getLong("sim.seed");
    long start = only != null ? only : System.nanoTime() & 0xffffffffL;
    int count = only != null ? 1 : HISTORIES;
    int fromMemory = 0;
    for (int i = 0; i < count; i++) {
      fromMemory += run(start + i, pointer, Rules.ALL);
    }
    System.out.println(
        count + " histories from seed " + start + ", answers from memory: " + fromMemory);
    assertTrue(only != null || fromMemory > count, "memory answered " + fromMemory);
  }

  @ParameterizedTest
  @EnumSource(
      value = Rule.class,
      names = {"STAMP", "FLOOR", "STRICT", "OWN_WRITES"})
  void withoutTheRuleAPromiseBreaks(Rule rule) {
    for (int i = 0; i < 20_000; i++) {
      try {
        run(i, i % 2 == 0, Rules.ALL.without(rule));
      } catch (AssertionError e) {
        return;
      }
    }
    fail("no history noticed that " + rule + " is missing");
  }

  private static int run(long seed, boolean pointer, Rules rules) {
    try {
      return new History(seed, pointer, rules).run();
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ", pointer " + pointer + ": " + e.getMessage(), e);
    }
  }

  /** One history. */
  private static final class History {
    private final Baton baton;
    private final SimulatedPartitions store;
    private final Random random;
    private final boolean pointer;

    /** The oldest change that may still be seen of each partition. */
    private final Map<String, Integer> seen = new HashMap<>();

    /** The last change of each partition by this instance that has returned. */
    private final Map<String, Integer> own = new HashMap<>();

    private int fromMemory;

    History(long seed, boolean pointer, Rules rules) {
      this.baton = new Baton(seed);
      this.random = baton.random();
      this.pointer = pointer;
      Map<String, String> settings = new HashMap<>();
      settings.put("cachedstore.catchup.wait", random.nextBoolean() ? "20" : "0");
      settings.put("cachedstore.fleet.complete", "true");
      this.store = new SimulatedPartitions(baton, pointer, rules, settings);
    }

    int run() {
      store.confirm();
      double[] speeds = {0.2, 1, 1, 4};
      baton.add("writer", speeds[random.nextInt(4)], this::write);
      for (int r = 0; r < 2 + random.nextInt(2); r++) {
        baton.add("reader" + r, speeds[random.nextInt(4)], this::readSome);
      }
      baton.add("tailer", speeds[random.nextInt(4)], this::tail);
      baton.run();
      store.applyAll();
      for (int i = 0; i < 2; i++) {
        assertEquals(store.committed(), store.all(), "f: stale for ever");
        assertEquals(store.committed(), store.byNames(NAMES), "f: stale for ever");
        for (String name : NAMES) {
          assertEquals(store.committed().get(name), store.single(name).get(name), "f: " + name);
        }
      }
      return fromMemory;
    }

    private void write() {
      for (int i = 0, count = 2 + random.nextInt(5); i < count; i++) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        boolean drop = random.nextInt(3) == 0;
        if (random.nextInt(5) == 0) {
          store.changeAll();
        } else if (random.nextBoolean()) {
          store.change(name, drop);
        } else {
          int changed = store.changeHere(name, drop);
          own.put(name, changed);
        }
        baton.step("version " + store.version());
      }
    }

    private void tail() {
      for (int i = 0, count = 10 + random.nextInt(10); i < count; i++) {
        if (random.nextInt(5) == 0) {
          store.evict(NAMES.get(random.nextInt(NAMES.size())));
        } else {
          store.applyOne();
        }
        baton.step("tailer");
      }
    }

    private void readSome() {
      for (int i = 0, count = 3 + random.nextInt(4); i < count; i++) {
        List<String> names = new ArrayList<>(NAMES);
        while (names.size() > 1 && random.nextBoolean()) {
          names.remove(random.nextInt(names.size()));
        }
        Map<String, Integer> before = new HashMap<>(seen);
        int atStart = store.version();
        Map<String, Integer> mine = new HashMap<>(own);
        int queries = store.queries.get();
        Map<String, Integer> answer;
        switch (random.nextInt(3)) {
          case 0:
            answer = store.all();
            names = NAMES;
            break;
          case 1:
            names = names.subList(0, 1);
            answer = store.single(names.get(0));
            break;
          default:
            answer = store.byNames(names);
            break;
        }
        baton.note("read " + names + ": " + answer);
        check(names, answer, before, atStart, mine, store.queries.get() == queries);
        baton.step("next read");
      }
    }

    private void check(
        List<String> names,
        Map<String, Integer> answer,
        Map<String, Integer> before,
        int atStart,
        Map<String, Integer> mine,
        boolean memory) {
      for (String name : names) {
        Integer version = answer.get(name);
        int latest = latest(name, version);
        assertTrue(latest >= before.getOrDefault(name, 0), "c: " + name + " at most " + latest);
        assertTrue(!pointer || latest >= atStart, "d: " + name + " at most " + latest);
        int written = mine.getOrDefault(name, 0);
        assertTrue(latest >= written, "e: " + name + " at most " + latest + ", own " + written);
        if (version != null) {
          seen.merge(name, version, Math::max);
        }
      }
      if (memory) {
        fromMemory++;
        assertTrue(wasEver(names, answer), "t: torn from memory: " + answer);
      }
    }

    /** The last change after which the partition was like this. */
    private int latest(String name, Integer version) {
      for (int i = store.version(); i >= 0; i--) {
        if (java.util.Objects.equals(store.states.get(i).get(name), version)) {
          return i;
        }
      }
      throw new AssertionError(name + " never had version " + version);
    }

    private boolean wasEver(List<String> names, Map<String, Integer> answer) {
      for (TreeMap<String, Integer> state : store.states) {
        Map<String, Integer> some = new TreeMap<>(state);
        some.keySet().retainAll(names);
        if (some.equals(answer)) {
          return true;
        }
      }
      return false;
    }
  }
}
