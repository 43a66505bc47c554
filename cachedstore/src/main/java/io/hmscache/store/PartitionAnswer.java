package io.hmscache.store;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Partition;

/** What a listing of partitions answers: the partitions, and a flag that only some methods have. */
final class PartitionAnswer {

  /** The partitions, in the delegate's order. */
  final @Nullable List<Partition> partitions;

  /** Whether {@code getPartitionsByExpr} could not decide about some partition. */
  final boolean unknown;

  PartitionAnswer(@Nullable List<Partition> partitions, boolean unknown) {
    this.partitions = partitions;
    this.unknown = unknown;
  }
}
