package io.hmscache.e2e.oracle;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.CreationMetadata;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TruncateTableRequest;

/** Changes of tables and views. */
final class TableWrites {

  private TableWrites() {}

  /** Both databases, all tables in both, some partitions. */
  static void createAll(World world) throws Exception {
    for (String database : Names.DATABASES) {
      DatabaseWrites.create(world, database);
      for (String name : Names.TABLES) {
        create(world, database, name);
        if (Names.partitioned(name)) {
          Table table = world.table(database, name);
          List<Partition> partitions = new ArrayList<>();
          for (String text : Names.TEXTS.subList(0, 3)) {
            partitions.add(Partitions.of(table, List.of(text, "1")));
          }
          world.handler.add_partitions(partitions);
        }
      }
    }
  }

  static void create(World world) throws Exception {
    create(world, world.database, world.table);
  }

  private static void create(World world, String database, String name) throws Exception {
    CreateTableRequest request = new CreateTableRequest(table(database, name));
    request.setProcessorCapabilities(new ArrayList<>(MetastoreClient.CAPABILITIES));
    request.setProcessorIdentifier("oracle");
    world.handler.create_table_req(request);
  }

  private static Table table(String database, String name) {
    Table table =
        Names.transactional(name)
            ? Tables.transactional(database, name, "a", "b")
            : Tables.external(database, name, "a", "b");
    if (Names.partitioned(name)) {
      table.addToPartitionKeys(new FieldSchema("p", "string", ""));
      table.addToPartitionKeys(new FieldSchema("q", "int", ""));
    }
    if (Names.ICEBERG.contains(name)) {
      table.putToParameters("table_type", "ICEBERG");
      table.putToParameters("metadata_location", "file:///m0");
    }
    if (Names.VIEWS.contains(name) || Names.MATERIALIZED.contains(name)) {
      boolean materialized = Names.MATERIALIZED.contains(name);
      table.setTableType(materialized ? "MATERIALIZED_VIEW" : "VIRTUAL_VIEW");
      table.getParameters().remove("EXTERNAL");
      table.setViewOriginalText("SELECT 1");
      table.setViewExpandedText("SELECT 1");
      if (materialized) {
        table.setRewriteEnabled(true);
        table.setCreationMetadata(
            new CreationMetadata("hive", database, name, Set.of(database + ".sales")));
      }
    }
    return table;
  }

  static void drop(World world) throws Exception {
    world.handler.drop_table(world.database, world.table, true);
  }

  static void alter(World world) throws Exception {
    Table table = world.current();
    switch (world.random.nextInt(4)) {
      case 0 -> table.setOwner(world.fresh());
      case 1 -> table.getSd().putToParameters("k", world.fresh());
      case 2 -> table.setRetention(world.random.nextInt(1000));
      default -> table.putToParameters("k" + world.random.nextInt(3), world.fresh());
    }
    if (Names.ICEBERG.contains(world.table)) {
      table.putToParameters("metadata_location", "file:///" + world.fresh());
    }
    alter(world, table, null, 0, null);
  }

  static void alter(
      World world,
      Table table,
      @Nullable EnvironmentContext environment,
      long writeId,
      @Nullable String list)
      throws Exception {
    AlterTableRequest request = new AlterTableRequest(world.database, world.table, table);
    request.setCatName("hive");
    request.setProcessorCapabilities(new ArrayList<>(MetastoreClient.CAPABILITIES));
    request.setProcessorIdentifier("oracle");
    if (environment != null) {
      request.setEnvironmentContext(environment);
    }
    if (writeId > 0) {
      request.setWriteId(writeId);
    }
    if (list != null) {
      request.setValidWriteIdList(list);
    }
    world.handler.alter_table_req(request);
  }

  static void addColumn(World world) throws Exception {
    Table table = world.current();
    List<FieldSchema> columns = new ArrayList<>(table.getSd().getCols());
    boolean longer = columns.size() < 4;
    if (longer) {
      columns.add(new FieldSchema("c" + (columns.size() - 1), "string", world.fresh()));
    } else {
      columns.remove(3);
    }
    table.getSd().setCols(columns);
    EnvironmentContext environment = new EnvironmentContext();
    if (world.random.nextBoolean()) {
      world.tell("cascade");
      environment.putToProperties("CASCADE", "true");
    }
    alter(world, table, environment, 0, null);
  }

  static void rename(World world) throws Exception {
    Table table = world.current();
    String to = Names.sibling(world.random, world.table);
    String toDatabase = Names.pick(world.random, Names.DATABASES);
    world.tell("to " + toDatabase + "." + to);
    table.setDbName(toDatabase.toLowerCase(java.util.Locale.ROOT));
    table.setTableName(to);
    alter(world, table, null, 0, null);
  }

  static void truncate(World world) throws Exception {
    TruncateTableRequest request = new TruncateTableRequest(world.database, world.table);
    if (Names.partitioned(world.table) && world.random.nextBoolean()) {
      String name = Partitions.name(Names.values(world.random));
      world.tell(name);
      request.setPartNames(new ArrayList<>(List.of(name)));
    }
    world.handler.truncate_table_req(request);
  }

  static void viewMetadata(World world) throws Exception {
    CreationMetadata metadata =
        new CreationMetadata(
            "hive", world.database, "mview", Set.of(world.database + "." + world.table));
    metadata.setValidTxnList("9:9223372036854775807::");
    world.handler.update_creation_metadata("hive", world.database, "mview", metadata);
  }
}
