package io.hmscache.e2e.oracle;

import java.util.List;
import java.util.Random;

/**
 * The small world that histories happen in: few names, so that everything meets everything. A
 * table's name tells its kind for good, so that the level of its reads is known.
 */
final class Names {

  static final List<String> DATABASES = List.of("shop", "Lab_2");
  static final List<String> ACID = List.of("sales", "Orders_1");
  static final List<String> ACID_PARTITIONED = List.of("acid_p", "acid_q");
  static final List<String> EXTERNAL = List.of("ext");
  static final List<String> EXTERNAL_PARTITIONED = List.of("ext_p", "ext_q");
  static final List<String> ICEBERG = List.of("ice");
  static final List<String> VIEWS = List.of("view_1");
  static final List<String> MATERIALIZED = List.of("mview");
  static final List<String> TABLES =
      List.of(
          "sales",
          "Orders_1",
          "acid_p",
          "acid_q",
          "ext",
          "ext_p",
          "ext_q",
          "ice",
          "view_1",
          "mview");

  static final List<String> TRANSACTIONAL = List.of("sales", "Orders_1", "acid_p", "acid_q");
  static final List<String> PARTITIONED = List.of("acid_p", "acid_q", "ext_p", "ext_q");

  /** Columns that tables have or may get. */
  static final List<String> COLUMNS = List.of("a", "b", "c1", "c2");

  static final List<String> TEXTS =
      List.of(
          "a", "A", "ü", "a/b", "a=b", "%41", "__HIVE_DEFAULT_PARTITION__", "it's", "08", "x y");
  static final List<String> NUMBERS = List.of("1", "2", "10", "-3");

  private Names() {}

  static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Whether tables of this name have write ids. */
  static boolean transactional(String table) {
    return TRANSACTIONAL.contains(table);
  }

  /** Whether tables of this name have the partition keys p (string) and q (int). */
  static boolean partitioned(String table) {
    return PARTITIONED.contains(table);
  }

  /** Values of one partition. */
  static List<String> values(Random random) {
    // The first ones more often, so that histories add and find the same ones again.
    int few = random.nextBoolean() ? 2 : TEXTS.size();
    return List.of(TEXTS.get(random.nextInt(few)), NUMBERS.get(random.nextInt(2)));
  }

  /** Another table's name of the same kind, or the same name. */
  static String sibling(Random random, String table) {
    for (List<String> kind : List.of(ACID, ACID_PARTITIONED, EXTERNAL_PARTITIONED)) {
      if (kind.contains(table)) {
        return pick(random, kind);
      }
    }
    return table;
  }
}
