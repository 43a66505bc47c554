package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * A deterministic scheduler: actors are threads of which exactly one runs, and at every {@link
 * #step} a seeded generator chooses who goes on. The same seed gives the same interleaving.
 */
final class Baton {

  private final Random random;
  private final List<Actor> actors = new ArrayList<>();
  private final Semaphore back = new Semaphore(0);
  private final List<String> trace = new ArrayList<>();
  private volatile Throwable failure;

  Baton(long seed) {
    this.random = new Random(seed);
  }

  /** What an actor does. */
  interface Script {
    void run() throws Exception;
  }

  private final class Actor {
    final String name;
    final Semaphore turn = new Semaphore(0);
    final Thread thread;
    final double weight;
    boolean done;

    Actor(String name, double weight, Script script) {
      this.name = name;
      this.weight = weight;
      this.thread =
          new Thread(
              () -> {
                turn.acquireUninterruptibly();
                try {
                  script.run();
                } catch (Throwable t) {
                  failure = t;
                } finally {
                  done = true;
                  back.release();
                }
              },
              name);
      thread.setDaemon(true);
    }
  }

  Random random() {
    return random;
  }

  void add(String name, double weight, Script script) {
    actors.add(new Actor(name, weight, script));
  }

  /** Lets others go on; called by the actor that runs. */
  void step(String what) {
    Actor me = current();
    if (me == null) {
      return; // set-up and checks run outside
    }
    trace.add(me.name + ": " + what);
    back.release();
    me.turn.acquireUninterruptibly();
  }

  void note(String what) {
    Actor me = current();
    trace.add((me == null ? "-" : me.name) + ": " + what);
  }

  private Actor current() {
    Thread thread = Thread.currentThread();
    for (Actor actor : actors) {
      if (actor.thread == thread) {
        return actor;
      }
    }
    return null;
  }

  /** Runs until all are done; an actor's failure is thrown with the trace. */
  void run() {
    actors.forEach(actor -> actor.thread.start());
    while (true) {
      List<Actor> runnable = new ArrayList<>();
      double sum = 0;
      for (Actor actor : actors) {
        if (!actor.done) {
          runnable.add(actor);
          sum += actor.weight;
        }
      }
      if (runnable.isEmpty()) {
        break;
      }
      double pick = random.nextDouble() * sum;
      Actor next = runnable.get(runnable.size() - 1);
      for (Actor actor : runnable) {
        pick -= actor.weight;
        if (pick < 0) {
          next = actor;
          break;
        }
      }
      next.turn.release();
      back.acquireUninterruptibly();
    }
    if (failure != null) {
      throw new AssertionError(failure.getMessage() + "\n" + String.join("\n", trace), failure);
    }
  }
}
