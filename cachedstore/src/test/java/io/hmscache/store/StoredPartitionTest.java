package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SerDeInfo;
import org.apache.hadoop.hive.metastore.api.SkewedInfo;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.TUnion;
import org.apache.thrift.meta_data.EnumMetaData;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.meta_data.FieldValueMetaData;
import org.apache.thrift.meta_data.ListMetaData;
import org.apache.thrift.meta_data.MapMetaData;
import org.apache.thrift.meta_data.SetMetaData;
import org.apache.thrift.meta_data.StructMetaData;
import org.apache.thrift.protocol.TType;
import org.junit.jupiter.api.Test;

/** Invariants 2 and 14: a stored partition comes back field by field, and shares nothing. */
class StoredPartitionTest {

  private final TemplatePool templates = new TemplatePool();
  private final StringPool strings = new StringPool();

  @Test
  void everyFieldOfRandomPartitionsComesBack() throws Exception {
    long seed = Long.getLong("stored.seed", System.nanoTime());
    System.out.println("stored.seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      Partition partition = new Partition();
      fill(partition, random, 0.7);
      StoredPartition stored = StoredPartition.of(partition, templates, strings);
      assertEquals(partition, stored.fresh(false), "seed " + seed + ", partition " + i);
    }
  }

  /** A field that a future Hive adds and that the copy forgets makes this test fail. */
  @Test
  void fullPartitionsHaveEveryFieldSet() throws Exception {
    Partition partition = new Partition();
    fill(partition, new Random(1), 1);
    Partition copy = StoredPartition.of(partition, templates, strings).fresh(false);
    for (Partition._Fields field : Partition._Fields.values()) {
      assertTrue(copy.isSet(field), field.getFieldName());
    }
    for (StorageDescriptor._Fields field : StorageDescriptor._Fields.values()) {
      assertTrue(copy.getSd().isSet(field), field.getFieldName());
    }
    for (SerDeInfo._Fields field : SerDeInfo._Fields.values()) {
      assertTrue(copy.getSd().getSerdeInfo().isSet(field), field.getFieldName());
    }
    assertEquals(partition, copy);
  }

  @Test
  void whateverACallerChangesStaysWithIt() throws Exception {
    Partition partition = new Partition();
    fill(partition, new Random(2), 1);
    Partition original = partition.deepCopy();
    StoredPartition stored = StoredPartition.of(partition, templates, strings);
    Spoiler.spoil(partition);
    assertEquals(original, stored.fresh(false), "what was passed in is not kept");
    Partition handedOut = stored.fresh(false);
    Spoiler.spoil(handedOut);
    assertNotEquals(original, handedOut);
    assertEquals(original, stored.fresh(false), "what was handed out is not kept");
  }

  @Test
  void leanCopiesLackWhatFullAcidTablesDoNotShow() throws Exception {
    Partition partition = new Partition();
    fill(partition, new Random(3), 1);
    assertFalse(PartitionTemplate.isLean(partition.getSd()));
    Partition lean = StoredPartition.of(partition, templates, strings).fresh(true);
    StorageDescriptor expected = partition.getSd().deepCopy();
    expected.setParameters(new HashMap<>());
    expected.setSortCols(new ArrayList<>());
    expected.setSkewedInfo(new SkewedInfo(new ArrayList<>(), new ArrayList<>(), new HashMap<>()));
    SerDeInfo serde = new SerDeInfo();
    serde.setName(expected.getSerdeInfo().getName());
    serde.setSerializationLib(expected.getSerdeInfo().getSerializationLib());
    serde.setParameters(new HashMap<>());
    expected.setSerdeInfo(serde);
    assertEquals(expected, lean.getSd());
    assertTrue(PartitionTemplate.isLean(lean.getSd()));
  }

  @Test
  void partitionsOfOneTableShareTheirTemplate() throws Exception {
    Partition one = new Partition();
    fill(one, new Random(4), 1);
    Partition other = one.deepCopy();
    other.setValues(new ArrayList<>(List.of("other")));
    other.getSd().setLocation("elsewhere");
    other.setParameters(new HashMap<>(Map.of("k", "v")));
    other.setWriteId(77);
    StoredPartition first = StoredPartition.of(one, templates, strings);
    StoredPartition second = StoredPartition.of(other, templates, strings);
    assertTrue(first.sharesTemplate(second));
    assertTrue(first.weight() > second.weight() + 100, "the template counts once");
    other.getSd().getCols().add(new FieldSchema("more", "int", null));
    assertFalse(first.sharesTemplate(StoredPartition.of(other, templates, strings)));
  }

  @Test
  void equalShortStringsAreShared() {
    String one = new String("numFiles");
    String other = new String("numFiles");
    assertSame(strings.shared(one), strings.shared(other));
    assertNull(strings.shared(null));
  }

  // ---- random Thrift objects ------------------------------------------------------------------

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void fill(TBase struct, Random random, double share) throws Exception {
    Map<? extends TFieldIdEnum, FieldMetaData> fields =
        FieldMetaData.getStructMetaDataMap(struct.getClass());
    if (struct instanceof TUnion) {
      List<TFieldIdEnum> choices = new ArrayList<>(fields.keySet());
      TFieldIdEnum choice = choices.get(random.nextInt(choices.size()));
      struct.setFieldValue(choice, value(fields.get(choice).valueMetaData, random, share));
      return;
    }
    for (Map.Entry<? extends TFieldIdEnum, FieldMetaData> field : fields.entrySet()) {
      if (random.nextDouble() < share) {
        struct.setFieldValue(field.getKey(), value(field.getValue().valueMetaData, random, share));
      }
    }
  }

  private static Object value(FieldValueMetaData type, Random random, double share)
      throws Exception {
    if (type instanceof EnumMetaData enumeration) {
      Object[] constants = enumeration.enumClass.getEnumConstants();
      return constants[random.nextInt(constants.length)];
    }
    switch (type.type) {
      case TType.BOOL:
        return random.nextBoolean();
      case TType.BYTE:
        return (byte) random.nextInt();
      case TType.I16:
        return (short) random.nextInt();
      case TType.I32:
        return random.nextInt();
      case TType.I64:
        return random.nextLong();
      case TType.DOUBLE:
        return random.nextDouble();
      case TType.STRUCT:
        if (type instanceof StructMetaData struct) {
          TBase<?, ?> made = struct.structClass.getConstructor().newInstance();
          fill(made, random, share);
          return made;
        }
        throw new AssertionError("no class for a struct");
      case TType.LIST:
        List<Object> list = new ArrayList<>();
        for (int i = 0, size = 1 + random.nextInt(3); i < size; i++) {
          list.add(value(((ListMetaData) type).elemMetaData, random, share));
        }
        return list;
      case TType.SET:
        Set<Object> set = new HashSet<>();
        set.add(value(((SetMetaData) type).elemMetaData, random, share));
        return set;
      case TType.MAP:
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0, size = 1 + random.nextInt(3); i < size; i++) {
          map.put(
              value(((MapMetaData) type).keyMetaData, random, share),
              value(((MapMetaData) type).valueMetaData, random, share));
        }
        return map;
      default:
        return type.isBinary() ? ByteBuffer.wrap(new byte[] {1, 2}) : "s" + random.nextInt(1000);
    }
  }
}
