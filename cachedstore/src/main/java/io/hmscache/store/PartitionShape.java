package io.hmscache.store;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;

/**
 * Tells what shape the partitions of an answer have. ObjectStore builds a listing by direct SQL or
 * through the ORM, whichever works, and does not say by which. Both fill in the same fields but
 * four of the serde, which only the ORM knows: an answer that shows one of them was built by the
 * ORM, and says that direct SQL's would differ. An answer that shows none is the same either way.
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
          || (session.directSql() && sd != null && PartitionTemplate.ormOnly(sd.getSerdeInfo()))) {
        return null;
      }
      lean = lean && PartitionTemplate.isLean(sd);
    }
    return lean ? PartitionForm.LEAN : PartitionForm.BULK;
  }
}
