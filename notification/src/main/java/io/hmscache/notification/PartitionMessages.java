package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.AddPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.AlterPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.CommitCompactionMessage;
import org.apache.hadoop.hive.metastore.messaging.DeletePartitionColumnStatMessage;
import org.apache.hadoop.hive.metastore.messaging.DropPartitionMessage;
import org.apache.hadoop.hive.metastore.messaging.UpdatePartitionColumnStatMessage;

/** The effects of events that name partitions. Where values are missing, the table changed. */
final class PartitionMessages {

  private PartitionMessages() {}

  static Decoded added(AddPartitionMessage message, @Nullable String rowCatalog) throws Exception {
    return changed(message.getTableObj(), rowCatalog, message.getPartitions());
  }

  static Decoded dropped(DropPartitionMessage message, @Nullable String rowCatalog)
      throws Exception {
    return changed(message.getTableObj(), rowCatalog, message.getPartitions());
  }

  /** A rename shows in the values before and after. */
  static Decoded altered(AlterPartitionMessage message, @Nullable String rowCatalog)
      throws Exception {
    TableKey table = TableMessages.key(message.getTableObj(), rowCatalog);
    return partitions(
        table,
        Arrays.asList(message.getPtnObjBefore().getValues(), message.getPtnObjAfter().getValues()));
  }

  static Decoded statisticsUpdated(
      UpdatePartitionColumnStatMessage message, @Nullable String rowCatalog) throws Exception {
    TableKey table = TableMessages.key(message.getTableObject(), rowCatalog);
    return partitions(table, one(message.getPartVals()));
  }

  static Decoded statisticsDeleted(DeletePartitionColumnStatMessage message, TableKey table) {
    return partitions(table, one(message.getPartValues()));
  }

  static Decoded compacted(CommitCompactionMessage message, TableKey table) throws Exception {
    String name = message.getPartName();
    return partitions(
        table,
        name == null ? Collections.emptyList() : one(Warehouse.getPartValuesFromPartName(name)));
  }

  /**
   * Values in order of the table's keys. They come from the message's maps: they hold what is
   * needed and cost much less than the partition objects.
   */
  private static Decoded changed(
      Table table, @Nullable String rowCatalog, List<Map<String, String>> specs) {
    List<List<String>> all = new ArrayList<>();
    for (Map<String, String> spec : specs) {
      List<String> values = new ArrayList<>();
      for (FieldSchema key : table.getPartitionKeys()) {
        values.add(spec.get(key.getName()));
      }
      all.add(values);
    }
    return partitions(TableMessages.key(table, rowCatalog), all);
  }

  private static List<List<String>> one(@Nullable List<String> values) {
    return values == null ? Collections.emptyList() : Collections.singletonList(values);
  }

  private static Decoded partitions(TableKey table, List<List<String>> all) {
    List<List<String>> distinct = new ArrayList<>();
    for (List<String> values : all) {
      if (values == null || values.isEmpty() || values.contains(null)) {
        return Decoded.of(new Change.OfTable(table));
      }
      if (all.size() > 2 || !distinct.contains(values)) {
        distinct.add(Collections.unmodifiableList(new ArrayList<>(values)));
      }
    }
    return Decoded.of(
        distinct.isEmpty()
            ? new Change.OfTable(table)
            : new Change.OfPartitions(table, Collections.unmodifiableList(distinct)));
  }
}
