package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Folders;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.DropPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.RequestPartsSpec;
import org.apache.hadoop.hive.metastore.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What deletes, moves or overwrites acts on the database's state, whatever is in memory. In each
 * test B's memory says that something lies in a folder that by now belongs to another table.
 */
@Databases(DatabaseKind.DERBY_MEMORY)
class StaleEntriesTest {

  private static final List<String> ONE = List.of("1");

  private Handlers handlers;
  private Path root;
  private Path before;
  private Path after;

  @BeforeEach
  void open(TestDatabase database) throws Exception {
    handlers = new Handlers(database);
    root = Folders.create("stale");
    before = folder("before");
    after = folder("after");
    Database d = new Database();
    d.setName("d");
    d.setCatalogName("hive");
    handlers.a(
        a -> {
          a.create_database(d);
          return null;
        });
  }

  @AfterEach
  void close() throws Exception {
    handlers.close();
    Folders.delete(root);
  }

  @DatabaseTest
  void truncateTable() throws Exception {
    staleTable();
    handlers.b.truncate_table("d", "t", null);
    assertTrue(Files.exists(before.resolve("data")), "files of another table are gone");
    assertFalse(Files.exists(after.resolve("data")), "the table was not truncated");
    assertEquals(uri(after), Handlers.get(handlers.b, "t").getSd().getLocation());
  }

  @DatabaseTest
  void dropTable() throws Exception {
    staleTable();
    handlers.b.drop_table("d", "t", true);
    assertTrue(Files.exists(before.resolve("data")), "files of another table are gone");
    assertFalse(Files.exists(after), "the table's files are left");
    assertEquals(List.of("other"), handlers.b.get_all_tables("d"));
  }

  /** The compare-and-set by which Iceberg commits compares with the database. */
  @DatabaseTest
  void alterTable() throws Exception {
    staleTable();
    Table stale = Handlers.get(handlers.b, "t");
    stale.putToParameters("version", "3");
    AlterTableRequest request = new AlterTableRequest("d", "t", stale);
    request.setCatName("hive");
    request.setExpectedParameterKey("version");
    request.setExpectedParameterValue("1");
    MetaException refused =
        assertThrows(MetaException.class, () -> handlers.b.alter_table_req(request));
    assertTrue(refused.getMessage().contains("'version' is '2'"), refused.getMessage());
    Table current = Handlers.get(handlers.b, "t");
    assertEquals("2", current.getParameters().get("version"));
    // Derby cannot compare-and-set, so this one is without.
    current.putToParameters("version", "3");
    AlterTableRequest plain = new AlterTableRequest("d", "t", current);
    plain.setCatName("hive");
    handlers.b.alter_table_req(plain);
    Table altered = handlers.a(a -> Handlers.get(a, "t"));
    assertEquals("3", altered.getParameters().get("version"));
    assertEquals(uri(after), altered.getSd().getLocation());
    assertTrue(Files.exists(before.resolve("data")));
    assertTrue(Files.exists(after.resolve("data")));
  }

  @DatabaseTest
  void dropPartition() throws Exception {
    stalePartition();
    handlers.b.drop_partition("d", "t", ONE, true);
    assertPartitionDropped();
  }

  @DatabaseTest
  void dropPartitionsReq() throws Exception {
    stalePartition();
    DropPartitionsRequest request =
        new DropPartitionsRequest(
            "d", "t", RequestPartsSpec.names(new ArrayList<>(List.of("p=1"))));
    request.setDeleteData(true);
    handlers.b.drop_partitions_req(request);
    assertPartitionDropped();
  }

  private void assertPartitionDropped() throws Exception {
    assertTrue(Files.exists(before.resolve("data")), "files of another table are gone");
    assertFalse(Files.exists(after.resolve("data")), "the partition's files are left");
    assertEquals(List.of(), handlers.b.get_partition_names("d", "t", (short) -1));
  }

  @DatabaseTest
  void renamePartition() throws Exception {
    Partition stale = stalePartition();
    stale.setValues(new ArrayList<>(List.of("2")));
    handlers.b.rename_partition("d", "t", ONE, stale);
    Partition renamed = handlers.a(a -> a.get_partition("d", "t", List.of("2")));
    assertEquals(uri(after), renamed.getSd().getLocation());
    assertTrue(Files.exists(before.resolve("data")));
    assertTrue(Files.exists(after.resolve("data")));
    assertEquals(List.of("p=2"), handlers.b.get_partition_names("d", "t", (short) -1));
  }

  /** A partition that is gone cannot be altered, though memory still shows it. */
  @DatabaseTest
  void alterPartitions() throws Exception {
    Partition stale = stalePartition();
    handlers.a(a -> a.drop_partition("d", "t", ONE, false));
    assertEquals(List.of("p=1"), handlers.b.get_partition_names("d", "t", (short) -1));
    stale.putToParameters("comment", "altered");
    assertThrows(
        Exception.class,
        () -> handlers.b.alter_partitions("d", "t", new ArrayList<>(List.of(stale))));
    assertEquals(List.of(), handlers.a(a -> a.get_partition_names("d", "t", (short) -1)));
  }

  @DatabaseTest
  void exchangePartitions() throws Exception {
    Path target = folder("target");
    Files.delete(target.resolve("data"));
    Table source = partitioned("t", before);
    handlers.a(a -> Handlers.create(a, source));
    handlers.a(a -> Handlers.create(a, partitioned("target", target)));
    for (Path folder : List.of(before, after)) {
      Files.writeString(Files.createDirectories(folder.resolve("p=1")).resolve("data"), "1");
    }
    handlers.a(a -> a.add_partition(partition(a, "t", before.resolve("p=1"))));
    remember(true);
    relocate("t", after);
    handlers.a(
        a -> {
          Partition partition = a.get_partition("d", "t", ONE);
          partition.getSd().setLocation(uri(after.resolve("p=1")));
          a.alter_partition("d", "t", partition);
          return null;
        });
    handlers.a(a -> Handlers.create(a, table("other", before)));
    assertEquals(uri(before), seen("t"));

    handlers.b.exchange_partitions(Map.of("p", "1"), "d", "t", "d", "target");
    assertTrue(Files.exists(before.resolve("p=1/data")), "files of another table were moved");
    assertFalse(Files.exists(after.resolve("p=1/data")), "the partition's files are left");
    assertTrue(Files.exists(target.resolve("p=1/data")), "the partition's files did not arrive");
    assertEquals(List.of("p=1"), handlers.b.get_partition_names("d", "target", (short) -1));
    assertEquals(List.of(), handlers.b.get_partition_names("d", "t", (short) -1));
  }

  /** B remembers table t in the folder before; it is in after, and before is another table's. */
  private void staleTable() throws Exception {
    Table table = table("t", before);
    table.putToParameters("version", "1");
    handlers.a(a -> Handlers.create(a, table));
    remember(false);
    relocate("t", after);
    handlers.a(a -> Handlers.create(a, table("other", before)));
    assertEquals(uri(before), seen("t"), "nothing stale was planted");
  }

  /** B takes into memory what there is. A second read learns how new a read of the database was. */
  private void remember(boolean partitioned) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertEquals("t", Handlers.get(handlers.b, "t").getTableName());
      if (partitioned) {
        handlers.b.get_partition("d", "t", ONE);
        assertEquals(List.of("p=1"), handlers.b.get_partition_names("d", "t", (short) -1));
      }
    }
  }

  private void relocate(String name, Path folder) throws Exception {
    handlers.a(
        a -> {
          Table moved = Handlers.get(a, name);
          moved.getSd().setLocation(uri(folder));
          moved.putToParameters("version", "2");
          AlterTableRequest request = new AlterTableRequest("d", name, moved);
          request.setCatName("hive");
          return a.alter_table_req(request);
        });
  }

  /** The same with a partition p=1 of t. */
  private Partition stalePartition() throws Exception {
    handlers.a(a -> Handlers.create(a, partitioned("t", before.resolveSibling("root"))));
    handlers.a(a -> a.add_partition(partition(a, "t", before)));
    remember(true);
    handlers.a(
        a -> {
          Partition moved = a.get_partition("d", "t", ONE);
          moved.getSd().setLocation(uri(after));
          a.alter_partition("d", "t", moved);
          return null;
        });
    handlers.a(a -> Handlers.create(a, table("other", before)));
    Partition stale = handlers.b.get_partition("d", "t", ONE);
    assertEquals(uri(before), stale.getSd().getLocation(), "nothing stale was planted");
    return stale;
  }

  private String seen(String name) throws Exception {
    return Handlers.get(handlers.b, name).getSd().getLocation();
  }

  private static Table table(String name, Path folder) {
    Table table = Tables.external("d", name, "a");
    table.putToParameters("external.table.purge", "true");
    table.getSd().setLocation(uri(folder));
    return table;
  }

  private static Table partitioned(String name, Path folder) {
    return Tables.partitionedBy(table(name, folder), "p");
  }

  private static Partition partition(
      org.apache.hadoop.hive.metastore.IHMSHandler handler, String table, Path folder)
      throws Exception {
    Partition partition = new Partition();
    partition.setCatName("hive");
    partition.setDbName("d");
    partition.setTableName(table);
    partition.setValues(new ArrayList<>(ONE));
    partition.setSd(Handlers.get(handler, table).getSd().deepCopy());
    partition.getSd().setLocation(uri(folder));
    return partition;
  }

  private Path folder(String name) throws Exception {
    Path folder = Files.createDirectories(root.resolve(name));
    Files.writeString(folder.resolve("data"), "1");
    return folder;
  }

  private static String uri(Path folder) {
    return "file:" + folder.toAbsolutePath();
  }
}
