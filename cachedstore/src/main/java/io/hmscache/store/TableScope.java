package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import javax.annotation.Nullable;

/**
 * A name of a table with everything below it. Entries belong to one instance of this class by
 * identity: if a scope is forgotten and made anew, what was published under the old one cannot be
 * found any more, which is what an invalidation wants.
 */
final class TableScope extends Scope {

  /** Stripes of partition generations; only loads in flight depend on them, so few suffice. */
  private static final int STRIPES = 256;

  final TableKey key;
  final DatabaseScope database;
  private final RootScope root;

  /** The table object and its own statistics, without the partitions. */
  final Scope object =
      new Scope() {
        @Override
        TableScope table() {
          return TableScope.this;
        }

        @Override
        long stamp() {
          return own() + TableScope.this.stamp();
        }
      };

  /** The set of partitions and every answer that was computed over it. */
  final Scope partitionSet =
      new Scope() {
        @Override
        TableScope table() {
          return TableScope.this;
        }

        @Override
        long stamp() {
          return own() + TableScope.this.stamp();
        }
      };

  /** Constraints of this table, which hang on the generation of all constraints as well. */
  final Scope constraints =
      new Scope() {
        @Override
        TableScope table() {
          return TableScope.this;
        }

        @Override
        long stamp() {
          return own() + TableScope.this.stamp() + root.constraints.own();
        }
      };

  /** Constraints of this table that show names of other tables as well. */
  final Scope foreignKeys =
      new Scope() {
        @Override
        long stamp() {
          return own() + constraints.stamp() + root.foreignKeys.own();
        }

        @Override
        TableScope table() {
          return TableScope.this;
        }
      };

  /** Position below which nothing of this table may be served. */
  final Floor floor;

  /** What became of the reads of this table, for people. */
  final ReadLog readLog = new ReadLog();

  /** What the stored partitions have in common. */
  final TemplatePool templates = new TemplatePool();

  private final AtomicReference<AtomicIntegerArray> stripes = new AtomicReference<>();

  TableScope(RootScope root, DatabaseScope database, TableKey key, Floor floor) {
    this.floor = floor;
    this.root = root;
    this.database = database;
    this.key = key;
  }

  @Override
  TableScope table() {
    return this;
  }

  @Override
  long stamp() {
    return own() + database.stamp();
  }

  /**
   * The generation that a load of one partition captures before its first query. Distinct
   * partitions may share it: then a load is refused once too often.
   */
  int partitionGeneration(List<String> values) {
    return stripes().get(stripe(values));
  }

  /** Whether a partition's generation is still the captured one. */
  boolean partitionUnchanged(List<String> values, int captured) {
    return partitionGeneration(values) == captured;
  }

  /**
   * A sum over the generations of several partitions: equal sums mean that none has changed.
   *
   * @param stripes what {@link #stripesOf} made of the partitions
   */
  long partitionGenerations(int[] stripes) {
    AtomicIntegerArray array = stripes();
    long sum = 0;
    for (int stripe : stripes) {
      sum += array.get(stripe);
    }
    return sum;
  }

  /** Where the generations of partitions are kept; each place once. */
  static int[] stripesOf(Iterable<List<String>> partitions) {
    BitSet stripes = new BitSet(STRIPES);
    for (List<String> values : partitions) {
      stripes.set(stripe(values));
    }
    return stripes.stream().toArray();
  }

  /** The generations of all partitions, for a load that does not know which it will read. */
  PartitionGenerations partitionGenerations() {
    return new PartitionGenerations(stripes());
  }

  /** Ends the loads in flight of one partition. The caller removes the partition's entries. */
  void bumpPartition(List<String> values) {
    AtomicIntegerArray array = stripes.get();
    if (array != null) { // without stripes nobody has captured anything yet
      array.incrementAndGet(stripe(values));
    }
  }

  private AtomicIntegerArray stripes() {
    AtomicIntegerArray array = stripes.get();
    if (array != null) {
      return array;
    }
    AtomicIntegerArray made = new AtomicIntegerArray(STRIPES);
    return stripes.compareAndSet(null, made)
        ? made
        : Objects.requireNonNull(stripes.get(), "stripes are never taken away");
  }

  private static int stripe(@Nullable List<String> values) {
    return stripe(PartitionSlots.hash(values));
  }

  private static int stripe(int hash) {
    return (hash ^ (hash >>> 16)) & (STRIPES - 1);
  }

  /** The generations of all partitions at one moment. Immutable. */
  static final class PartitionGenerations {
    private final AtomicIntegerArray current;
    private final int[] captured = new int[STRIPES];

    private PartitionGenerations(AtomicIntegerArray current) {
      this.current = current;
      for (int i = 0; i < STRIPES; i++) {
        captured[i] = current.get(i);
      }
    }

    /** Whether no partition of this hash ({@link PartitionSlots#hash}) has changed since. */
    boolean unchanged(int hash) {
      int stripe = stripe(hash);
      return current.get(stripe) == captured[stripe];
    }
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
