package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.WriteIdStates;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Seeds write-id states from TxnHandler's tables. Confined to the tailer's thread. Does not own the
 * connection.
 *
 * <p>Two queries, in an order that makes up for a snapshot over both: the highest ids first, the
 * open ones second. An id that is allocated in between is above the highest that was read, so not
 * vouched for; read the other way round, it would be below it and not among the open ones, and so
 * pass for ended. One that ends in between has ended.
 */
final class JdbcWriteIdSeeds implements WriteIdSeeds {

  private static final String HIGHEST =
      "SELECT [NWI_DATABASE], [NWI_TABLE], [NWI_NEXT] FROM [NEXT_WRITE_ID]";
  private static final String OPEN_IDS =
      "SELECT [T2W_DATABASE], [T2W_TABLE], [T2W_TXNID], [T2W_WRITEID] FROM [TXN_TO_WRITE_ID]"
          + " INNER JOIN [TXNS] ON [T2W_TXNID] = [TXN_ID] WHERE [TXN_STATE] = 'o'";
  private static final String OPEN = "SELECT [TXN_ID] FROM [TXNS] WHERE [TXN_STATE] = 'o'";

  private final LogConnection connection;

  JdbcWriteIdSeeds(LogConnection connection) {
    this.connection = connection;
  }

  @Override
  public void seed(WriteIdStates states) throws SQLException {
    Map<TableKey, Long> highest = new HashMap<>();
    Map<TableKey, List<long[]>> open = new HashMap<>();
    connection.run(
        on -> {
          highest.clear();
          try (ResultSet rows = on.statement(HIGHEST).executeQuery()) {
            while (rows.next()) {
              highest.put(key(rows), rows.getLong(3) - 1);
            }
          }
          open.clear();
          try (ResultSet rows = on.statement(OPEN_IDS).executeQuery()) {
            while (rows.next()) {
              open.computeIfAbsent(key(rows), k -> new ArrayList<>())
                  .add(new long[] {rows.getLong(3), rows.getLong(4)});
            }
          }
          return highest.size();
        });
    for (Map.Entry<TableKey, Long> entry : highest.entrySet()) {
      List<long[]> pairs = open.getOrDefault(entry.getKey(), new ArrayList<>());
      states.seed(
          entry.getKey(),
          entry.getValue(),
          pairs.stream().mapToLong(pair -> pair[0]).toArray(),
          pairs.stream().mapToLong(pair -> pair[1]).toArray());
    }
  }

  /** TxnHandler knows no catalogs. */
  private static TableKey key(ResultSet row) throws SQLException {
    return TableKey.of(null, row.getString(1), row.getString(2));
  }

  @Override
  public Set<Long> openTransactions() throws SQLException {
    return connection.run(
        on -> {
          Set<Long> open = new HashSet<>();
          try (ResultSet rows = on.statement(OPEN).executeQuery()) {
            while (rows.next()) {
              open.add(rows.getLong(1));
            }
          }
          return open;
        });
  }
}
