package io.hmscache.e2e.oracle;

import java.util.HashMap;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetDatabaseRequest;
import org.apache.hadoop.hive.metastore.api.PrincipalType;

/** Changes of databases. */
final class DatabaseWrites {

  private DatabaseWrites() {}

  static void create(World world) throws Exception {
    create(world, world.database);
  }

  static void create(World world, String name) throws Exception {
    Database database = new Database();
    database.setCatalogName("hive");
    database.setName(name);
    database.setParameters(new HashMap<>());
    database.setDescription(world.fresh());
    world.handler.create_database(database);
  }

  static void alter(World world) throws Exception {
    GetDatabaseRequest request = new GetDatabaseRequest();
    request.setCatalogName("hive");
    request.setName(world.database);
    Database database = world.handler.get_database_req(request);
    switch (world.random.nextInt(3)) {
      case 0 -> database.putToParameters("k" + world.random.nextInt(2), world.fresh());
      case 1 -> {
        database.setOwnerName(world.fresh());
        database.setOwnerType(PrincipalType.USER);
      }
      default -> database.setDescription(world.fresh()); // what nobody logs
    }
    world.handler.alter_database(world.database, database);
  }

  static void drop(World world) throws Exception {
    world.handler.drop_database(world.database, true, true);
  }
}
