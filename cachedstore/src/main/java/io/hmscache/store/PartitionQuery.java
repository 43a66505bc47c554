package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.thrift.TException;

/**
 * {@code getPartition} and {@code getPartitionWithAuth}: one partition by its values. ObjectStore
 * reads it through the ORM, which fills in more than listings do, so it has entries of its own.
 */
final class PartitionQuery extends UnderTable<Partition> {

  private final List<String> values;
  private final boolean withAuth;
  private final @Nullable String writeIds;
  private final DelegateCall<Partition> call;
  private final SlotKey slot;
  private @Nullable StoredPartition found;

  /**
   * A read of one partition.
   *
   * @param values its values as asked for, each perhaps null
   * @param withAuth whether ObjectStore answers without a look at the statistics' state
   * @param writeIds the list among the arguments, which decides about that state
   * @param call the very same call
   */
  PartitionQuery(
      Session session,
      TableQuery tables,
      List<String> values,
      boolean withAuth,
      @Nullable String writeIds,
      DelegateCall<Partition> call) {
    super(session, tables);
    this.values = values;
    this.withAuth = withAuth;
    this.writeIds = writeIds;
    this.call = call;
    this.slot = PartitionSlots.key(scope, PartitionForm.SINGLE, values);
  }

  @Override
  boolean find(View view) {
    if (!rememberable()) {
      return false;
    }
    Entry entry = session.cache().get(slot, scope.stamp());
    found = entry == null ? null : (StoredPartition) entry.value;
    if (entry != null) {
      view.add(entry);
    }
    return entry != null;
  }

  /**
   * Whether both methods would answer alike, but for what {@link #answer} does. The default
   * partition may be stored under several spellings; privileges have no events; and ObjectStore
   * without transactional statistics has no neutral answer.
   */
  private boolean rememberable() {
    for (String value : values) {
      if (PartitionSlots.isDefault(value)) {
        return false;
      }
    }
    TableValue table = table();
    return !withAuth || !(table.partitionPrivileges || session.hidesStatistics(table.table));
  }

  @Override
  Partition answer() throws MetaException {
    if (found == null) {
      throw new IllegalStateException("nothing was found");
    }
    Partition partition = found.fresh(false);
    return withAuth ? partition : session.complied(partition, table().table, writeIds);
  }

  @Override
  @Nullable
  Partition load(Load load) throws TException {
    Partition partition;
    try {
      partition = call.run(session.delegate());
    } catch (NoSuchObjectException e) {
      session.cache().remove(slot);
      throw e;
    }
    if (load.finish() && partition != null && rememberable() && isNeutral(partition)) {
      StoredPartition stored = publisher.store(partition);
      publisher.partition(load, PartitionForm.SINGLE, stored, values);
    }
    if (partition != null && !withAuth) {
      partition.setValues(new ArrayList<>(values)); // ObjectStore returns the caller's own list
    }
    return partition;
  }

  /**
   * Whether the answer is what a reader without a list gets. The state of statistics that a list
   * has hidden cannot be had back, the flag that says it was shown could, but no handler asks so.
   */
  private boolean isNeutral(Partition partition) {
    return writeIds == null || !partition.isSetIsStatsCompliant();
  }

  @Override
  @Nullable
  Partition ask(RawStore store) throws TException {
    return call.run(store);
  }

  @Override
  Object flightKey() {
    return slot;
  }
}
