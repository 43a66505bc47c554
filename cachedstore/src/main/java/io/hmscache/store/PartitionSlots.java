package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;

/** Keys of partitions' entries: a form and the partition's values. */
final class PartitionSlots {

  /**
   * What a name of a partition shows for a value that is null or empty, whatever {@code
   * metastore.default.partition.name} says ({@code FileUtils.escapePathName}).
   */
  private static final String NO_VALUE = "__HIVE_DEFAULT_PARTITION__";

  private PartitionSlots() {}

  static SlotKey key(TableScope scope, PartitionForm form, List<String> values) {
    return key(scope, form, canonical(values));
  }

  /** As above, for values that are canonical already and will not be changed by anybody. */
  static SlotKey key(TableScope scope, PartitionForm form, String[] values) {
    return new SlotKey(scope, SlotKey.Kind.PARTITION, new Arguments(form, values));
  }

  /** The form that a key is about. */
  static PartitionForm form(SlotKey key) {
    return ((Arguments) key.arguments).form;
  }

  /** The same partition's key in another form. */
  static SlotKey inForm(SlotKey key, PartitionForm form) {
    return new SlotKey(
        key.scope, SlotKey.Kind.PARTITION, new Arguments(form, ((Arguments) key.arguments).values));
  }

  /** The canonical values that a key is about; not to be changed. */
  static String[] values(SlotKey key) {
    return ((Arguments) key.arguments).values;
  }

  /** The values as the partition's name has them: an absent value is the default partition's. */
  static String[] canonical(List<String> values) {
    String[] canonical = new String[values.size()];
    for (int i = 0; i < canonical.length; i++) {
      canonical[i] = canonical(values.get(i));
    }
    return canonical;
  }

  static String canonical(@Nullable String value) {
    return value == null || value.isEmpty() ? NO_VALUE : value;
  }

  /** Whether a value is absent or spelled as an absent one is in names. */
  static boolean isDefault(@Nullable String value) {
    return NO_VALUE.equals(canonical(value));
  }

  /**
   * A hash that all spellings of the same values share, those included that a database may take for
   * the same by its collation: other case, blanks at the end.
   */
  static int hash(@Nullable List<String> values) {
    if (values == null) {
      return 0;
    }
    int hash = 1;
    for (String value : values) {
      hash = hash * 31 + TableKey.canonical(canonical(value)).hashCode();
    }
    return hash;
  }

  /** Form and values of one partition. */
  private static final class Arguments {
    private final PartitionForm form;
    private final String[] values;

    Arguments(PartitionForm form, String[] values) {
      this.form = form;
      this.values = values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Arguments
          && ((Arguments) other).form == form
          && Arrays.equals(((Arguments) other).values, values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values) * 31 + form.ordinal();
    }

    @Override
    public String toString() {
      return form + " " + Arrays.toString(values);
    }
  }
}
