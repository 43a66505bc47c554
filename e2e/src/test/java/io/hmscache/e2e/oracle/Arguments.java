package io.hmscache.e2e.oracle;

import io.hmscache.testkit.MetastoreClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.PartitionFilterMode;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.meta_data.StructMetaData;
import org.apache.thrift.protocol.TType;

/**
 * Arguments of one read, made from a seed: the generated struct of the method's arguments is filled
 * by the names of its fields. The same seed gives equal arguments in fresh objects, because
 * handlers change what they are given.
 */
final class Arguments {

  private static final List<String> FILTERS =
      List.of(
          "p = \"a\"",
          "p != \"A\"",
          "q = 1",
          "q > 1",
          "p = \"a\" and q = 2",
          "p like \"a%\"",
          "(p = \"a/b\" or p = \"ü\") and q < 5",
          "p >= \"08\"",
          "nokey = 1",
          "p = ");

  private final Random random;
  private final String database;
  private final String table;
  private final WriteIds writeIds;
  private final boolean current;

  /**
   * @param table name of the table that the read is about
   * @param current whether a write-id list is the present one, or may be an older one
   */
  Arguments(long seed, String database, String table, WriteIds writeIds, boolean current) {
    this.random = new Random(seed);
    this.database = database;
    this.table = table;
    this.writeIds = writeIds;
    this.current = current;
  }

  /** The arguments of a method in its order. */
  Object[] of(String method) {
    try {
      Class<?> type = Class.forName(ThriftHiveMetastore.class.getName() + "$" + method + "_args");
      TBase<?, ?> struct = filled(type);
      List<Object> values = new ArrayList<>();
      for (TFieldIdEnum field : fields(type).keySet()) {
        values.add(value(struct, field));
      }
      return values.toArray();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make arguments of " + method, e);
    }
  }

  private TBase<?, ?> filled(Class<?> type) throws ReflectiveOperationException {
    TBase<?, ?> struct = (TBase<?, ?>) type.getConstructor().newInstance();
    for (Map.Entry<TFieldIdEnum, FieldMetaData> field : fields(type).entrySet()) {
      Object value = value(type, field.getValue());
      if (value != null) {
        set(struct, field.getKey(), value);
      }
    }
    return struct;
  }

  @Nullable
  private Object value(Class<?> type, FieldMetaData meta) throws ReflectiveOperationException {
    String name = meta.fieldName.replace("_", "").toLowerCase(Locale.ROOT);
    switch (name) {
      case "catname", "catalogname", "catalog":
        return oneOf(95, "hive", oneOf(60, null, oneOf(50, "HIVE", "nocat")));
      case "dbname", "database", "parentdbname", "foreigndbname", "dbpatterns":
        return spelled(database);
      case "tblname", "tablename", "parenttblname", "foreigntblname":
        return spelled(table);
      case "name":
        return spelled(database);
      case "tblnames":
        return several(Names.TABLES);
      case "pattern", "tblpatterns", "tablespattern", "tablenamepattern":
        return Names.pick(random, java.util.Arrays.asList("*", "e*", "acid_?", "s*|o*", "", null));
      case "tbltypes":
        return oneOf(50, null, new ArrayList<>(List.of("EXTERNAL_TABLE")));
      case "tabletype":
        return Names.pick(
            random,
            List.of("EXTERNAL_TABLE", "MANAGED_TABLE", "VIRTUAL_VIEW", "MATERIALIZED_VIEW"));
      case "validwriteidlist":
        return oneOf(
            60,
            current ? writeIds.current(database, table) : writeIds.any(random, database, table),
            oneOf(80, null, Names.pick(random, List.of("", "x", "o.t:1:1::"))));
      case "id", "tableid":
        return oneOf(70, null, -1L);
      case "capabilities":
        return oneOf(
            95, new ClientCapabilities(List.of(ClientCapability.INSERT_ONLY_TABLES)), null);
      case "processorcapabilities":
        return oneOf(95, new ArrayList<>(MetastoreClient.CAPABILITIES), null);
      case "processoridentifier":
        return "oracle";
      case "partvals", "partvalues":
        return partial();
      case "partname":
        return partitionName();
      case "partnames", "names":
        return partitionNames();
      case "colname":
        return Names.pick(random, Names.COLUMNS);
      case "colnames":
        return several(Names.COLUMNS);
      case "engine":
        return oneOf(80, "hive", "impala");
      case "filter":
        return oneOf(90, Names.pick(random, FILTERS), "");
      case "expr":
        return ByteBuffer.wrap(Names.pick(random, FILTERS).getBytes(StandardCharsets.UTF_8));
      case "maxparts", "limit":
        return number(meta, Names.pick(random, List.of(-1, 1, 2, 100)));
      case "requestedfields":
        return number(meta, Names.pick(random, List.of(0, 1, 3)));
      case "partitionkeys":
        return new ArrayList<>(List.of(new FieldSchema(oneOf(90, "p", "a"), "string", null)));
      case "fieldlist":
        return oneOf(
            40, null, new ArrayList<>(List.of("values", oneOf(50, "sd.location", "parameters"))));
      case "filtermode":
        return oneOf(
            30,
            null,
            Names.pick(random, new ArrayList<>(EnumSet.allOf(PartitionFilterMode.class))));
      case "filters":
        return new ArrayList<>(List.of("p=a"));
      case "username", "user":
        return oneOf(50, null, "somebody");
      case "includeparamkeypattern", "excludeparamkeypattern":
        return oneOf(80, null, "%k%");
      default:
        return ofType(type, meta);
    }
  }

  @Nullable
  private Object ofType(Class<?> type, FieldMetaData meta) throws ReflectiveOperationException {
    if (meta.valueMetaData.type == TType.BOOL) {
      return random.nextBoolean();
    }
    if (meta.valueMetaData instanceof StructMetaData struct) {
      boolean request = type.getSimpleName().endsWith("_args") && !environment(struct);
      boolean specification = struct.structClass.getSimpleName().endsWith("Spec");
      return request || specification && random.nextInt(4) > 0 ? filled(struct.structClass) : null;
    }
    return null;
  }

  private static boolean environment(StructMetaData struct) {
    return struct.structClass.getSimpleName().equals("EnvironmentContext");
  }

  /** A name as a client may spell it, rarely a missing one. */
  @Nullable
  private String spelled(String name) {
    int dice = random.nextInt(100);
    if (dice < 85) {
      return name;
    }
    return dice < 95 ? name.toUpperCase(Locale.ROOT) : dice < 98 ? "nothing" : null;
  }

  private List<String> several(List<String> from) {
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      names.add(Names.pick(random, from));
    }
    return names;
  }

  private List<String> partial() {
    List<String> values = new ArrayList<>(Names.values(random));
    int dice = random.nextInt(10);
    if (dice < 2) {
      values.set(0, "");
    } else if (dice < 4) {
      values.remove(1);
    }
    return values;
  }

  private String partitionName() {
    List<String> values = Names.values(random);
    return Partitions.name(values);
  }

  private List<String> partitionNames() {
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      names.add(random.nextInt(20) == 0 ? "nokey=1" : partitionName());
    }
    return names;
  }

  @Nullable
  private <T> T oneOf(int percent, @Nullable T usual, @Nullable T other) {
    return random.nextInt(100) < percent ? usual : other;
  }

  private static Object number(FieldMetaData meta, int value) {
    switch (meta.valueMetaData.type) {
      case TType.I16:
        return (short) value;
      case TType.I64:
        return (long) value;
      default:
        return value;
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // The field's type is known at run time only.
  private static void set(TBase<?, ?> struct, TFieldIdEnum field, Object value) {
    ((TBase) struct).setFieldValue(field, value);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // The field's type is known at run time only.
  private static Object value(TBase<?, ?> struct, TFieldIdEnum field) {
    return ((TBase) struct).getFieldValue(field);
  }

  @SuppressWarnings("unchecked") // Thrift hands the map out by class object.
  private static Map<TFieldIdEnum, FieldMetaData> fields(Class<?> type)
      throws ReflectiveOperationException {
    return (Map<TFieldIdEnum, FieldMetaData>) type.getField("metaDataMap").get(null);
  }
}
