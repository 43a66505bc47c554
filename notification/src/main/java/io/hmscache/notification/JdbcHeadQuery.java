package io.hmscache.notification;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the head from NOTIFICATION_SEQUENCE, which holds the next id, over an own connection. */
final class JdbcHeadQuery implements HeadQuery {

  private static final String NEXT = "SELECT [NEXT_EVENT_ID] FROM [NOTIFICATION_SEQUENCE]";

  private final LogConnection connection;

  JdbcHeadQuery(LogDatabase database) {
    this.connection = new LogConnection(database);
  }

  @Override
  public long head() throws SQLException {
    return connection.run(
        on -> {
          try (ResultSet row = on.statement(NEXT).executeQuery()) {
            // Without the row, the first writer makes it and takes id 1.
            return row.next() ? row.getLong(1) - 1 : 0L;
          }
        });
  }

  @Override
  public long connections() {
    return connection.opened();
  }

  @Override
  public void close() {
    connection.close();
  }
}
