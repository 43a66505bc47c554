package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.HMSHandlerContext;
import org.apache.hadoop.hive.metastore.HMSHandlerProxyFactory;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.messaging.EventMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageFactory;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;
import org.apache.hadoop.hive.metastore.messaging.json.gzip.GzipJSONMessageEncoder;

/**
 * A real handler over ObjectStore with our listener, in this JVM. To be used and closed on one
 * thread.
 */
final class LogTestMetastore implements AutoCloseable {

  /** How messages are written. */
  enum Format {
    JSON(JSONMessageEncoder.class),
    GZIP(GzipJSONMessageEncoder.class);

    private final Class<?> encoder;

    Format(Class<?> encoder) {
      this.encoder = encoder;
    }
  }

  /** What a test does. */
  interface Action {
    void run() throws Exception;
  }

  private final TestDatabase database;
  private final Configuration conf;
  private final IHMSHandler handler;

  private LogTestMetastore(TestDatabase database, Configuration conf) throws Exception {
    this.database = database;
    this.conf = conf;
    this.handler = HMSHandlerProxyFactory.getProxy(conf, new HMSHandler("test", conf), false);
  }

  static LogTestMetastore open(TestDatabase database, Format format) throws Exception {
    Configuration conf = configuration(database);
    conf.set("metastore.event.message.factory", format.encoder.getName());
    return open(database, conf);
  }

  static LogTestMetastore open(TestDatabase database, Configuration conf) throws Exception {
    return new LogTestMetastore(database, conf);
  }

  /** Settings of a metastore with our listener. */
  static Configuration configuration(TestDatabase database) {
    Configuration conf = database.configuration();
    conf.set("metastore.transactional.event.listeners", NotificationLogListener.class.getName());
    // The default one turns managed tables without transactions into external ones, and wants
    // clients to say what they can do.
    conf.set("metastore.metadata.transformer.class", " ");
    // An open that takes longer is done again, and its first OPEN_TXN stays in the log.
    conf.set("metastore.txn.opentxn.timeout", "300s");
    return conf;
  }

  Configuration conf() {
    return conf;
  }

  IHMSHandler handler() {
    return handler;
  }

  /** The RawStore of this thread. */
  RawStore store() throws Exception {
    return HMSHandler.getMSForConf(conf);
  }

  /** A connection on which double quotes mean identifiers. */
  Connection connect() throws SQLException {
    Connection connection = database.connect();
    if (database.schemaType().equals("mysql")) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET @@session.sql_mode=ANSI_QUOTES");
      }
    }
    return connection;
  }

  /** The rows that an action added, which must have the ids up to the new head without a gap. */
  List<NotificationEvent> during(Action action) throws Exception {
    long before = head();
    action.run();
    List<NotificationEvent> rows = rowsAfter(before);
    long expected = before;
    for (NotificationEvent row : rows) {
      assertEquals(++expected, row.getEventId(), "ids have a gap: " + rows);
    }
    assertEquals(expected, head(), "the head does not belong to the last row");
    return rows;
  }

  /** The one row that an action added. */
  NotificationEvent oneDuring(Action action) throws Exception {
    List<NotificationEvent> rows = during(action);
    assertEquals(1, rows.size(), () -> "one row expected: " + types(rows));
    return rows.get(0);
  }

  /** What a client says that can read insert-only tables. */
  static ClientCapabilities capabilities() {
    return new ClientCapabilities(new ArrayList<>(List.of(ClientCapability.INSERT_ONLY_TABLES)));
  }

  static List<String> types(List<NotificationEvent> rows) {
    return rows.stream().map(NotificationEvent::getEventType).toList();
  }

  long head() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT \"NEXT_EVENT_ID\" - 1 FROM \"NOTIFICATION_SEQUENCE\"")) {
      result.next();
      return result.getLong(1);
    }
  }

  List<NotificationEvent> rowsAfter(long id) throws SQLException {
    List<NotificationEvent> rows = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT \"EVENT_ID\", \"EVENT_TIME\", \"EVENT_TYPE\", \"MESSAGE\", \"CAT_NAME\","
                    + " \"DB_NAME\", \"TBL_NAME\", \"MESSAGE_FORMAT\" FROM \"NOTIFICATION_LOG\""
                    + " WHERE \"EVENT_ID\" > "
                    + id
                    + " ORDER BY \"EVENT_ID\"")) {
      while (result.next()) {
        NotificationEvent row =
            new NotificationEvent(
                result.getLong(1), result.getInt(2), result.getString(3), result.getString(4));
        row.setCatName(result.getString(5));
        row.setDbName(result.getString(6));
        row.setTableName(result.getString(7));
        row.setMessageFormat(result.getString(8));
        rows.add(row);
      }
    }
    return rows;
  }

  /** The row's message, read by Hive's own deserializer for the row's format. */
  static <M extends EventMessage> M decode(NotificationEvent row, Class<M> as) throws Exception {
    for (EventType type : EventType.values()) {
      if (type.toString().equals(row.getEventType())) {
        return as.cast(
            MessageFactory.getInstance(row.getMessageFormat())
                .getDeserializer()
                .getEventMessage(type.name(), row.getMessage()));
      }
    }
    throw new AssertionError("unknown type " + row.getEventType());
  }

  static void assertColumns(
      NotificationEvent row, EventType type, String catalog, String database, String table) {
    assertEquals(type.toString(), row.getEventType());
    assertEquals(catalog, row.getCatName());
    assertEquals(database, row.getDbName());
    assertEquals(table, row.getTableName());
  }

  @Override
  public void close() {
    HMSHandlerContext.getRawStore().ifPresent(RawStore::shutdown);
    HMSHandlerContext.clear();
  }
}
