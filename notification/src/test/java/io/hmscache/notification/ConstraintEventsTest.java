package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.AddCheckConstraintRequest;
import org.apache.hadoop.hive.metastore.api.AddDefaultConstraintRequest;
import org.apache.hadoop.hive.metastore.api.AddForeignKeyRequest;
import org.apache.hadoop.hive.metastore.api.AddNotNullConstraintRequest;
import org.apache.hadoop.hive.metastore.api.AddPrimaryKeyRequest;
import org.apache.hadoop.hive.metastore.api.AddUniqueConstraintRequest;
import org.apache.hadoop.hive.metastore.api.DropConstraintRequest;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;
import org.apache.hadoop.hive.metastore.messaging.AddCheckConstraintMessage;
import org.apache.hadoop.hive.metastore.messaging.AddDefaultConstraintMessage;
import org.apache.hadoop.hive.metastore.messaging.AddForeignKeyMessage;
import org.apache.hadoop.hive.metastore.messaging.AddNotNullConstraintMessage;
import org.apache.hadoop.hive.metastore.messaging.AddPrimaryKeyMessage;
import org.apache.hadoop.hive.metastore.messaging.AddUniqueConstraintMessage;
import org.apache.hadoop.hive.metastore.messaging.DropConstraintMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;

/** Events of constraints. */
class ConstraintEventsTest {

  private static final String DB = "constraints";

  @DatabaseTest
  void addEachKindAndDrop(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(DB));
      metastore.handler().create_table(Samples.table(DB, "parent"));
      metastore.handler().create_table(Samples.table(DB, "child"));

      SQLPrimaryKey primary = new SQLPrimaryKey(DB, "parent", "id", 1, "pk", false, false, false);
      primary.setCatName("hive");
      NotificationEvent row =
          metastore.oneDuring(
              () ->
                  metastore.handler().add_primary_key(new AddPrimaryKeyRequest(List.of(primary))));
      assertColumns(row, EventType.ADD_PRIMARYKEY, "hive", DB, "parent");
      assertEquals(List.of(primary), decode(row, AddPrimaryKeyMessage.class).getPrimaryKeys());

      SQLForeignKey foreign = new SQLForeignKey();
      foreign.setCatName("hive");
      foreign.setPktable_db(DB);
      foreign.setPktable_name("parent");
      foreign.setPkcolumn_name("id");
      foreign.setFktable_db(DB);
      foreign.setFktable_name("child");
      foreign.setFkcolumn_name("id");
      foreign.setKey_seq(1);
      foreign.setFk_name("fk");
      foreign.setPk_name("pk");
      NotificationEvent fk =
          metastore.oneDuring(
              () ->
                  metastore.handler().add_foreign_key(new AddForeignKeyRequest(List.of(foreign))));
      assertColumns(fk, EventType.ADD_FOREIGNKEY, "hive", DB, "parent");
      assertEquals(
          "child",
          decode(fk, AddForeignKeyMessage.class).getForeignKeys().get(0).getFktable_name());

      SQLUniqueConstraint unique =
          new SQLUniqueConstraint("hive", DB, "child", "name", 1, "uq", true, false, false);
      row =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .add_unique_constraint(new AddUniqueConstraintRequest(List.of(unique))));
      assertColumns(row, EventType.ADD_UNIQUECONSTRAINT, "hive", DB, "child");
      assertEquals(
          List.of(unique), decode(row, AddUniqueConstraintMessage.class).getUniqueConstraints());

      SQLNotNullConstraint notNull =
          new SQLNotNullConstraint("hive", DB, "child", "name", "nn", true, false, false);
      row =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .add_not_null_constraint(new AddNotNullConstraintRequest(List.of(notNull))));
      assertColumns(row, EventType.ADD_NOTNULLCONSTRAINT, "hive", DB, "child");
      assertEquals(
          List.of(notNull), decode(row, AddNotNullConstraintMessage.class).getNotNullConstraints());

      SQLDefaultConstraint defaultValue =
          new SQLDefaultConstraint("hive", DB, "child", "name", "'none'", "df", true, false, false);
      row =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .add_default_constraint(
                          new AddDefaultConstraintRequest(List.of(defaultValue))));
      assertColumns(row, EventType.ADD_DEFAULTCONSTRAINT, "hive", DB, "child");
      assertEquals(
          List.of(defaultValue),
          decode(row, AddDefaultConstraintMessage.class).getDefaultConstraints());

      SQLCheckConstraint check =
          new SQLCheckConstraint("hive", DB, "child", "id", "id > 0", "ck", true, false, false);
      row =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .add_check_constraint(new AddCheckConstraintRequest(List.of(check))));
      assertColumns(row, EventType.ADD_CHECKCONSTRAINT, "hive", DB, "child");
      assertEquals(
          List.of(check), decode(row, AddCheckConstraintMessage.class).getCheckConstraints());

      row =
          metastore.oneDuring(
              () ->
                  metastore
                      .handler()
                      .drop_constraint(new DropConstraintRequest(DB, "child", "uq")));
      assertColumns(row, EventType.DROP_CONSTRAINT, "hive", DB, "child");
      assertEquals("uq", decode(row, DropConstraintMessage.class).getConstraint());
    }
  }

  @DatabaseTest
  void tableWithConstraintsLogsThemAfterTheTable(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database(DB));
      SQLPrimaryKey primary = new SQLPrimaryKey(DB, "t", "id", 1, "pk2", false, false, false);
      primary.setCatName("hive");

      List<NotificationEvent> rows =
          metastore.during(
              () ->
                  metastore
                      .handler()
                      .create_table_with_constraints(
                          Samples.table(DB, "t"),
                          new ArrayList<>(List.of(primary)),
                          new ArrayList<>(),
                          new ArrayList<>(),
                          new ArrayList<>(),
                          new ArrayList<>(),
                          new ArrayList<>()));

      assertEquals(List.of("CREATE_TABLE", "ADD_PRIMARYKEY"), types(rows));
    }
  }
}
