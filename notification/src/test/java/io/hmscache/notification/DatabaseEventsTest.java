package io.hmscache.notification;

import static io.hmscache.notification.LogTestMetastore.assertColumns;
import static io.hmscache.notification.LogTestMetastore.decode;
import static io.hmscache.notification.LogTestMetastore.types;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.notification.LogTestMetastore.Format;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.AlterCatalogRequest;
import org.apache.hadoop.hive.metastore.api.Catalog;
import org.apache.hadoop.hive.metastore.api.CreateCatalogRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.DropCatalogRequest;
import org.apache.hadoop.hive.metastore.api.Function;
import org.apache.hadoop.hive.metastore.api.FunctionType;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.PrincipalType;
import org.apache.hadoop.hive.metastore.api.ResourceType;
import org.apache.hadoop.hive.metastore.api.ResourceUri;
import org.apache.hadoop.hive.metastore.messaging.AlterDatabaseMessage;
import org.apache.hadoop.hive.metastore.messaging.CreateDatabaseMessage;
import org.apache.hadoop.hive.metastore.messaging.CreateFunctionMessage;
import org.apache.hadoop.hive.metastore.messaging.DropDatabaseMessage;
import org.apache.hadoop.hive.metastore.messaging.DropFunctionMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.json.JSONAlterCatalogMessage;

/** Events of databases, functions and catalogs. */
class DatabaseEventsTest {

  @DatabaseTest
  void createAlterDrop(TestDatabase database) throws Exception {
    for (Format format : Format.values()) {
      try (LogTestMetastore metastore = LogTestMetastore.open(database, format)) {
        NotificationEvent created =
            metastore.oneDuring(() -> metastore.handler().create_database(Samples.database("d")));
        assertColumns(created, EventType.CREATE_DATABASE, "hive", "d", null);
        Database stored = metastore.handler().get_database("d");
        Database image = decode(created, CreateDatabaseMessage.class).getDatabaseObject();
        assertEquals(stored.getName(), image.getName());
        assertEquals(stored.getLocationUri(), image.getLocationUri());
        assertEquals(stored.getParameters(), image.getParameters());

        Database changed = metastore.handler().get_database("d");
        changed.getParameters().put("more", "yes");
        changed.setOwnerName("somebody");
        changed.setOwnerType(PrincipalType.USER);
        NotificationEvent altered =
            metastore.oneDuring(() -> metastore.handler().alter_database("d", changed));
        assertColumns(altered, EventType.ALTER_DATABASE, "hive", "d", null);
        AlterDatabaseMessage message = decode(altered, AlterDatabaseMessage.class);
        assertEquals(stored, message.getDbObjBefore());
        assertEquals(metastore.handler().get_database("d"), message.getDbObjAfter());

        NotificationEvent dropped =
            metastore.oneDuring(() -> metastore.handler().drop_database("d", true, false));
        assertColumns(dropped, EventType.DROP_DATABASE, "hive", "d", null);
        assertEquals("d", decode(dropped, DropDatabaseMessage.class).getDB());
      }
    }
  }

  @DatabaseTest
  void functions(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.GZIP)) {
      metastore.handler().create_database(Samples.database("d"));
      Function function = new Function();
      function.setCatName("hive");
      function.setDbName("d");
      function.setFunctionName("f");
      function.setClassName("a.b.C");
      function.setOwnerName("tester");
      function.setOwnerType(PrincipalType.USER);
      function.setFunctionType(FunctionType.JAVA);
      function.setResourceUris(List.of(new ResourceUri(ResourceType.JAR, "file:///x.jar")));

      NotificationEvent created =
          metastore.oneDuring(() -> metastore.handler().create_function(function));
      assertColumns(created, EventType.CREATE_FUNCTION, "hive", "d", null);
      Function image = decode(created, CreateFunctionMessage.class).getFunctionObj();
      assertEquals("f", image.getFunctionName());
      assertEquals(function.getResourceUris(), image.getResourceUris());

      NotificationEvent dropped =
          metastore.oneDuring(() -> metastore.handler().drop_function("d", "f"));
      assertColumns(dropped, EventType.DROP_FUNCTION, "hive", "d", null);
      assertEquals("f", decode(dropped, DropFunctionMessage.class).getFunctionName());
    }
  }

  /** Hive's deserializer cannot read messages of catalogs: the columns say what is needed. */
  @DatabaseTest
  void catalogs(TestDatabase database) throws Exception {
    try (LogTestMetastore metastore = LogTestMetastore.open(database, Format.JSON)) {
      String location = Path.of("target", "tmp", "catalog").toUri().toString();
      Catalog catalog = new Catalog("c1", location);
      catalog.setDescription("of nobody");

      List<NotificationEvent> created =
          metastore.during(
              () -> metastore.handler().create_catalog(new CreateCatalogRequest(catalog)));
      // The catalog comes with a default database, which is told first.
      assertEquals(List.of("CREATE_DATABASE", "CREATE_CATALOG"), types(created));
      assertColumns(created.get(0), EventType.CREATE_DATABASE, "c1", "default", null);
      assertColumns(created.get(1), EventType.CREATE_CATALOG, "c1", null, null);

      Catalog changed = new Catalog(catalog);
      changed.setDescription("new");
      NotificationEvent altered =
          metastore.oneDuring(
              () -> metastore.handler().alter_catalog(new AlterCatalogRequest("c1", changed)));
      assertColumns(altered, EventType.ALTER_CATALOG, "c1", null, null);
      JSONAlterCatalogMessage message =
          new ObjectMapper().readValue(altered.getMessage(), JSONAlterCatalogMessage.class);
      assertEquals("of nobody", message.getCatObjBefore().getDescription());
      assertEquals("new", message.getCatObjAfter().getDescription());

      List<NotificationEvent> dropped =
          metastore.during(() -> metastore.handler().drop_catalog(new DropCatalogRequest("c1")));
      assertColumns(dropped.get(dropped.size() - 1), EventType.DROP_CATALOG, "c1", null, null);
    }
  }
}
