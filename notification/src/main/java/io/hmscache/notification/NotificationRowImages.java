package io.hmscache.notification;

import static org.apache.hadoop.hive.metastore.utils.StringUtils.normalizeIdentifier;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.DatabaseType;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.PrincipalType;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

/**
 * Reads whole table and database objects on a transaction's own connection, for the ALTER rows that
 * go with a commit. Whole, because a consumer such as replication replays the image of an
 * ALTER_TABLE: half an image would damage its copy. The objects equal those of ObjectStore.
 *
 * <p>Read after the log's sequence row is locked, an image is exact: an ALTER of the same table
 * that is not committed yet will have a later id. Confined to the calling thread.
 */
final class NotificationRowImages {

  private static final String TABLE =
      "SELECT t.~TBL_ID~, t.~TBL_NAME~, d.~NAME~, d.~CTLG_NAME~, t.~OWNER~, t.~OWNER_TYPE~,"
          + " t.~CREATE_TIME~, t.~LAST_ACCESS_TIME~, t.~RETENTION~, t.~TBL_TYPE~,"
          + " t.~VIEW_ORIGINAL_TEXT~, t.~VIEW_EXPANDED_TEXT~, t.~IS_REWRITE_ENABLED~,"
          + " t.~WRITE_ID~, t.~SD_ID~"
          + " FROM ~TBLS~ t JOIN ~DBS~ d ON d.~DB_ID~ = t.~DB_ID~";

  private static final String DATABASE =
      "SELECT ~DB_ID~, ~NAME~, ~DESC~, ~DB_LOCATION_URI~, ~OWNER_NAME~, ~OWNER_TYPE~,"
          + " ~CTLG_NAME~, ~CREATE_TIME~, ~DB_MANAGED_LOCATION_URI~, ~TYPE~,"
          + " ~DATACONNECTOR_NAME~, ~REMOTE_DBNAME~ FROM ~DBS~ WHERE ~NAME~ = ? AND"
          + " ~CTLG_NAME~ = ?";

  private final NotificationRowQuery query;
  private final NotificationRowStorage storage;

  NotificationRowImages(Connection connection, SQLGenerator sql) {
    this.query = new NotificationRowQuery(connection, NotificationRowSql.quote(sql));
    this.storage = new NotificationRowStorage(query);
  }

  /** The table with this id; null if there is none. */
  @Nullable
  Table table(long id) throws SQLException {
    return complete(query.first(TABLE + " WHERE t.~TBL_ID~ = ?", TableRow::new, id));
  }

  /** The table of this name; null if there is none. */
  @Nullable
  Table table(String catalog, String database, String table) throws SQLException {
    return complete(
        query.first(
            TABLE + " WHERE t.~TBL_NAME~ = ? AND d.~NAME~ = ? AND d.~CTLG_NAME~ = ?",
            TableRow::new,
            normalizeIdentifier(table),
            normalizeIdentifier(database),
            normalizeIdentifier(catalog)));
  }

  /** The database of this name; null if there is none. */
  @Nullable
  Database database(String catalog, String database) throws SQLException {
    DatabaseRow row =
        query.first(
            DATABASE,
            DatabaseRow::new,
            normalizeIdentifier(database),
            normalizeIdentifier(catalog));
    if (row == null) {
      return null;
    }
    row.image.setParameters(query.parameters("DATABASE_PARAMS", "DB_ID", row.id));
    return row.image;
  }

  @Nullable
  private Table complete(@Nullable TableRow row) throws SQLException {
    if (row == null) {
      return null;
    }
    Table image = row.image;
    Map<String, String> parameters = query.parameters("TABLE_PARAMS", "TBL_ID", image.getId());
    image.setParameters(parameters);
    image.setPartitionKeys(
        query.list(
            "SELECT ~PKEY_NAME~, ~PKEY_TYPE~, ~PKEY_COMMENT~ FROM ~PARTITION_KEYS~ WHERE"
                + " ~TBL_ID~ = ? ORDER BY ~INTEGER_IDX~",
            key -> new FieldSchema(key.getString(1), key.getString(2), key.getString(3)),
            image.getId()));
    if (row.storageId != null) {
      image.setSd(storage.read(row.storageId, TxnUtils.isAcidTable(parameters)));
    }
    return image;
  }

  /** One row of {@link #TABLE}. */
  private static final class TableRow {

    private final Table image = new Table();
    @Nullable private final Long storageId;

    private TableRow(ResultSet row) throws SQLException {
      image.setId(row.getLong(1));
      image.setTableName(row.getString(2));
      image.setDbName(row.getString(3));
      image.setCatName(row.getString(4));
      image.setOwner(row.getString(5));
      image.setOwnerType(ownerType(row.getString(6), PrincipalType.USER));
      image.setCreateTime(row.getInt(7));
      image.setLastAccessTime(row.getInt(8));
      image.setRetention(row.getInt(9));
      String type = row.getString(10);
      image.setTableType(type);
      String original = row.getString(11);
      String expanded = row.getString(12);
      if (TableType.VIRTUAL_VIEW.toString().equals(type)
          || TableType.MATERIALIZED_VIEW.toString().equals(type)) {
        image.setViewOriginalText(original);
        image.setViewExpandedText(expanded);
      }
      image.setRewriteEnabled(NotificationRowQuery.truth(row, 13));
      image.setWriteId(row.getLong(14));
      long id = row.getLong(15);
      storageId = row.wasNull() ? null : id;
    }
  }

  /** One row of {@link #DATABASE}. */
  private static final class DatabaseRow {

    private final long id;
    private final Database image = new Database();

    private DatabaseRow(ResultSet row) throws SQLException {
      id = row.getLong(1);
      image.setName(row.getString(2));
      image.setDescription(row.getString(3));
      image.setLocationUri(row.getString(4));
      image.setOwnerName(row.getString(5));
      image.setOwnerType(ownerType(row.getString(6), null));
      image.setCatalogName(row.getString(7));
      image.setCreateTime(row.getInt(8));
      image.setManagedLocationUri(blankToNull(row.getString(9)));
      boolean remote = DatabaseType.REMOTE.name().equalsIgnoreCase(row.getString(10));
      image.setType(remote ? DatabaseType.REMOTE : DatabaseType.NATIVE);
      if (remote) {
        image.setConnector_name(blankToNull(row.getString(11)));
        image.setRemote_dbname(blankToNull(row.getString(12)));
      }
    }
  }

  @Nullable
  private static PrincipalType ownerType(@Nullable String name, @Nullable PrincipalType missing) {
    return name == null || name.isEmpty() ? missing : PrincipalType.valueOf(name);
  }

  @Nullable
  private static String blankToNull(@Nullable String text) {
    return text == null || text.trim().isEmpty() ? null : text;
  }
}
