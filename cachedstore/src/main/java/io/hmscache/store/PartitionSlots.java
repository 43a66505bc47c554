package io.hmscache.store;

import java.util.List;

/** Keys of partitions' entries. */
final class PartitionSlots {

  private PartitionSlots() {}

  static SlotKey key(TableScope scope, PartitionForm form, List<String> values) {
    return new SlotKey(scope, SlotKey.Kind.PARTITION, new Arguments(form, values));
  }

  /** Form and values of one partition. */
  private static final class Arguments {
    private final PartitionForm form;
    private final List<String> values;

    Arguments(PartitionForm form, List<String> values) {
      this.form = form;
      this.values = values;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Arguments
          && ((Arguments) other).form == form
          && ((Arguments) other).values.equals(values);
    }

    @Override
    public int hashCode() {
      return values.hashCode() * 31 + form.ordinal();
    }

    @Override
    public String toString() {
      return form + " " + values;
    }
  }
}
