package io.hmscache.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * Bytes that an object takes in the cache, estimated from its shape: compact strings, compressed
 * pointers, entries of the cache itself included. What equal objects share is counted for each, so
 * the bound errs on the safe side.
 */
final class Weights {

  /** Entry, key and the cache's own node. */
  static final int ENTRY = 200;

  private static final int OBJECT = 24;
  private static final int MAP_ENTRY = 48;
  private static final int REFERENCE = 8;

  private Weights() {}

  static int of(Table table) {
    long bytes = ENTRY + 200;
    bytes += of(table.getTableName()) + of(table.getDbName()) + of(table.getOwner());
    bytes += of(table.getSd()) + of(table.getParameters()) + columns(table.getPartitionKeys());
    bytes += of(table.getViewOriginalText()) + of(table.getViewExpandedText());
    return clamp(bytes);
  }

  static int of(Database database) {
    long bytes = ENTRY + 160;
    bytes += of(database.getName()) + of(database.getDescription());
    bytes += of(database.getLocationUri()) + of(database.getManagedLocationUri());
    bytes += of(database.getParameters());
    return clamp(bytes);
  }

  static long of(@Nullable StorageDescriptor sd) {
    if (sd == null) {
      return 0;
    }
    long bytes = 160 + columns(sd.getCols()) + of(sd.getLocation()) + of(sd.getParameters());
    bytes += of(sd.getInputFormat()) + of(sd.getOutputFormat());
    if (sd.getSerdeInfo() != null) {
      bytes += 80 + of(sd.getSerdeInfo().getSerializationLib());
      bytes += of(sd.getSerdeInfo().getParameters());
    }
    return bytes + strings(sd.getBucketCols());
  }

  static long columns(@Nullable List<FieldSchema> columns) {
    if (columns == null) {
      return 0;
    }
    long bytes = OBJECT;
    for (FieldSchema column : columns) {
      bytes += REFERENCE + 32 + of(column.getName()) + of(column.getType());
      bytes += of(column.getComment());
    }
    return bytes;
  }

  static long strings(@Nullable Collection<String> strings) {
    if (strings == null) {
      return 0;
    }
    long bytes = OBJECT;
    for (String string : strings) {
      bytes += REFERENCE + of(string);
    }
    return bytes;
  }

  static long of(@Nullable Map<String, String> map) {
    if (map == null) {
      return 0;
    }
    long bytes = 64;
    for (Map.Entry<String, String> entry : map.entrySet()) {
      bytes += MAP_ENTRY + of(entry.getKey()) + of(entry.getValue());
    }
    return bytes;
  }

  static long of(@Nullable String string) {
    return string == null ? 0 : 40L + string.length();
  }

  static int clamp(long bytes) {
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }
}
