package io.hmscache.store;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;

/**
 * Tells what shape the partitions of an answer have. ObjectStore builds a listing by direct SQL or
 * through the ORM, whichever works, and does not say by which. Both fill in the same fields, with
 * two exceptions. Four fields of the serde only the ORM knows: an answer that shows one of them was
 * built by the ORM, and says that direct SQL's would differ. And direct SQL reads locations of
 * skewed values only if some partition of the answer has skewed columns, so that what one partition
 * shows depends on the others. An answer that shows none of this is the same either way, and the
 * same whatever it is a part of.
 */
final class PartitionShape {

  private PartitionShape() {}

  /**
   * The form whose entries the partitions may become; null if they have a shape of their own.
   *
   * @param filtered whether ObjectStore leaves out parts of descriptors of full-ACID tables here;
   *     if it had to fall back to names it does not
   */
  @Nullable
  static PartitionForm form(
      Session session, TableValue table, boolean filtered, List<Partition> partitions) {
    boolean lean = filtered && table.fullAcid;
    for (Partition partition : partitions) {
      StorageDescriptor sd = partition.getSd();
      if (table.naming.name(partition.getValues()) == null
          || (session.directSql() && sd != null && dependsOnPath(sd))) {
        return null;
      }
      lean = lean && PartitionTemplate.isLean(sd);
    }
    return lean ? PartitionForm.LEAN : session.bulk();
  }

  private static boolean dependsOnPath(StorageDescriptor sd) {
    return PartitionTemplate.ormOnly(sd.getSerdeInfo()) || PartitionTemplate.isSkewed(sd);
  }
}
