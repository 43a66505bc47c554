package io.hmscache.notification;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;

/**
 * ALTER rows for what a {@link CommitHint} says, with equal images before and after: the state that
 * the transaction is about to commit. A change of partitions' replication state is logged as an
 * ALTER_TABLE, which covers everything below the table. Thread-safe.
 */
final class CommitHintRows {

  private final Configuration conf;
  private final EventMessages messages;

  CommitHintRows(Configuration conf, EventMessages messages) {
    this.conf = conf;
    this.messages = messages;
  }

  /** The rows; none for objects that do not exist, as nothing of theirs changed. */
  List<NotificationRow> rows(CommitHint hint, NotificationRowImages images) throws SQLException {
    List<NotificationRow> rows = new ArrayList<>();
    if (hint.tableId() != null) {
      addTable(rows, images.table(hint.tableId()));
    }
    if (hint.database() != null) {
      String catalog =
          hint.catalog() == null ? MetaStoreUtils.getDefaultCatalog(conf) : hint.catalog();
      Database database = images.database(catalog, hint.database());
      if (database != null) {
        rows.add(messages.alterDatabase(database, database));
      }
      if (hint.table() != null) {
        addTable(rows, images.table(catalog, hint.database(), hint.table()));
      }
    }
    return rows;
  }

  private void addTable(List<NotificationRow> rows, @Nullable Table table) {
    if (table != null) {
      rows.add(messages.alterTable(table, table, false, table.getWriteId()));
    }
  }
}
