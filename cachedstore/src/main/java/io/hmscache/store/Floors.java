package io.hmscache.store;

/**
 * The floors of everything, by name. They outlive scopes: a load that began under a scope that was
 * since forgotten must still raise the floor that its successor is judged by. So there is a fixed
 * number of them and names share; a shared floor makes a read wait for the log once too often.
 * Thread-safe.
 */
final class Floors {

  private static final int COUNT = 1 << 14;

  private final Floor[] floors = new Floor[COUNT];

  Floors() {
    for (int i = 0; i < COUNT; i++) {
      floors[i] = new Floor();
    }
  }

  /** The floor of a name. */
  Floor of(Object name) {
    int hash = name.hashCode() * 0x9E3779B9;
    return floors[(hash ^ (hash >>> 15)) & (COUNT - 1)];
  }

  /** Nobody knows any more what was served: positions may have gone back. */
  void pendAll() {
    for (Floor floor : floors) {
      floor.pend();
    }
  }
}
