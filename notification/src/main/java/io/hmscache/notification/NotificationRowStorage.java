package io.hmscache.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Order;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.SerdeType;
import org.apache.hadoop.hive.metastore.api.SkewedInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;

/** Reads the storage descriptor of a {@link NotificationRowImages table image}. */
final class NotificationRowStorage {

  private static final String STORAGE =
      "SELECT s.~CD_ID~, s.~LOCATION~, s.~INPUT_FORMAT~, s.~OUTPUT_FORMAT~, s.~IS_COMPRESSED~,"
          + " s.~NUM_BUCKETS~, s.~IS_STOREDASSUBDIRECTORIES~, s.~SERDE_ID~, r.~NAME~, r.~SLIB~,"
          + " r.~DESCRIPTION~, r.~SERIALIZER_CLASS~, r.~DESERIALIZER_CLASS~, r.~SERDE_TYPE~"
          + " FROM ~SDS~ s LEFT JOIN ~SERDES~ r ON r.~SERDE_ID~ = s.~SERDE_ID~"
          + " WHERE s.~SD_ID~ = ?";

  private final NotificationRowQuery query;

  NotificationRowStorage(NotificationRowQuery query) {
    this.query = query;
  }

  /**
   * The descriptor with this id; null if there is none.
   *
   * @param acid whether the table is full ACID; ObjectStore then leaves out sort columns, skew and
   *     all parameters
   */
  @Nullable
  StorageDescriptor read(long id, boolean acid) throws SQLException {
    StorageRow row = query.first(STORAGE, StorageRow::new, id);
    if (row == null) {
      return null;
    }
    StorageDescriptor image = row.image;
    image.setCols(
        query.list(
            "SELECT ~COLUMN_NAME~, ~TYPE_NAME~, ~COMMENT~ FROM ~COLUMNS_V2~ WHERE ~CD_ID~ = ?"
                + " ORDER BY ~INTEGER_IDX~",
            column ->
                new FieldSchema(column.getString(1), column.getString(2), column.getString(3)),
            row.columnsId));
    image.setBucketCols(strings("BUCKETING_COLS", "BUCKET_COL_NAME", id));
    if (acid) {
      image.setSortCols(new ArrayList<>());
      image.setParameters(Collections.emptyMap());
      image.setSkewedInfo(
          new SkewedInfo(new ArrayList<>(), new ArrayList<>(), Collections.emptyMap()));
      image.setSerdeInfo(
          new SerDeInfo(
              row.serde.getName(), row.serde.getSerializationLib(), Collections.emptyMap()));
      return image;
    }
    image.setSortCols(
        query.list(
            "SELECT ~COLUMN_NAME~, ~ORDER~ FROM ~SORT_COLS~ WHERE ~SD_ID~ = ? ORDER BY"
                + " ~INTEGER_IDX~",
            order -> new Order(order.getString(1), order.getInt(2)),
            id));
    image.setParameters(query.parameters("SD_PARAMS", "SD_ID", id));
    image.setSkewedInfo(
        new SkewedInfo(
            strings("SKEWED_COL_NAMES", "SKEWED_COL_NAME", id),
            new ArrayList<>(skewedValues(id).values()),
            skewedLocations(id)));
    if (row.serdeId != null) {
      row.serde.setParameters(query.parameters("SERDE_PARAMS", "SERDE_ID", row.serdeId));
      image.setSerdeInfo(row.serde);
    }
    return image;
  }

  private List<String> strings(String table, String column, long id) throws SQLException {
    return query.list(
        "SELECT ~" + column + "~ FROM ~" + table + "~ WHERE ~SD_ID~ = ? ORDER BY ~INTEGER_IDX~",
        row -> row.getString(1),
        id);
  }

  private Map<Long, List<String>> skewedValues(long id) throws SQLException {
    Map<Long, List<String>> values = new LinkedHashMap<>();
    query.list(
        "SELECT v.~STRING_LIST_ID_EID~, e.~STRING_LIST_VALUE~ FROM ~SKEWED_VALUES~ v JOIN"
            + " ~SKEWED_STRING_LIST_VALUES~ e ON e.~STRING_LIST_ID~ = v.~STRING_LIST_ID_EID~"
            + " WHERE v.~SD_ID_OID~ = ? ORDER BY v.~INTEGER_IDX~, e.~INTEGER_IDX~",
        row ->
            values
                .computeIfAbsent(row.getLong(1), ignored -> new ArrayList<>())
                .add(row.getString(2)),
        id);
    return values;
  }

  private Map<List<String>, String> skewedLocations(long id) throws SQLException {
    Map<Long, List<String>> keys = new LinkedHashMap<>();
    Map<Long, String> locations = new LinkedHashMap<>();
    query.list(
        "SELECT m.~STRING_LIST_ID_KID~, m.~LOCATION~, e.~STRING_LIST_VALUE~ FROM"
            + " ~SKEWED_COL_VALUE_LOC_MAP~ m JOIN ~SKEWED_STRING_LIST_VALUES~ e ON"
            + " e.~STRING_LIST_ID~ = m.~STRING_LIST_ID_KID~ WHERE m.~SD_ID~ = ? ORDER BY"
            + " m.~STRING_LIST_ID_KID~, e.~INTEGER_IDX~",
        row -> {
          locations.put(row.getLong(1), row.getString(2));
          return keys.computeIfAbsent(row.getLong(1), ignored -> new ArrayList<>())
              .add(row.getString(3));
        },
        id);
    Map<List<String>, String> result = new LinkedHashMap<>();
    for (Map.Entry<Long, List<String>> key : keys.entrySet()) {
      result.put(key.getValue(), locations.get(key.getKey()));
    }
    return result;
  }

  /** One row of {@link #STORAGE}. */
  private static final class StorageRow {

    private final long columnsId;
    private final StorageDescriptor image = new StorageDescriptor();
    private final SerDeInfo serde = new SerDeInfo();
    @Nullable private final Long serdeId;

    private StorageRow(ResultSet row) throws SQLException {
      columnsId = row.getLong(1);
      image.setLocation(row.getString(2));
      image.setInputFormat(row.getString(3));
      image.setOutputFormat(row.getString(4));
      image.setCompressed(NotificationRowQuery.truth(row, 5));
      image.setNumBuckets(row.getInt(6));
      image.setStoredAsSubDirectories(NotificationRowQuery.truth(row, 7));
      long id = row.getLong(8);
      serdeId = row.wasNull() ? null : id;
      serde.setName(row.getString(9));
      serde.setSerializationLib(row.getString(10));
      serde.setDescription(row.getString(11));
      serde.setSerializerClass(row.getString(12));
      serde.setDeserializerClass(row.getString(13));
      int type = row.getInt(14);
      if (type > 0) {
        serde.setSerdeType(SerdeType.findByValue(type));
      }
    }
  }
}
