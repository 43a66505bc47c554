package io.hmscache.store;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.thrift.TException;

/** {@code doesPartitionExist}: only "yes" is remembered, and any entry of the partition says it. */
final class PartitionExistsQuery extends UnderTable<Boolean> {

  private final List<FieldSchema> keys;
  private final List<String> values;
  private final DelegateCall<Boolean> call;
  private final SlotKey slot;

  PartitionExistsQuery(
      Session session,
      TableQuery tables,
      List<FieldSchema> keys,
      List<String> values,
      DelegateCall<Boolean> call) {
    super(session, tables);
    this.keys = keys;
    this.values = values;
    this.call = call;
    this.slot = PartitionSlots.key(scope, PartitionForm.EXISTENCE, values);
  }

  @Override
  boolean find(View view) {
    if (!understood()) {
      return false;
    }
    long stamp = scope.stamp();
    for (PartitionForm form : PartitionForm.values()) {
      Entry entry = session.cache().get(PartitionSlots.inForm(slot, form), stamp);
      if (entry != null) {
        view.add(entry);
        return true;
      }
    }
    return false;
  }

  /** The caller brings the keys that make the name: they must be the table's. */
  private boolean understood() {
    return values.size() == keys.size() && table().naming.hasKeys(keys);
  }

  @Override
  Boolean answer() {
    return true;
  }

  @Override
  @Nullable
  Boolean load(Load load) throws TException {
    Boolean exists = call.run(session.delegate());
    if (load.finish() && understood()) {
      if (Boolean.TRUE.equals(exists)) {
        publisher.existence(load, values);
      } else {
        session.cache().remove(slot);
      }
    }
    return exists;
  }

  @Override
  @Nullable
  Boolean ask(RawStore store) throws TException {
    return call.run(store);
  }

  @Override
  Object flightKey() {
    return slot;
  }
}
