package io.hmscache.store;

import io.hmscache.store.SlotKey.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code listPartitionNames} without a condition. A complete listing answers any limit, as the
 * database sorts before it cuts off, and its order is kept for reads by names.
 */
final class PartitionNamesQuery extends RememberedQuery<List<String>> {

  private static final String METHOD = "names";

  private final short max;
  private List<String> cut = new ArrayList<>();

  PartitionNamesQuery(
      Session session, TableQuery tables, short max, DelegateCall<List<String>> call) {
    super(session, tables, Kind.PARTITION_NAMES, key(max), Keepers.NAMES, call);
    this.max = max;
  }

  private static CallKey key(short max) {
    return CallKey.of(METHOD, max < 0 ? (short) -1 : max);
  }

  @Override
  boolean find(View view) {
    cut = new ArrayList<>();
    if (super.find(view)) {
      return true;
    }
    if (max < 0) {
      return false;
    }
    SlotKey all = new SlotKey(scope, Kind.PARTITION_NAMES, key((short) -1));
    Entry entry = session.cache().get(all, scope.partitionSet.stamp());
    if (entry == null) {
      return false;
    }
    view.add(entry);
    NameSequence names = (NameSequence) entry.value;
    for (int i = 0; i < max && i < names.size(); i++) {
      cut.add(names.get(i));
    }
    return true;
  }

  @Override
  List<String> answer() {
    return found() ? super.answer() : cut;
  }

  @Override
  void kept(Load load, Object kept) {
    if (max < 0) {
      // The names themselves are shared with the listing's entry.
      long weight = 16L * ((NameSequence) kept).size();
      publisher.timeless(load, NameOrder.listing(scope), kept, weight);
    }
  }
}
