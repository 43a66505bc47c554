package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.thrift.TException;

/**
 * An answer about the partitions of a table that is remembered as a whole for exactly these
 * arguments, until any partition changes: names, counts, values. The cache evaluates no filter of
 * its own, so there is no third opinion beside direct SQL and the ORM.
 */
class RememberedQuery<T> extends UnderTable<T> {

  /** How an answer is kept. */
  interface Keeper<T> {
    /** What is kept of an answer; shares nothing with it that can change. */
    Object keep(T answer);

    /** The answer again, fresh for a caller who may change it. */
    T handOut(Object kept);

    /** Bytes of what is kept, estimated. */
    long weight(Object kept);
  }

  private final SlotKey slot;
  private final long slotWeight;
  private final Keeper<T> keeper;
  private final DelegateCall<T> call;
  private @Nullable Object found;

  RememberedQuery(
      Session session,
      TableQuery tables,
      SlotKey.Kind kind,
      CallKey arguments,
      Keeper<T> keeper,
      DelegateCall<T> call) {
    super(session, tables);
    this.slot = new SlotKey(tables.scope, kind, arguments);
    this.slotWeight = arguments.weight();
    this.keeper = keeper;
    this.call = call;
  }

  @Override
  boolean find(View view) {
    Entry entry = session.cache().get(slot, scope.partitionSet.stamp());
    found = entry == null ? null : entry.value;
    if (entry != null) {
      view.add(entry);
    }
    return entry != null;
  }

  @Override
  T answer() {
    if (found == null) {
      throw new IllegalStateException("nothing was found");
    }
    return keeper.handOut(found);
  }

  @Override
  @Nullable
  T load(Load load) throws TException {
    T answer = call.run(session.delegate());
    if (load.finish() && answer != null) {
      Object kept = keeper.keep(answer);
      publisher.result(load, slot, kept, slotWeight + keeper.weight(kept));
      kept(load, kept);
    }
    return answer;
  }

  /** Whether an answer for exactly these arguments was found. */
  final boolean found() {
    return found != null;
  }

  /** Called when an answer has been kept. */
  void kept(Load load, Object kept) {}

  @Override
  @Nullable
  T ask(RawStore store) throws TException {
    return call.run(store);
  }

  @Override
  Object flightKey() {
    return slot;
  }
}
