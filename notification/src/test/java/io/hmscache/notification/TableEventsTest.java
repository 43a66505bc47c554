package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TruncateTableRequest;
import org.apache.hadoop.hive.metastore.messaging.AlterTableMessage;
import org.apache.hadoop.hive.metastore.messaging.CreateTableMessage;
import org.apache.hadoop.hive.metastore.messaging.DropTableMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;

/** Table events, against what Hive's own deserializer reads. */
class TableEventsTest {

  @DatabaseTest
  void createAlterRenameDrop(TestDatabase database) throws Exception {
    for (Format format : Format.values()) {
      createAlterRenameDrop(database, format);
    }
  }

  private static void createAlterRenameDrop(TestDatabase database, Format format) throws Exception {
    String db = format == Format.JSON ? "tables_json" : "tables_gzip";
    try (LogTestMetastore metastore = LogTestMetastore.open(database, format)) {
      metastore.handler().create_database(Samples.database(db));

      NotificationEvent created =
          metastore.oneDuring(() -> metastore.handler().create_table(Samples.table(db, "T1")));
      Table stored = get(metastore, db, "t1");
      assertColumns(created, EventType.CREATE_TABLE, "hive", db, "t1");
      CreateTableMessage createMessage = decode(created, CreateTableMessage.class);
      Table image = createMessage.getTableObj();
      assertEquals(stored.getId(), image.getId());
      assertEquals("t1", image.getTableName());
      assertEquals(stored.getSd().getCols(), image.getSd().getCols());
      assertEquals(stored.getSd().getLocation(), image.getSd().getLocation());
      assertEquals(stored.getOwner(), image.getOwner());
      assertEquals(stored.getParameters(), image.getParameters());
      assertEquals(stored.getTableType(), createMessage.getTableType());
      assertEquals(created.getEventTime(), createMessage.getTimestamp().intValue());
      assertFalse(createMessage.getFiles().iterator().hasNext());

      Table wider = get(metastore, db, "t1");
      wider.getSd().getCols().add(new FieldSchema("more", "double", "added"));
      NotificationEvent altered =
          metastore.oneDuring(() -> metastore.handler().alter_table(db, "t1", wider));
      assertColumns(altered, EventType.ALTER_TABLE, "hive", db, "t1");
      AlterTableMessage alterMessage = decode(altered, AlterTableMessage.class);
      assertEquals(stored, alterMessage.getTableObjBefore());
      assertEquals(
          get(metastore, db, "t1").getSd().getCols(),
          alterMessage.getTableObjAfter().getSd().getCols());
      assertFalse(alterMessage.getIsTruncateOp());

      Table renamed = get(metastore, db, "t1");
      renamed.setTableName("t2");
      NotificationEvent rename =
          metastore.oneDuring(() -> metastore.handler().alter_table(db, "t1", renamed));
      assertColumns(rename, EventType.ALTER_TABLE, "hive", db, "t2");
      AlterTableMessage renameMessage = decode(rename, AlterTableMessage.class);
      assertEquals("t1", renameMessage.getTableObjBefore().getTableName());
      assertEquals("t2", renameMessage.getTableObjAfter().getTableName());

      Table last = get(metastore, db, "t2");
      NotificationEvent dropped =
          metastore.oneDuring(() -> metastore.handler().drop_table(db, "t2", true));
      assertColumns(dropped, EventType.DROP_TABLE, "hive", db, "t2");
      DropTableMessage dropMessage = decode(dropped, DropTableMessage.class);
      assertEquals(last, dropMessage.getTableObj());
      assertEquals("t2", dropMessage.getTable());
    }
  }

  @DatabaseTest
  void createListsTheFilesThatAreThere(TestDatabase database) throws Exception {
    String db = "files";
    Path location = Files.createTempDirectory("table");
    Files.writeString(location.resolve("data"), "1,a");
    Files.writeString(location.resolve("_hidden"), "");
    Files.writeString(location.resolve(".hidden"), "");
    Files.createDirectory(location.resolve("folder"));
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(db));
      Table table = Samples.table(db, "t");
      table.getSd().setLocation(location.toUri().toString());

      NotificationEvent created =
          metastore.oneDuring(() -> metastore.handler().create_table(table));

      List<String> files = new ArrayList<>();
      decode(created, CreateTableMessage.class).getFiles().forEach(files::add);
      assertEquals(1, files.size(), files::toString);
      assertTrue(files.get(0).contains("/data#"), files::toString);
    }
  }

  @DatabaseTest
  void truncateLogsTwiceAndSaysSo(TestDatabase database) throws Exception {
    String db = "truncate";
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(db));
      metastore.handler().create_table(Samples.table(db, "t"));

      List<NotificationEvent> rows =
          metastore.during(
              () -> metastore.handler().truncate_table_req(new TruncateTableRequest(db, "t")));

      assertEquals(List.of("ALTER_TABLE", "ALTER_TABLE"), types(rows));
      assertTrue(decode(rows.get(0), AlterTableMessage.class).getIsTruncateOp());
      assertFalse(decode(rows.get(1), AlterTableMessage.class).getIsTruncateOp());
    }
  }

  @DatabaseTest
  void dropCascadeLogsEachTableThenTheDatabase(TestDatabase database) throws Exception {
    String db = "cascade";
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(db));
      metastore.handler().create_table(Samples.table(db, "t1"));
      metastore.handler().create_table(Samples.table(db, "t2", "p"));

      List<NotificationEvent> rows =
          metastore.during(() -> metastore.handler().drop_database(db, true, true));

      assertEquals(List.of("DROP_TABLE", "DROP_TABLE", "DROP_DATABASE"), types(rows));
    }
  }

  @DatabaseTest
  void columnChangeWithCascadeIsOneRow(TestDatabase database) throws Exception {
    String db = "casc_col";
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(db));
      Table table = Samples.table(db, "t", "p");
      metastore.handler().create_table(table);
      metastore.handler().add_partition(Samples.partition(table, "1"));
      Table wider = get(metastore, db, "t");
      wider.getSd().getCols().add(new FieldSchema("more", "double", null));
      EnvironmentContext cascade = new EnvironmentContext();
      cascade.putToProperties("CASCADE", "true");

      NotificationEvent row =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .alter_table_with_environment_context(db, "t", wider, cascade));

      assertColumns(row, EventType.ALTER_TABLE, "hive", db, "t");
    }
  }

  private static Table get(LogTestMetastore metastore, String db, String name) throws Exception {
    GetTableRequest request = new GetTableRequest(db, name);
    request.setCatName("hive");
    return metastore.handler().get_table_req(request).getTable();
  }
}
