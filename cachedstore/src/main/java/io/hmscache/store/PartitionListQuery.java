package io.hmscache.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.thrift.TException;

/**
 * Methods that answer a list of partitions found by something else than their names: all, by
 * filter, by expression, by partial specification. Remembered is which partitions the database
 * answered for exactly these arguments at this state of the set; the partitions are taken from
 * their own entries, and those missing there are read by their names.
 */
final class PartitionListQuery extends UnderTable<PartitionAnswer> {

  /** How one method asks and what its answers are made of. */
  static final class Method {
    final DelegateCall<PartitionAnswer> call;
    final NamedPartitions byName;

    /** Whether the answer has partitions as every listing has them. */
    final boolean plain;

    /** Whether ObjectStore leaves out parts of descriptors of full-ACID tables. */
    final boolean filtered;

    /** Whether privileges are added for the user, which have no events, if the table has them. */
    final boolean privileges;

    /** Names of the same partitions in the same order; null if no method gives them for certain. */
    final @Nullable DelegateCall<List<String>> names;

    Method(
        DelegateCall<PartitionAnswer> call,
        NamedPartitions byName,
        boolean plain,
        boolean filtered,
        boolean privileges,
        @Nullable DelegateCall<List<String>> names) {
      this.call = call;
      this.byName = byName;
      this.plain = plain;
      this.filtered = filtered;
      this.privileges = privileges;
      this.names = names;
    }
  }

  private final SlotKey slot;
  private final long slotWeight;
  private final Method method;
  private @Nullable PartitionListing listing;
  private final List<StoredPartition> found = new ArrayList<>();
  private final List<SlotKey> missing = new ArrayList<>();

  PartitionListQuery(Session session, TableQuery tables, CallKey arguments, Method method) {
    super(session, tables);
    this.slot = new SlotKey(tables.scope, SlotKey.Kind.PARTITION_RESULT, arguments);
    this.slotWeight = arguments.weight();
    this.method = method;
  }

  @Override
  boolean find(View view) {
    listing = null;
    found.clear();
    missing.clear();
    if (dependsOnUser()) {
      return false;
    }
    Entry entry = session.cache().get(slot, scope.partitionSet.stamp());
    if (entry == null) {
      return false;
    }
    listing = (PartitionListing) entry.value;
    view.add(entry);
    return collect(listing, view);
  }

  private boolean dependsOnUser() {
    return method.privileges && table().partitionPrivileges;
  }

  private boolean collect(PartitionListing result, View view) {
    if (result.held != null) {
      for (StoredPartition partition : result.held) {
        found.add(partition);
      }
      return true;
    }
    MetadataCache cache = session.cache();
    long stamp = scope.stamp();
    for (SlotKey key : keys(result)) {
      Entry entry = cache.get(key, stamp);
      if (entry == null && PartitionSlots.form(key) == PartitionForm.LEAN) {
        entry = cache.get(PartitionSlots.inForm(key, PartitionForm.BULK), stamp);
      }
      if (entry == null) {
        missing.add(key);
      } else {
        view.add(entry);
        found.add((StoredPartition) entry.value);
      }
    }
    return missing.isEmpty();
  }

  private static SlotKey[] keys(PartitionListing result) {
    if (result.keys == null) {
      throw new IllegalStateException("the listing holds its partitions");
    }
    return result.keys;
  }

  @Override
  PartitionAnswer answer() {
    PartitionListing result = listing;
    if (result == null) {
      throw new IllegalStateException("nothing was found");
    }
    List<Partition> partitions = new ArrayList<>(found.size());
    for (int i = 0; i < found.size(); i++) {
      boolean lean =
          result.keys != null && PartitionSlots.form(result.keys[i]) == PartitionForm.LEAN;
      partitions.add(found.get(i).fresh(lean));
    }
    return new PartitionAnswer(partitions, result.unknown);
  }

  // ---- what is missing ------------------------------------------------------------------------

  @Override
  boolean completable() {
    if (dependsOnUser()) {
      return false;
    }
    if (listing != null) {
      return missing.size() < found.size(); // else the original call is the cheaper one
    }
    return method.names != null && outdated() != null;
  }

  /** A listing that a change of some partition has ended, but not the entries of the others. */
  private @Nullable PartitionListing outdated() {
    Entry entry = session.cache().peek(slot);
    if (entry == null) {
      return null;
    }
    PartitionListing old = (PartitionListing) entry.value;
    return old.keys != null && old.tableStamp == scope.stamp() ? old : null;
  }

  @Override
  void complete(Load load) throws TException {
    if (listing != null) {
      readMissing(load);
    } else {
      renew(load);
    }
  }

  private void readMissing(Load load) throws TException {
    PartitionNaming naming = table().naming;
    List<String> names = new ArrayList<>(missing.size());
    for (SlotKey key : missing) {
      String name = naming.name(Arrays.asList(PartitionSlots.values(key)));
      if (name != null) {
        names.add(name);
      }
    }
    method.byName.load(load, this, names);
  }

  /** Reads the names anew, and the partitions that are not here. */
  private void renew(Load load) throws TException {
    DelegateCall<List<String>> call = method.names;
    List<String> names = call == null ? null : call.run(session.delegate());
    if (names == null) {
      return;
    }
    PartitionNaming naming = table().naming;
    SlotKey[] keys = new SlotKey[names.size()];
    List<String> absent = new ArrayList<>();
    MetadataCache cache = session.cache();
    for (int i = 0; i < keys.length; i++) {
      String[] values = naming.values(names.get(i));
      if (values == null) {
        return;
      }
      keys[i] = PartitionSlots.key(scope, PartitionForm.BULK, values);
      if (cache.get(keys[i], publisher.tableStamp()) == null) {
        absent.add(names.get(i));
      }
    }
    if (absent.size() > names.size() / 2 || !method.byName.load(load, this, absent)) {
      return;
    }
    PartitionListing renewed = new PartitionListing(keys, null, false, publisher.tableStamp());
    publisher.result(load, slot, renewed, slotWeight + renewed.weight());
  }

  // ---- the whole answer -----------------------------------------------------------------------

  @Override
  @Nullable
  PartitionAnswer load(Load load) throws TException {
    PartitionAnswer answer = method.call.run(session.delegate());
    if (load.finish() && answer != null && answer.partitions != null && !dependsOnUser()) {
      remember(load, answer.partitions, answer.unknown);
    }
    return answer;
  }

  private void remember(Load load, List<Partition> partitions, boolean unknown) {
    StoredPartition[] stored = new StoredPartition[partitions.size()];
    long weight = 0;
    for (int i = 0; i < stored.length; i++) {
      stored[i] = publisher.store(partitions.get(i));
      weight += stored[i].weight();
    }
    if (publisher.isTooLarge(weight)) {
      return;
    }
    PartitionForm form =
        method.plain ? PartitionShape.form(session, table(), method.filtered, partitions) : null;
    SlotKey[] keys = null;
    if (form != null) {
      keys = new SlotKey[stored.length];
      for (int i = 0; i < stored.length; i++) {
        keys[i] = publisher.partition(load, form, stored[i], partitions.get(i).getValues());
      }
    }
    PartitionListing result =
        new PartitionListing(keys, form == null ? stored : null, unknown, publisher.tableStamp());
    publisher.result(load, slot, result, slotWeight + result.weight());
  }

  @Override
  @Nullable
  PartitionAnswer ask(RawStore store) throws TException {
    return method.call.run(store);
  }

  @Override
  Object flightKey() {
    return slot;
  }
}
