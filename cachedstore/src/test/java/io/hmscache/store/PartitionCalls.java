package io.hmscache.store;

import static io.hmscache.store.PartitionedTables.CAT;
import static io.hmscache.store.PartitionedTables.DB;
import static io.hmscache.store.PartitionedTables.ODD_VALUES;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.GetPartitionsFilterSpec;
import org.apache.hadoop.hive.metastore.api.GetProjectionsSpec;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.PartitionFilterMode;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs.GetPartitionsArgsBuilder;

/** Random calls of every method that reads partitions, sensible ones and others. */
final class PartitionCalls {

  /** A call and how to name it in a failure. */
  record Named(String text, CacheBed.Call<?> call) {}

  private static final List<String> TABLES =
      List.of("ext", "ext", "ins", "acid", "acid", "priv", "serde", "flat", "missing");
  private static final short[] LIMITS = {-1, -1, -1, 0, 1, 2, 3, 32767, -32768};

  private final Random random;

  PartitionCalls(Random random) {
    this.random = random;
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Names of a table's partition keys. */
  static List<String> keys(String table) {
    return switch (table) {
      case "ext" -> List.of("ds", "n");
      case "flat", "missing" -> List.of();
      default -> List.of("p");
    };
  }

  /** Values of a partition, mostly as many as there are keys. */
  List<String> values(String table) {
    List<String> values = new ArrayList<>();
    int size = keys(table).size() + (random.nextInt(30) == 0 ? 1 : 0);
    for (int i = 0; i < size; i++) {
      int odd = random.nextInt(60);
      values.add(
          odd == 0
              ? null
              : odd == 1
                  ? ""
                  : odd == 2
                      ? "__HIVE_DEFAULT_PARTITION__"
                      : odd == 3 ? "b " : i == 1 ? "" + random.nextInt(12) : any(ODD_VALUES));
    }
    return values;
  }

  /** A name, mostly well spelled. */
  private String name(String table) {
    if (random.nextInt(40) == 0) {
      return any(List.of("", "x", "p", "p=", "P=a", "ds=a", "ds=a/n=1/z=2", "p=a%", "p=%zz"));
    }
    List<FieldSchema> keys = columns(table);
    List<String> values = values(table);
    try {
      return Warehouse.makePartName(keys.subList(0, Math.min(keys.size(), values.size())), values);
    } catch (MetaException e) {
      return "nameless";
    }
  }

  private List<String> names(String table) {
    List<String> names = new ArrayList<>();
    int size = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(12);
    for (int i = 0; i < size; i++) {
      names.add(name(table));
    }
    if (random.nextInt(40) == 0) {
      names.add(null);
    }
    return names;
  }

  private List<FieldSchema> columns(String table) {
    List<FieldSchema> columns = new ArrayList<>();
    for (String key : keys(table)) {
      columns.add(new FieldSchema(key, key.equals("n") ? "int" : "string", ""));
    }
    return columns;
  }

  private String filter(String table) {
    String key = table.equals("ext") ? any(List.of("ds", "n")) : "p";
    String literal = key.equals("n") ? "" + random.nextInt(12) : '"' + any(ODD_VALUES) + '"';
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> null;
      case 2 -> "not a filter (";
      case 3 -> "nokey = \"1\"";
      case 4 -> key + " = 1";
      case 5 -> key + " like \"a.*\"";
      case 6 -> key + " <> " + literal;
      case 7 -> key + " >= " + literal;
      case 8 -> key + " = " + literal + " or " + key + " = \"a\"";
      default -> key + " = " + literal;
    };
  }

  private byte[] expression(String table) {
    if (random.nextInt(30) == 0) {
      return any(Arrays.asList(null, new byte[0], new byte[] {-1}));
    }
    String key = table.equals("ext") ? any(List.of("ds", "n")) : "p";
    String text =
        "("
            + key
            + "='"
            + any(List.of("1", "a", "2024-01-01"))
            + "') OR ("
            + key
            + "='"
            + any(List.of("9", "A", "ab"))
            + "')";
    return (random.nextInt(8) == 0 ? filterText(table) : text).getBytes(StandardCharsets.UTF_8);
  }

  private String filterText(String table) {
    String filter = filter(table);
    return filter == null ? "p = 1" : filter;
  }

  private List<String> partial(String table) {
    List<String> values = values(table);
    if (!values.isEmpty() && random.nextInt(3) == 0) {
      values.set(random.nextInt(values.size()), "");
    }
    if (!values.isEmpty() && random.nextInt(4) == 0) {
      values.remove(values.size() - 1);
    }
    return random.nextInt(40) == 0 ? null : values;
  }

  private GetPartitionsArgsBuilder args() {
    GetPartitionsArgsBuilder args = new GetPartitionsArgsBuilder().max(limit());
    switch (random.nextInt(12)) {
      case 0 -> args.includeParamKeyPattern("num%");
      case 1 -> args.excludeParamKeyPattern("%STATS%");
      case 2 -> args.skipColumnSchemaForPartition(true);
      default -> {}
    }
    if (random.nextInt(3) == 0) {
      args.userName("user").groupNames(List.of("group"));
    }
    return args;
  }

  private short limit() {
    return LIMITS[random.nextInt(LIMITS.length)];
  }

  private String spelled(String name) {
    return random.nextInt(6) == 0 ? name.toUpperCase(java.util.Locale.ROOT) : name;
  }

  Named next() {
    String table = any(TABLES);
    String t = spelled(table);
    String d = spelled(DB);
    List<String> values = values(table);
    short max = limit();
    switch (random.nextInt(24)) {
      case 0:
        return new Named("get " + t + values, s -> s.getPartition(CAT, d, t, values));
      case 1:
        String list =
            any(Arrays.asList(null, DB + "." + table + ":5:9223372036854775807::", "broken"));
        return new Named(
            "get " + t + values + " by " + list, s -> s.getPartition(CAT, d, t, values, list));
      case 2:
        return new Named(
            "get " + t + values + " with auth",
            s -> s.getPartitionWithAuth(CAT, d, t, values, "user", List.of("group")));
      case 3:
        List<FieldSchema> keys = columns(table);
        return new Named(
            "exists " + t + values, s -> s.doesPartitionExist(CAT, d, t, keys, values));
      case 4, 5, 6:
        List<String> names = names(table);
        return new Named("names " + t + names, s -> s.getPartitionsByNames(CAT, d, t, names));
      case 7:
        GetPartitionsArgs named = args().partNames(names(table)).build();
        return new Named(
            "names " + t + named.getPartNames() + text(named),
            s -> s.getPartitionsByNames(CAT, d, t, named));
      case 8:
        return new Named("all " + t + max, s -> s.getPartitions(CAT, d, t, max));
      case 9:
        GetPartitionsArgs all = args().build();
        return new Named("all " + t + text(all), s -> s.getPartitions(CAT, d, t, all));
      case 10:
        return new Named("listing " + t + max, s -> s.listPartitionNames(CAT, d, t, max));
      case 11:
        byte[] condition = expression(table);
        String order = any(Arrays.asList(null, "", "0:+", "0:-"));
        return new Named(
            "listing " + t + text(condition) + order + max,
            s -> s.listPartitionNames(CAT, d, t, null, condition, order, max));
      case 12:
        GetPartitionsArgs filtered = args().filter(filter(table)).build();
        return new Named(
            "listing " + t + filtered.getFilter() + text(filtered),
            s -> s.listPartitionNamesByFilter(CAT, d, t, filtered));
      case 13:
        List<String> partial = partial(table);
        return new Named(
            "listing " + t + partial + max, s -> s.listPartitionNamesPs(CAT, d, t, partial, max));
      case 14:
        List<String> some = partial(table);
        return new Named(
            "ps " + t + some + max,
            s -> s.listPartitionsPsWithAuth(CAT, d, t, some, max, "user", List.of("group")));
      case 15:
        GetPartitionsArgs ps =
            random.nextInt(3) == 0
                ? args().partNames(names(table)).build()
                : args().part_vals(partial(table)).build();
        return new Named(
            "ps " + t + ps.getPart_vals() + ps.getPartNames() + text(ps),
            s -> s.listPartitionsPsWithAuth(CAT, d, t, ps));
      case 16:
        return new Named(
            "with auth " + t + max,
            s -> s.getPartitionsWithAuth(CAT, d, t, max, "user", List.of("group")));
      case 17:
        String filter = filter(table);
        return new Named(
            "filter " + t + filter + max, s -> s.getPartitionsByFilter(CAT, d, t, filter, max));
      case 18:
        GetPartitionsArgs by = args().filter(filter(table)).build();
        return new Named(
            "filter " + t + by.getFilter() + text(by), s -> s.getPartitionsByFilter(CAT, d, t, by));
      case 19, 20:
        byte[] expression = expression(table);
        GetPartitionsArgs expr = args().expr(expression).build();
        boolean brief = random.nextBoolean();
        return new Named(
            "expr " + t + text(expression) + text(expr),
            s -> {
              List<Partition> result = new ArrayList<>();
              boolean unknown =
                  brief
                      ? s.getPartitionsByExpr(CAT, d, t, expression, null, max, result)
                      : s.getPartitionsByExpr(CAT, d, t, result, expr);
              return List.of(unknown, result);
            });
      case 21:
        return count(table, d, t);
      case 22:
        return specs(table, d, t);
      default:
        return other(table, d, t, max);
    }
  }

  private Named count(String table, String d, String t) {
    switch (random.nextInt(3)) {
      case 0:
        String filter = filter(table);
        return new Named("count " + t + filter, s -> s.getNumPartitionsByFilter(CAT, d, t, filter));
      case 1:
        byte[] expression = expression(table);
        return new Named(
            "count " + t + text(expression), s -> s.getNumPartitionsByExpr(CAT, d, t, expression));
      default:
        List<String> values = partial(table);
        return new Named("count " + t + values, s -> s.getNumPartitionsByPs(CAT, d, t, values));
    }
  }

  private Named specs(String table, String d, String t) {
    GetProjectionsSpec projection = new GetProjectionsSpec();
    projection.setFieldList(
        any(
            List.of(
                List.of(),
                List.of("values", "sd.location"),
                List.of("sd.cols", "parameters", "createTime"),
                List.of("sd.serdeInfo.serializationLib"))));
    GetPartitionsFilterSpec filter = new GetPartitionsFilterSpec();
    switch (random.nextInt(4)) {
      case 0 -> {
        filter.setFilterMode(PartitionFilterMode.BY_NAMES);
        filter.setFilters(names(table));
      }
      case 1 -> {
        filter.setFilterMode(PartitionFilterMode.BY_VALUES);
        filter.setFilters(values(table));
      }
      case 2 -> {
        filter.setFilterMode(PartitionFilterMode.BY_EXPR);
        filter.setFilters(List.of(filterText(table)));
      }
      default -> {}
    }
    return new Named(
        "specs " + t + projection + filter,
        s -> s.getPartitionSpecsByFilterAndProjection(s.getTable(CAT, d, t), projection, filter));
  }

  private Named other(String table, String d, String t, short max) {
    if (random.nextBoolean()) {
      String base = any(Arrays.asList(null, "file:/d/ext", "file:/d"));
      return new Named(
          "locations " + t + base + max, s -> s.getPartitionLocations(CAT, d, t, base, max));
    }
    List<FieldSchema> columns = columns(table);
    String filter = random.nextBoolean() ? null : filter(table);
    boolean distinct = random.nextBoolean();
    boolean ascending = random.nextBoolean();
    return new Named(
        "values " + t + filter + distinct + ascending + max,
        s ->
            s.listPartitionValues(
                CAT, d, t, columns, distinct, filter, ascending, Collections.emptyList(), max));
  }

  private static String text(byte[] expression) {
    return expression == null ? "null" : new String(expression, StandardCharsets.UTF_8);
  }

  private static String text(GetPartitionsArgs args) {
    return " max "
        + args.getMax()
        + " include "
        + args.getIncludeParamKeyPattern()
        + " exclude "
        + args.getExcludeParamKeyPattern()
        + " skip "
        + args.isSkipColumnSchemaForPartition()
        + " user "
        + args.getUserName();
  }
}
