package io.hmscache.e2e;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * What a read of a table has to answer.
 *
 * @param columns names of its columns, in order
 * @param properties table properties it must have
 */
record Expected(List<String> columns, Map<String, String> properties) {

  /** Copies both. */
  Expected {
    columns = List.copyOf(columns);
    properties = Map.copyOf(properties);
  }

  static Expected of(String... columns) {
    return new Expected(List.of(columns), Map.of());
  }

  Expected with(String property, String value) {
    Map<String, String> more = new TreeMap<>(properties);
    more.put(property, value);
    return new Expected(columns, more);
  }

  /** Whether the answer is this; null stands for "no such table". */
  boolean matches(@Nullable Table table) {
    return table != null
        && names(table).equals(columns)
        && properties.entrySet().stream()
            .allMatch(p -> p.getValue().equals(table.getParameters().get(p.getKey())));
  }

  /** The part of an answer that is compared, for people. */
  String describe(@Nullable Table table) {
    if (table == null) {
      return "no such table";
    }
    return "columns "
        + String.join(", ", names(table))
        + properties.keySet().stream()
            .map(key -> "; " + key + "=" + table.getParameters().get(key))
            .collect(Collectors.joining());
  }

  private static List<String> names(Table table) {
    return table.getSd().getCols().stream().map(FieldSchema::getName).toList();
  }
}
