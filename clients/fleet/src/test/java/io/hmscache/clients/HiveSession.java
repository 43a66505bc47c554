package io.hmscache.clients;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A session of one HiveServer2. Answers are made comparable: rows sorted, folders, times and other
 * things that differ between two runs taken out; a failure is an answer too.
 */
final class HiveSession implements AutoCloseable {

  private static final Pattern UNSTABLE =
      Pattern.compile(
          "CreateTime:|LastAccessTime:|transient_lastDdlTime|last_modified_time|last_modified_by"
              + "|Last Modified|totalSize|rawDataSize|Outdated for Rewriting|OwnerType:|Retention:"
              + "|Snapshot|MaterializationTime|Materialization snapshot|Original Query|Expanded Query"
              + "|#|^\\s*$|bucketing_version|Storage Desc|Compressed:|Num Buckets:|Bucket Columns:"
              + "|Sort Columns:|SerDe Library:|InputFormat:|OutputFormat:|serialization.format");
  private static final Pattern FAILURE_CODE = Pattern.compile("\\[Error (\\d+)\\]");

  private final Connection connection;
  private final Path warehouse;

  HiveSession(Connection connection, Path warehouse) {
    this.connection = connection;
    this.warehouse = warehouse;
  }

  /** Runs a statement that has to succeed. */
  void run(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(300);
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("failed: " + sql, e);
    }
  }

  /** Asks and gives the comparable answer. */
  List<String> ask(String sql) {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(300);
      try (ResultSet rows = statement.executeQuery(sql)) {
        ResultSetMetaData columns = rows.getMetaData();
        lines.add("columns: " + names(columns));
        List<String> body = new ArrayList<>();
        while (rows.next()) {
          StringBuilder row = new StringBuilder();
          for (int i = 1; i <= columns.getColumnCount(); i++) {
            String cell = String.valueOf(rows.getString(i)).strip();
            row.append(i == 1 ? "" : " | ").append(cell);
          }
          String line = row.toString().replace(warehouse.toString(), "WAREHOUSE");
          if (!UNSTABLE.matcher(line).find()) {
            body.add(line);
          }
        }
        body.sort(null);
        lines.addAll(body);
      }
    } catch (SQLException e) {
      lines.add("failed: " + reason(e));
    }
    return lines;
  }

  private static String names(ResultSetMetaData columns) throws SQLException {
    StringBuilder names = new StringBuilder();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.append(i == 1 ? "" : " | ").append(columns.getColumnLabel(i));
    }
    return names.toString();
  }

  /** The code and class of a failure; texts have query ids and paths in them. */
  private static String reason(SQLException e) {
    var code = FAILURE_CODE.matcher(String.valueOf(e.getMessage()));
    return "SQLState "
        + e.getSQLState()
        + " code "
        + (code.find() ? code.group(1) : e.getErrorCode());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
