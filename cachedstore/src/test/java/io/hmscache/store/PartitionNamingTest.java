package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.junit.jupiter.api.Test;

/** Names and values of partitions, held against Hive's own class. */
class PartitionNamingTest {

  private static final List<FieldSchema> KEYS =
      List.of(new FieldSchema("Ds", "string", null), new FieldSchema("b:c", "int", null));

  private static final String CHARACTERS = "ab01-_./%=:\"'\\\u0001\u007f{}[]^ü€ F";

  private final PartitionNaming naming = new PartitionNaming(KEYS);

  @Test
  void namesAreHivesAndSayTheirValues() throws Exception {
    long seed = Long.getLong("naming.seed", System.nanoTime());
    System.out.println("naming.seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      List<String> values = List.of(value(random), value(random));
      String name = Warehouse.makePartName(KEYS, values);
      assertEquals(name, naming.name(values), "seed " + seed);
      assertArrayEquals(values.toArray(), naming.values(name), "seed " + seed + ": " + name);
      assertEquals(values, Warehouse.getPartValuesFromPartName(name), "seed " + seed);
    }
  }

  private static String value(Random random) {
    StringBuilder value = new StringBuilder();
    for (int i = 0; i <= random.nextInt(6); i++) {
      value.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return value.toString();
  }

  @Test
  void absentValuesAreTheDefaultPartition() throws Exception {
    List<String> values = Arrays.asList(null, "");
    String name = Warehouse.makePartName(KEYS, values);
    assertEquals(name, naming.name(values));
    assertArrayEquals(PartitionSlots.canonical(values), naming.values(name));
    assertEquals(
        PartitionSlots.hash(values), PartitionSlots.hash(Arrays.asList(naming.values(name))));
  }

  @Test
  void otherSpellingsAreNotUnderstood() {
    for (String name :
        Arrays.asList(
            null,
            "",
            "ds=a",
            "ds=a/",
            "ds=a/b%3Ac=",
            "Ds=a/b%3Ac=1",
            "ds=a/b:c=1",
            "ds=a/b%3ac=1",
            "ds=a/b%3Ac=1/z=2",
            "ds=a%2f/b%3Ac=1",
            "ds=a:/b%3Ac=1",
            "ds=%61/b%3Ac=1")) {
      assertNull(naming.values(name), name);
    }
    assertArrayEquals(new String[] {"a", "1"}, naming.values("ds=a/b%3Ac=1"));
  }

  @Test
  void aTableWithoutKeysHasNoNames() {
    PartitionNaming none = new PartitionNaming(null);
    assertNull(none.name(List.of()));
    assertNull(none.values("p=1"));
    assertNull(naming.name(List.of("too few")));
  }

  @Test
  void keysOfACallMustBeTheTables() {
    assertTrue(naming.hasKeys(KEYS));
    assertFalse(naming.hasKeys(List.of(KEYS.get(1), KEYS.get(0))));
    assertFalse(naming.hasKeys(List.of(KEYS.get(0))));
    assertFalse(naming.hasKeys(null));
  }
}
