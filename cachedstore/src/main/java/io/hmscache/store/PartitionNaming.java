package io.hmscache.store;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.utils.FileUtils;

/**
 * Names of the partitions of one table ({@code key=value/key=value}) and what they say about the
 * values. A name is understood only if it is spelled exactly as the metastore would spell it;
 * whatever a database makes of another spelling is not for the cache to know. Immutable.
 */
final class PartitionNaming {

  private final String[] keys;

  /** For each key, what the name has before its value. */
  private final String[] prefixes;

  PartitionNaming(@Nullable List<FieldSchema> partitionKeys) {
    List<FieldSchema> columns =
        partitionKeys == null ? Collections.<FieldSchema>emptyList() : partitionKeys;
    keys = new String[columns.size()];
    prefixes = new String[keys.length];
    for (int i = 0; i < keys.length; i++) {
      // As FileUtils.makePartName does, in the default locale like it.
      keys[i] = columns.get(i).getName().toLowerCase(Locale.getDefault());
      prefixes[i] = (i == 0 ? "" : "/") + FileUtils.escapePathName(keys[i]) + "=";
    }
  }

  /** Number of partition keys. */
  int size() {
    return keys.length;
  }

  /** Whether partition columns of a call are those of the table, by name. */
  boolean hasKeys(@Nullable List<FieldSchema> partitionKeys) {
    if (partitionKeys == null || partitionKeys.size() != keys.length) {
      return false;
    }
    for (int i = 0; i < keys.length; i++) {
      String name = partitionKeys.get(i) == null ? null : partitionKeys.get(i).getName();
      if (name == null || !name.toLowerCase(Locale.getDefault()).equals(keys[i])) {
        return false;
      }
    }
    return true;
  }

  /** The name of the partition with these values; null if the number of values is wrong. */
  @Nullable
  String name(@Nullable List<String> values) {
    if (values == null || values.size() != keys.length || keys.length == 0) {
      return null;
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < keys.length; i++) {
      name.append(prefixes[i]).append(FileUtils.escapePathName(values.get(i)));
    }
    return name.toString();
  }

  /** The values that a name stands for; null if it is not spelled as the metastore would. */
  @Nullable
  String[] values(@Nullable String name) {
    if (name == null || keys.length == 0) {
      return null;
    }
    String[] values = new String[keys.length];
    boolean plain = true;
    int at = 0;
    for (int i = 0; i < keys.length; i++) {
      String prefix = prefixes[i];
      if (!name.startsWith(prefix, at)) {
        return null;
      }
      int from = at + prefix.length();
      int to = i + 1 < keys.length ? name.indexOf('/', from) : name.length();
      if (to <= from) {
        return null;
      }
      String escaped = name.substring(from, to);
      if (isPlain(escaped)) {
        values[i] = escaped;
      } else {
        plain = false;
        values[i] = FileUtils.unescapePathName(escaped);
      }
      at = to;
    }
    return plain || name.equals(name(Arrays.asList(values))) ? values : null;
  }

  /** Letters, digits and what never needs escaping: most values. */
  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
          && c != '-'
          && c != '_'
          && c != '.') {
        return false;
      }
    }
    return true;
  }
}
