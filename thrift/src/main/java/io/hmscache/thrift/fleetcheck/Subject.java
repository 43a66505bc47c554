package io.hmscache.thrift.fleetcheck;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * One table under check: the truth about it, and what was seen of it. One thread writes it; any
 * thread reads and checks. Thread-safe.
 */
final class Subject {

  private final String name;
  private final TableKind kind;
  private final boolean recreated;
  private final Register register = new Register();
  private final AtomicLongArray seen;
  private final AtomicLongArray seenAnywhere = new AtomicLongArray(ReadMethod.values().length);
  private final AtomicLong tableId = new AtomicLong(-1);
  private volatile boolean abandoned;

  /**
   * Creates the record of a table that is not there yet.
   *
   * @param recreated whether its writer drops and re-creates it now and then
   * @param endpoints how many metastores the fleet has
   */
  Subject(String name, TableKind kind, boolean recreated, int endpoints) {
    this.name = name;
    this.kind = kind;
    this.recreated = recreated;
    this.seen = new AtomicLongArray(endpoints * ReadMethod.values().length);
    for (int i = 0; i < seen.length(); i++) {
      seen.set(i, Register.NONE);
    }
    for (int i = 0; i < seenAnywhere.length(); i++) {
      seenAnywhere.set(i, Register.NONE);
    }
  }

  String name() {
    return name;
  }

  TableKind kind() {
    return kind;
  }

  boolean recreated() {
    return recreated;
  }

  Register register() {
    return register;
  }

  /** The table's id if it is never re-created and was seen; otherwise -1. */
  long tableId() {
    return tableId.get();
  }

  void tableId(long id) {
    if (!recreated) {
      tableId.set(id);
    }
  }

  /** The newest version that an instance has shown by a method. */
  long seen(int endpoint, ReadMethod method) {
    return seen.get(index(endpoint, method));
  }

  /** The newest version that any instance has shown by a method. */
  long seenAnywhere(ReadMethod method) {
    return seenAnywhere.get(method.ordinal());
  }

  /** An instance has shown a version. */
  void show(int endpoint, ReadMethod method, long version) {
    seen.accumulateAndGet(index(endpoint, method), version, Math::max);
    seenAnywhere.accumulateAndGet(method.ordinal(), version, Math::max);
  }

  private static int index(int endpoint, ReadMethod method) {
    return endpoint * ReadMethod.values().length + method.ordinal();
  }

  /** Whether a write got no answer and may still be executed: nothing is known any more. */
  boolean abandoned() {
    return abandoned;
  }

  void abandon() {
    abandoned = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
