package io.hmscache.bench.fleet;

import java.util.Objects;
import org.apache.thrift.TException;

/**
 * One thing that a client asks a metastore.
 *
 * @param name as the results call it
 * @param kind what it is compared by
 * @param maker makes the work of one thread on one connection
 * @param parallel whether it is measured on several threads, too
 * @param calls at most so many calls in a slice of time; 0 for as many as fit
 * @param altering whether a writer alters one of the tables {@link Dataset#altered} each second
 */
record Operation(
    String name, Kind kind, Maker maker, boolean parallel, int calls, boolean altering) {

  /** What an operation is compared by. */
  enum Kind {
    /** One object; the aim is 1.25 times the limit. */
    SINGLE,
    /** A list; the aim is 1.5 times the limit. */
    LIST,
    /** Depends on what happens elsewhere: compared with the database. */
    MIXED,
    /** Changes something; compared with the database. */
    WRITE
  }

  /** Makes the work of one thread. */
  interface Maker {
    /** Once for each thread and slice of time; not measured. */
    Work on(Target target) throws TException;
  }

  /** What is done again and again. Confined to one thread. */
  interface Work {
    /** Before each call; not measured. */
    default void before() throws TException {}

    /** What is measured. */
    void call() throws TException;

    /** After each call; not measured. */
    default void after() throws TException {}
  }

  Operation {
    Objects.requireNonNull(name);
  }

  static Operation of(String name, Kind kind, Maker maker) {
    return new Operation(name, kind, maker, true, 0, false);
  }

  /** The same, on one thread only. */
  Operation alone() {
    return new Operation(name, kind, maker, false, calls, altering);
  }

  /** The same, with at most so many calls in a slice. */
  Operation atMost(int most) {
    return new Operation(name, kind, maker, parallel, most, altering);
  }

  /** The same, beside a writer. */
  Operation besideWriter() {
    return new Operation(name, kind, maker, parallel, calls, true);
  }

  /** Whether a variant can do it. */
  boolean fits(Variant variant) {
    return kind != Kind.WRITE || variant.writes();
  }
}
