package io.hmscache.store;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.TableName;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.PartitionListComposingSpec;
import org.apache.hadoop.hive.metastore.api.PartitionSpec;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.hadoop.hive.metastore.model.MTable;
import org.apache.hadoop.hive.metastore.partition.spec.PartitionSpecProxy;
import org.apache.thrift.TBase;

/** Arguments of whatever type a method wants, no field left empty. */
final class Arguments {

  private static final int DEPTH = 4;

  private Arguments() {}

  /** A value of a type. */
  static Object of(Type type) {
    return of(type, 0);
  }

  private static Object of(Type type, int depth) {
    if (type instanceof ParameterizedType generic) {
      Type[] parts = generic.getActualTypeArguments();
      Class<?> raw = (Class<?>) generic.getRawType();
      if (raw == Map.class) {
        Map<Object, Object> map = new HashMap<>();
        map.put(of(parts[0], depth), of(parts[1], depth));
        return map;
      }
      List<Object> list = new ArrayList<>();
      Object element = of(parts[0], depth);
      if (element != null) {
        list.add(element);
      }
      return list;
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      return "p=1";
    } else if (raw == boolean.class || raw == Boolean.class) {
      return true;
    } else if (raw == int.class || raw == Integer.class) {
      return 5;
    } else if (raw == long.class || raw == Long.class) {
      return 6L;
    } else if (raw == short.class) {
      return (short) 7;
    } else if (raw == byte[].class) {
      return new byte[] {1, 2};
    } else if (raw == boolean[].class) {
      return new boolean[1];
    } else if (raw == ByteBuffer[].class) {
      return new ByteBuffer[1];
    } else if (raw == ByteBuffer.class) {
      return ByteBuffer.wrap(new byte[] {3});
    } else if (raw.isEnum()) {
      return raw.getEnumConstants()[0];
    } else if (TBase.class.isAssignableFrom(raw)) {
      return depth > DEPTH ? null : filled(raw, depth);
    } else if (raw == TableName.class) {
      return new TableName("c", "d", "t");
    } else if (raw == MTable.class) {
      return new MTable();
    } else if (raw == GetPartitionsArgs.class) {
      return new GetPartitionsArgs.GetPartitionsArgsBuilder().max(3).build();
    } else if (raw == PartitionSpecProxy.class) {
      return partitions();
    } else if (raw == Configuration.class) {
      return new Configuration(false);
    }
    return null;
  }

  private static PartitionSpecProxy partitions() {
    PartitionSpec spec = new PartitionSpec("d", "t", "file:/t");
    spec.setPartitionList(new PartitionListComposingSpec(new ArrayList<>()));
    try {
      return PartitionSpecProxy.Factory.get(spec);
    } catch (MetaException e) {
      throw new AssertionError(e);
    }
  }

  private static Object filled(Class<?> type, int depth) {
    try {
      Object struct = type.getConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !field.getName().startsWith("__")
            && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          Object value = of(field.getGenericType(), depth + 1);
          if (value != null && field.getType().isInstance(value)) {
            field.set(struct, value);
          }
        }
      }
      return struct;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type.toString(), e);
    }
  }

  /** A result of a type that is recognised by identity where that is possible. */
  static Object result(Type type) {
    if (type == void.class) {
      return null;
    } else if (type == String[].class) {
      return new String[] {"r"};
    }
    return of(type);
  }
}
