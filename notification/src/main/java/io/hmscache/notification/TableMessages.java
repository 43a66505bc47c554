package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.AlterTableMessage;

/** The effects of ALTER_TABLE, which changes more than it names. */
final class TableMessages {

  private TableMessages() {}

  /**
   * Effects of an altered table. Partitions and statistics below it always count as changed: a
   * cascade, a new location, a truncate log this one event. Constraints show names and columns of
   * the tables on both ends of a foreign key, so they change with those.
   */
  static Decoded altered(AlterTableMessage message, @Nullable String rowCatalog) throws Exception {
    Table before = message.getTableObjBefore();
    Table after = message.getTableObjAfter();
    TableKey oldKey = key(before, rowCatalog);
    TableKey newKey = key(after, rowCatalog);
    List<Change> changes = new ArrayList<>();
    boolean renamed = !oldKey.equals(newKey);
    if (renamed) {
      changes.add(new Change.OfTableName(oldKey));
      changes.add(new Change.OfTableName(newKey));
    } else if (listedAlike(before, after)) {
      changes.add(new Change.OfTable(newKey));
    } else {
      changes.add(new Change.OfTableAndListings(newKey));
    }
    if (renamed || !columns(before).equals(columns(after))) {
      changes.add(new Change.OfConstraints());
    }
    return Decoded.of(changes);
  }

  /** Key of a table object; a missing catalog means the default one, as everywhere in Hive. */
  static TableKey key(Table table, @Nullable String rowCatalog) {
    String catalog = table.isSetCatName() ? table.getCatName() : rowCatalog;
    return TableKey.of(catalog, table.getDbName(), table.getTableName());
  }

  /** Whether listings, table metas and the list of views for rewriting show both alike. */
  private static boolean listedAlike(Table before, Table after) {
    return Objects.equals(before.getTableType(), after.getTableType())
        && Objects.equals(before.getOwner(), after.getOwner())
        && Objects.equals(before.getOwnerType(), after.getOwnerType())
        && before.isRewriteEnabled() == after.isRewriteEnabled()
        && Objects.equals(comment(before), comment(after));
  }

  private static @Nullable String comment(Table table) {
    return table.getParameters() == null ? null : table.getParameters().get("comment");
  }

  private static List<FieldSchema> columns(Table table) {
    List<FieldSchema> columns = new ArrayList<>();
    if (table.getSd() != null && table.getSd().getCols() != null) {
      columns.addAll(table.getSd().getCols());
    }
    if (table.getPartitionKeys() != null) {
      columns.addAll(table.getPartitionKeys());
    }
    return columns;
  }
}
