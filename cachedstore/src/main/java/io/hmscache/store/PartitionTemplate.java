package io.hmscache.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Order;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.SkewedInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;

/**
 * What many partitions of a table have in common: everything but values, location, parameters,
 * times and write id. The partitions of a table are stored as these few fields and a reference to
 * one of a handful of templates. Immutable; nothing of it is ever handed out.
 */
final class PartitionTemplate {

  private final Partition shell;

  private PartitionTemplate(Partition shell) {
    this.shell = shell;
  }

  /**
   * The common part of a partition, to compare with: it refers to the partition's own containers,
   * so keep only an {@link #owned} copy.
   */
  static PartitionTemplate probe(Partition partition) {
    Partition shell = new Partition();
    shell.setCatName(partition.getCatName());
    shell.setDbName(partition.getDbName());
    shell.setTableName(partition.getTableName());
    shell.setPrivileges(partition.getPrivileges());
    shell.setColStats(partition.getColStats());
    shell.setFileMetadata(partition.getFileMetadata());
    if (partition.isSetIsStatsCompliant()) {
      shell.setIsStatsCompliant(partition.isIsStatsCompliant());
    }
    StorageDescriptor sd = partition.getSd();
    if (sd != null) {
      StorageDescriptor bare = new StorageDescriptor();
      bare.setCols(sd.getCols());
      bare.setBucketCols(sd.getBucketCols());
      bare.setSortCols(sd.getSortCols());
      bare.setParameters(sd.getParameters());
      bare.setSkewedInfo(sd.getSkewedInfo());
      bare.setSerdeInfo(sd.getSerdeInfo());
      copyScalars(sd, bare);
      shell.setSd(bare);
    }
    return new PartitionTemplate(shell);
  }

  /** A template that shares nothing with the partition it was taken from. */
  PartitionTemplate owned() {
    return new PartitionTemplate(shell.deepCopy());
  }

  /** The few things that tell templates of one table apart, most of the time. */
  int quickHash() {
    StorageDescriptor sd = shell.getSd();
    if (sd == null) {
      return 0;
    }
    int hash = sd.getCols() == null ? 0 : sd.getCols().size();
    SerDeInfo serde = sd.getSerdeInfo();
    if (serde != null) {
      hash = hash * 31 + hash(serde.getSerializationLib());
      hash = hash * 31 + (serde.getParameters() == null ? 0 : serde.getParametersSize());
    }
    return (hash * 31 + hash(sd.getInputFormat())) * 31 + sd.getNumBuckets();
  }

  private static int hash(@Nullable String string) {
    return string == null ? 0 : string.hashCode();
  }

  boolean matches(PartitionTemplate other) {
    return shell.equals(other.shell);
  }

  /** Bytes, estimated. */
  long weight() {
    return 300 + Weights.of(shell.getSd());
  }

  /**
   * A partition with the common part filled in; fresh down to its last container.
   *
   * @param lean without what ObjectStore leaves out of full-ACID tables when it lists by a filter
   */
  Partition fresh(@Nullable String location, boolean lean) {
    Partition partition = new Partition();
    partition.setCatName(shell.getCatName());
    partition.setDbName(shell.getDbName());
    partition.setTableName(shell.getTableName());
    if (shell.isSetPrivileges()) {
      partition.setPrivileges(shell.getPrivileges().deepCopy());
    }
    if (shell.isSetColStats()) {
      partition.setColStats(shell.getColStats().deepCopy());
    }
    if (shell.isSetFileMetadata()) {
      partition.setFileMetadata(shell.getFileMetadata().deepCopy());
    }
    if (shell.isSetIsStatsCompliant()) {
      partition.setIsStatsCompliant(shell.isIsStatsCompliant());
    }
    StorageDescriptor sd = shell.getSd();
    if (sd != null) {
      StorageDescriptor copy = new StorageDescriptor();
      copyScalars(sd, copy);
      copy.setLocation(location);
      copy.setCols(columns(sd.getCols()));
      copy.setBucketCols(strings(sd.getBucketCols()));
      if (lean) {
        copy.setSortCols(new ArrayList<>());
        copy.setParameters(new HashMap<>());
        copy.setSkewedInfo(new SkewedInfo(new ArrayList<>(), new ArrayList<>(), new HashMap<>()));
      } else {
        copy.setSortCols(orders(sd.getSortCols()));
        copy.setParameters(map(sd.getParameters()));
        copy.setSkewedInfo(skewed(sd.getSkewedInfo()));
      }
      copy.setSerdeInfo(serde(sd.getSerdeInfo(), lean));
      partition.setSd(copy);
    }
    return partition;
  }

  /** Whether a descriptor looks as if ObjectStore had left things out: a lean copy equals it. */
  static boolean isLean(@Nullable StorageDescriptor sd) {
    if (sd == null) {
      return true;
    }
    SerDeInfo serde = sd.getSerdeInfo();
    SkewedInfo skewed = sd.getSkewedInfo();
    return empty(sd.getSortCols())
        && empty(sd.getParameters())
        && skewed != null
        && empty(skewed.getSkewedColNames())
        && empty(skewed.getSkewedColValues())
        && empty(skewed.getSkewedColValueLocationMaps())
        && (serde == null || (empty(serde.getParameters()) && !ormOnly(serde)));
  }

  /** Whether a descriptor has anything of a skew, complete or not. */
  static boolean isSkewed(StorageDescriptor sd) {
    SkewedInfo skewed = sd.getSkewedInfo();
    return skewed != null
        && (skewed.getSkewedColNamesSize() > 0
            || skewed.getSkewedColValuesSize() > 0
            || skewed.getSkewedColValueLocationMapsSize() > 0);
  }

  /** Whether a serde has fields that only the ORM path of ObjectStore fills in. */
  static boolean ormOnly(@Nullable SerDeInfo serde) {
    return serde != null
        && (serde.isSetDescription()
            || serde.isSetSerializerClass()
            || serde.isSetDeserializerClass()
            || serde.isSetSerdeType());
  }

  private static boolean empty(@Nullable List<?> list) {
    return list != null && list.isEmpty();
  }

  private static boolean empty(@Nullable Map<?, ?> map) {
    return map != null && map.isEmpty();
  }

  private static void copyScalars(StorageDescriptor from, StorageDescriptor to) {
    to.setInputFormat(from.getInputFormat());
    to.setOutputFormat(from.getOutputFormat());
    if (from.isSetCompressed()) {
      to.setCompressed(from.isCompressed());
    }
    if (from.isSetNumBuckets()) {
      to.setNumBuckets(from.getNumBuckets());
    }
    if (from.isSetStoredAsSubDirectories()) {
      to.setStoredAsSubDirectories(from.isStoredAsSubDirectories());
    }
  }

  private static @Nullable List<FieldSchema> columns(@Nullable List<FieldSchema> columns) {
    if (columns == null) {
      return null;
    }
    List<FieldSchema> copy = new ArrayList<>(columns.size());
    for (FieldSchema column : columns) {
      copy.add(new FieldSchema(column.getName(), column.getType(), column.getComment()));
    }
    return copy;
  }

  private static @Nullable List<Order> orders(@Nullable List<Order> orders) {
    if (orders == null) {
      return null;
    }
    List<Order> copy = new ArrayList<>(orders.size());
    for (Order order : orders) {
      copy.add(order.deepCopy());
    }
    return copy;
  }

  private static @Nullable SerDeInfo serde(@Nullable SerDeInfo serde, boolean lean) {
    if (serde == null) {
      return null;
    }
    SerDeInfo copy = new SerDeInfo();
    copy.setName(serde.getName());
    copy.setSerializationLib(serde.getSerializationLib());
    if (lean) {
      copy.setParameters(new HashMap<>());
      return copy;
    }
    copy.setParameters(map(serde.getParameters()));
    copy.setDescription(serde.getDescription());
    copy.setSerializerClass(serde.getSerializerClass());
    copy.setDeserializerClass(serde.getDeserializerClass());
    copy.setSerdeType(serde.getSerdeType());
    return copy;
  }

  private static @Nullable SkewedInfo skewed(@Nullable SkewedInfo skewed) {
    return skewed == null ? null : skewed.deepCopy();
  }

  private static @Nullable List<String> strings(@Nullable List<String> strings) {
    return strings == null ? null : new ArrayList<>(strings);
  }

  private static @Nullable Map<String, String> map(@Nullable Map<String, String> map) {
    return map == null ? null : new HashMap<>(map);
  }
}
