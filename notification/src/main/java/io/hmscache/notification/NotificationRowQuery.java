package io.hmscache.notification;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/** A few ways to read rows on a connection of somebody else. Confined to the calling thread. */
final class NotificationRowQuery {

  /** Makes a value of the row the result set stands on. */
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private final Connection connection;
  private final char quote;

  NotificationRowQuery(Connection connection, char quote) {
    this.connection = connection;
    this.quote = quote;
  }

  /**
   * All rows of a query.
   *
   * @param sql the query with {@code ~} around identifiers
   * @param parameters strings or longs
   */
  <T> List<T> list(String sql, RowReader<T> reader, Object... parameters) throws SQLException {
    String quoted = NotificationRowSql.quoted(sql, quote);
    try (PreparedStatement statement = connection.prepareStatement(quoted)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(reader.read(result));
        }
      }
      return rows;
    }
  }

  /** The first row of a query; null if there is none. */
  @Nullable
  <T> T first(String sql, RowReader<T> reader, Object... parameters) throws SQLException {
    List<T> rows = list(sql, reader, parameters);
    return rows.isEmpty() ? null : rows.get(0);
  }

  /** The parameters that hang on an id; keys without a value are left out, as ObjectStore does. */
  Map<String, String> parameters(String table, String idColumn, long id) throws SQLException {
    Map<String, String> parameters = new HashMap<>();
    list(
        "SELECT ~PARAM_KEY~, ~PARAM_VALUE~ FROM ~" + table + "~ WHERE ~" + idColumn + "~ = ?",
        row -> {
          String value = row.getString(2);
          return value != null && parameters.put(row.getString(1), value) == null;
        },
        id);
    return parameters;
  }

  /**
   * A truth value: a character on Derby and Oracle ('Y' or '1'), a bit on MySQL and SQL Server, a
   * boolean on PostgreSQL.
   */
  static boolean truth(ResultSet row, int column) throws SQLException {
    Object value = row.getObject(column);
    if (value instanceof Boolean) {
      return (Boolean) value;
    }
    if (value instanceof byte[]) {
      byte[] bits = (byte[]) value;
      return bits.length > 0 && bits[bits.length - 1] != 0;
    }
    if (value instanceof Number) {
      return new BigDecimal(value.toString()).signum() != 0;
    }
    String text = String.valueOf(value).trim();
    return text.equalsIgnoreCase("Y") || text.equalsIgnoreCase("true") || text.equals("1");
  }
}
