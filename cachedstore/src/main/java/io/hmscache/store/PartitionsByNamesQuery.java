package io.hmscache.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.thrift.TException;

/**
 * {@code getPartitionsByNames}: each partition from its own entry; those that are missing are read
 * by the same method. The answer has the order in which the database sorts the names, each
 * partition once, and nothing for names that it does not know.
 */
final class PartitionsByNamesQuery extends UnderTable<List<Partition>> {

  private final List<String> names;
  private final DelegateCall<List<Partition>> call;
  private final NamedPartitions byName;
  private final boolean privileges;
  private final Object flight;

  private @Nullable List<StoredPartition> found;
  private List<String> missing = new ArrayList<>();

  /** Names that the last partial load did not find, valid while its generations are. */
  private final Map<String, Entry> absent = new HashMap<>();

  /**
   * A read by names.
   *
   * @param names at most as many as the delegate takes at once, none null
   * @param privileges whether the answer depends on the user if the table's partitions have
   *     privileges
   */
  PartitionsByNamesQuery(
      Session session,
      TableQuery tables,
      List<String> names,
      DelegateCall<List<Partition>> call,
      NamedPartitions byName,
      boolean privileges) {
    super(session, tables);
    this.names = new ArrayList<>(new LinkedHashSet<>(names));
    this.call = call;
    this.byName = byName;
    this.privileges = privileges;
    this.flight = flight(tables.scope, session.bulk(), this.names);
  }

  @Override
  boolean find(View view) {
    found = null;
    missing = new ArrayList<>();
    if (privileges && table().partitionPrivileges) {
      return false;
    }
    int[] sorted = NameOrder.of(session.cache(), scope, names);
    if (sorted == null) {
      return false;
    }
    PartitionNaming naming = table().naming;
    MetadataCache cache = session.cache();
    long stamp = scope.stamp();
    PartitionForm form = session.bulk();
    List<StoredPartition> partitions = new ArrayList<>(names.size());
    for (int position : sorted) {
      String name = names.get(position);
      String[] values = naming.values(name);
      if (values == null) {
        return false;
      }
      Entry entry = cache.get(PartitionSlots.key(scope, form, values), stamp);
      if (entry != null) {
        view.add(entry);
        partitions.add((StoredPartition) entry.value);
        continue;
      }
      Entry nothing = absent.get(name);
      if (nothing != null && nothing.stamp == scope.partitionSet.stamp()) {
        view.add(nothing);
      } else {
        missing.add(name);
      }
    }
    found = partitions;
    return missing.isEmpty();
  }

  @Override
  List<Partition> answer() {
    List<StoredPartition> partitions = found;
    if (partitions == null) {
      throw new IllegalStateException("nothing was found");
    }
    List<Partition> answer = new ArrayList<>(partitions.size());
    for (StoredPartition partition : partitions) {
      answer.add(partition.fresh(false));
    }
    return answer;
  }

  @Override
  boolean completable() {
    return found != null && !found.isEmpty() && !missing.isEmpty();
  }

  @Override
  void complete(Load load) throws TException {
    List<String> asked = missing;
    List<Partition> partitions = byName.read(asked);
    if (!load.finish() || byName.publish(load, this, asked, partitions) < 0) {
      return;
    }
    // Only what the database does not know is absent: what it answered may be refused or evicted.
    Set<String> unknown = new HashSet<>(asked);
    for (Partition partition : partitions) {
      unknown.remove(table().naming.name(partition.getValues()));
    }
    Entry nothing = load.entry("absent", publisher.setStamp(), 0);
    for (String name : unknown) {
      absent.put(name, nothing);
    }
  }

  @Override
  @Nullable
  List<Partition> load(Load load) throws TException {
    List<Partition> partitions = call.run(session.delegate());
    if (load.finish() && partitions != null && !(privileges && table().partitionPrivileges)) {
      int published = byName.publish(load, this, names, partitions);
      if (published == names.size() && published > 1 && !NameOrder.differInDigitsOnly(names)) {
        rememberOrder(load, partitions);
      }
    }
    return partitions;
  }

  private void rememberOrder(Load load, List<Partition> partitions) {
    List<String> sorted = new ArrayList<>(partitions.size());
    for (Partition partition : partitions) {
      String name = table().naming.name(partition.getValues());
      if (name != null) {
        sorted.add(name);
      }
    }
    NameSequence sequence = NameSequence.of(sorted);
    long weight = sequence.weight() + 40L * names.size();
    publisher.timeless(load, NameOrder.exact(scope, names), sequence, weight);
  }

  @Override
  boolean knowsOrm() {
    return true;
  }

  @Override
  @Nullable
  List<Partition> ask(RawStore store) throws TException {
    return call.run(store);
  }

  @Override
  Object flightKey() {
    return flight;
  }
}
