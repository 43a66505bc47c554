package io.hmscache.store;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;

/**
 * Loads in flight, one for a key. A reader that finds one whose generations are still current waits
 * for it and then decides again on what it published; otherwise, or if that does not satisfy it, it
 * loads by itself. Nobody waits while holding anything. Thread-safe.
 */
final class Flights {

  private final ConcurrentMap<Object, Flight> flights = new ConcurrentHashMap<>();
  private volatile Waiting waiting = CountDownLatch::await;

  /** How a reader waits for a load; a simulation with one thread at a time waits its own way. */
  interface Waiting {
    boolean await(CountDownLatch done, long time, TimeUnit unit) throws InterruptedException;
  }

  /** For simulations. */
  void waiting(Waiting other) {
    waiting = other;
  }

  /** A load in flight. */
  final class Flight {
    private final long stamp;
    private final CountDownLatch done = new CountDownLatch(1);

    Flight(long stamp) {
      this.stamp = stamp;
    }

    /** Waits for the load to end; false if it takes too long. */
    boolean await(long nanos) throws InterruptedException {
      return waiting.await(done, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * The load of a key in flight, if it captured the same generations as the caller would now.
   *
   * @param stamp the stamp now
   */
  @Nullable
  Flight find(Object key, long stamp) {
    Flight present = flights.get(key);
    return present != null && present.stamp == stamp ? present : null;
  }

  /** Begins a load; it can be joined unless another one of the key is in flight. */
  Flight lead(Object key, long stamp) {
    Flight own = new Flight(stamp);
    Flight present = flights.putIfAbsent(key, own);
    if (present != null && present.stamp != stamp) {
      flights.replace(key, present, own); // overtaken by an invalidation; it still lands by itself
    }
    return own;
  }

  /** Ends a load, whatever became of it. */
  void land(Object key, Flight own) {
    flights.remove(key, own);
    own.done.countDown();
  }

  int size() {
    return flights.size();
  }
}
