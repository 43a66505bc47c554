package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hive.metastore.api.AddForeignKeyRequest;
import org.apache.hadoop.hive.metastore.api.AddNotNullConstraintRequest;
import org.apache.hadoop.hive.metastore.api.AddPrimaryKeyRequest;
import org.apache.hadoop.hive.metastore.api.AddUniqueConstraintRequest;
import org.apache.hadoop.hive.metastore.api.DropConstraintRequest;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;

/** Changes of constraints. Few names, as equally named ones of other tables are dropped along. */
final class ConstraintWrites {

  private ConstraintWrites() {}

  static void add(World world) throws Exception {
    String database = world.database.toLowerCase(Locale.ROOT);
    String table = world.table.toLowerCase(Locale.ROOT);
    int kind = world.random.nextInt(4);
    String name = name(world);
    world.tell("kind " + kind + " " + name);
    switch (kind) {
      case 0 ->
          world.handler.add_primary_key(
              new AddPrimaryKeyRequest(
                  list(new SQLPrimaryKey(database, table, "a", 1, name, true, false, false))));
      case 1 ->
          world.handler.add_unique_constraint(
              new AddUniqueConstraintRequest(
                  list(
                      new SQLUniqueConstraint(
                          "hive", database, table, "b", 1, name, true, false, false))));
      case 2 ->
          world.handler.add_not_null_constraint(
              new AddNotNullConstraintRequest(
                  list(
                      new SQLNotNullConstraint(
                          "hive", database, table, "b", name, true, false, false))));
      default -> {
        SQLForeignKey key =
            new SQLForeignKey(
                database, "sales", "a", database, table, "b", 1, 0, 0, name, null, true, false,
                false);
        world.handler.add_foreign_key(new AddForeignKeyRequest(list(key)));
      }
    }
  }

  private static <T> List<T> list(T one) {
    return new ArrayList<>(List.of(one));
  }

  private static String name(World world) {
    return "con_" + world.random.nextInt(4);
  }

  static void drop(World world) throws Exception {
    String name = name(world);
    world.tell(name);
    world.handler.drop_constraint(new DropConstraintRequest(world.database, world.table, name));
  }
}
