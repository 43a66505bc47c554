package io.hmscache.store;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Partition;

/**
 * What a load of partitions captures before its first query, and the publication of what it read
 * under these generations. Made for one call, confined to one thread.
 */
final class PartitionPublisher {

  /** One answer may take this part of the memory: the inverse of the share. */
  private static final int LARGEST_SHARE = 4;

  private final Session session;
  private final TableScope scope;
  private long tableStamp;
  private long setStamp;
  @Nullable private TableScope.PartitionGenerations generations;

  PartitionPublisher(Session session, TableScope scope) {
    this.session = session;
    this.scope = scope;
  }

  /** Captures everything now; the result stands for it in comparisons. */
  long capture() {
    tableStamp = scope.stamp();
    setStamp = scope.partitionSet.stamp();
    generations = scope.partitionGenerations();
    return setStamp;
  }

  /** Stamp of the set of partitions when the load began. */
  long setStamp() {
    return setStamp;
  }

  /** Stamp of the table when the load began. */
  long tableStamp() {
    return tableStamp;
  }

  /**
   * Publishes one partition.
   *
   * @param values the values that name it
   * @return its key
   */
  SlotKey partition(
      Load load, PartitionForm form, StoredPartition stored, @Nullable List<String> values) {
    SlotKey key = key(form, stored, Objects.requireNonNull(values, "a partition has values"));
    publish(load, key, stored, Weights.ENTRY + stored.weight());
    return key;
  }

  private SlotKey key(PartitionForm form, StoredPartition stored, List<String> values) {
    String[] canonical = PartitionSlots.canonical(values);
    String[] own = stored.values();
    // Key and value share one array, if it says the same.
    return PartitionSlots.key(
        scope, form, own != null && Arrays.equals(own, canonical) ? own : canonical);
  }

  /** The stored form of a partition, not published. */
  StoredPartition store(Partition partition) {
    return StoredPartition.of(partition, scope.templates, session.strings());
  }

  /** Remembers that a partition exists. */
  void existence(Load load, List<String> values) {
    String[] canonical = PartitionSlots.canonical(values);
    SlotKey key = PartitionSlots.key(scope, PartitionForm.EXISTENCE, canonical);
    publish(load, key, Boolean.TRUE, Weights.ENTRY + 64 * canonical.length);
  }

  private void publish(Load load, SlotKey key, Object value, int weight) {
    int hash = PartitionSlots.hash(Arrays.asList(PartitionSlots.values(key)));
    TableScope.PartitionGenerations captured = Objects.requireNonNull(generations, "not captured");
    long stamp = tableStamp;
    session
        .cache()
        .publish(
            key,
            load.entry(value, stamp, weight),
            () -> scope.stamp() == stamp && captured.unchanged(hash));
  }

  /** Stores an answer that any change of a partition ends. */
  void result(Load load, SlotKey key, Object value, long weight) {
    if (isTooLarge(weight)) {
      return;
    }
    long stamp = setStamp;
    session
        .cache()
        .publish(
            key,
            load.entry(value, stamp, Weights.clamp(Weights.ENTRY + weight)),
            () -> scope.partitionSet.stamp() == stamp);
  }

  /** Stores what stays true whatever becomes of the partitions: how the database sorts names. */
  void timeless(Load load, SlotKey key, Object value, long weight) {
    if (isTooLarge(weight)) {
      return;
    }
    session
        .cache()
        .publish(
            key,
            load.entry(value, NameSequence.STAMP, Weights.clamp(Weights.ENTRY + weight)),
            () -> true);
  }

  /** Whether an answer is not worth what it would push out. */
  boolean isTooLarge(long weight) {
    return weight > session.shared().settings().maxMemory / LARGEST_SHARE;
  }
}
