package io.hmscache.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Partition;

/**
 * A partition as the cache keeps it: its own fields and the template it shares with others. What is
 * handed out is built anew each time, so it shares nothing that can change. Immutable.
 */
final class StoredPartition {

  private static final int CREATE_TIME = 1;
  private static final int LAST_ACCESS_TIME = 2;
  private static final int WRITE_ID = 4;
  private static final int FIRST_OF_TEMPLATE = 8;

  private final PartitionTemplate template;
  private final @Nullable String[] values;
  private final @Nullable String location;

  /** Keys and values of the parameters in turn; null if the partition has no map. */
  private final @Nullable String[] parameters;

  private final int createTime;
  private final int lastAccessTime;
  private final long writeId;
  private final byte set;

  private StoredPartition(
      PartitionTemplate template,
      Partition partition,
      boolean first,
      @Nullable String[] values,
      @Nullable String[] parameters) {
    this.template = template;
    this.values = values;
    this.parameters = parameters;
    this.location = partition.getSd() == null ? null : partition.getSd().getLocation();
    this.createTime = partition.getCreateTime();
    this.lastAccessTime = partition.getLastAccessTime();
    this.writeId = partition.getWriteId();
    this.set =
        (byte)
            ((partition.isSetCreateTime() ? CREATE_TIME : 0)
                | (partition.isSetLastAccessTime() ? LAST_ACCESS_TIME : 0)
                | (partition.isSetWriteId() ? WRITE_ID : 0)
                | (first ? FIRST_OF_TEMPLATE : 0));
  }

  /** Stores what the database answered; shares with others whatever equals. */
  static StoredPartition of(Partition partition, TemplatePool templates, StringPool strings) {
    PartitionTemplate probe = PartitionTemplate.probe(partition);
    PartitionTemplate template = templates.find(probe);
    boolean first = template == null;
    if (template == null) {
      template = templates.add(probe);
    }
    return new StoredPartition(
        template,
        partition,
        first,
        values(partition.getValues(), strings),
        parameters(partition.getParameters(), strings));
  }

  private static @Nullable String[] values(@Nullable List<String> values, StringPool strings) {
    if (values == null) {
      return null;
    }
    String[] array = new String[values.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = strings.shared(values.get(i));
    }
    return array;
  }

  private static @Nullable String[] parameters(
      @Nullable Map<String, String> parameters, StringPool strings) {
    if (parameters == null) {
      return null;
    }
    String[] array = new String[parameters.size() * 2];
    int i = 0;
    for (Map.Entry<String, String> entry : parameters.entrySet()) {
      array[i++] = strings.shared(entry.getKey());
      array[i++] = strings.shared(entry.getValue());
    }
    return array;
  }

  /**
   * A partition for a caller, who may change it.
   *
   * @param lean without what ObjectStore leaves out of full-ACID tables when it lists by a filter
   */
  Partition fresh(boolean lean) {
    Partition partition = template.fresh(location, lean);
    String[] held = values;
    if (held != null) {
      partition.setValues(new ArrayList<>(Arrays.asList(held)));
    }
    String[] pairs = parameters;
    if (pairs != null) {
      // COLUMN_STATS_ACCURATE and others are edited in place by callers: never an immutable map.
      Map<String, String> map = new HashMap<>(Math.max(8, pairs.length));
      for (int i = 0; i < pairs.length; i += 2) {
        map.put(pairs[i], pairs[i + 1]);
      }
      partition.setParameters(map);
    }
    if ((set & CREATE_TIME) != 0) {
      partition.setCreateTime(createTime);
    }
    if ((set & LAST_ACCESS_TIME) != 0) {
      partition.setLastAccessTime(lastAccessTime);
    }
    if ((set & WRITE_ID) != 0) {
      partition.setWriteId(writeId);
    }
    return partition;
  }

  /** The values as the database has them; not to be changed. */
  @Nullable
  String[] values() {
    return values;
  }

  /** Write id as the database has it; at most 0 if there is none. */
  long writeId() {
    return writeId;
  }

  /** Bytes, estimated; what is shared counts for the partition that brought it. */
  int weight() {
    long bytes = 64 + Weights.of(location) + strings(values);
    if ((set & FIRST_OF_TEMPLATE) != 0) {
      bytes += template.weight();
    }
    String[] pairs = parameters;
    if (pairs != null) {
      bytes += 16 + 4L * pairs.length;
      for (int i = 1; i < pairs.length; i += 2) {
        bytes += Weights.of(pairs[i]);
      }
    }
    return Weights.clamp(bytes);
  }

  private static long strings(@Nullable String[] strings) {
    if (strings == null) {
      return 0;
    }
    long bytes = 16 + 4L * strings.length;
    for (String string : strings) {
      bytes += Weights.of(string);
    }
    return bytes;
  }

  /** Whether the template is shared by reference. */
  boolean sharesTemplate(StoredPartition other) {
    return template == other.template;
  }
}
