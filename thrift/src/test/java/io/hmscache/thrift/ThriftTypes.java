package io.hmscache.thrift;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.meta_data.FieldValueMetaData;
import org.apache.thrift.meta_data.ListMetaData;
import org.apache.thrift.meta_data.MapMetaData;
import org.apache.thrift.meta_data.SetMetaData;
import org.apache.thrift.meta_data.StructMetaData;

/** Walks the generated Thrift API by reflection. */
final class ThriftTypes {

  private ThriftTypes() {}

  /** Every struct that a request of the Thrift API is or contains. */
  static Set<Class<?>> reachableFromRequests() {
    Deque<Class<?>> todo = new ArrayDeque<>();
    for (Method method : ThriftHiveMetastore.Iface.class.getMethods()) {
      for (Class<?> type : method.getParameterTypes()) {
        if (TBase.class.isAssignableFrom(type)) {
          todo.add(type);
        }
      }
      // Structs inside collections of positional arguments show up in the argument struct only.
      todo.addAll(argumentStruct(method));
    }
    Set<Class<?>> seen = new LinkedHashSet<>();
    while (!todo.isEmpty()) {
      Class<?> type = todo.pop();
      if (seen.add(type)) {
        for (FieldMetaData field : fieldMetaData(type).values()) {
          addStructs(field.valueMetaData, todo);
        }
      }
    }
    return seen;
  }

  private static Set<Class<?>> argumentStruct(Method method) {
    try {
      return Set.of(
          Class.forName(ThriftHiveMetastore.class.getName() + "$" + method.getName() + "_args"));
    } catch (ClassNotFoundException e) {
      // Methods of the common base service.
      return Set.of();
    }
  }

  private static void addStructs(FieldValueMetaData value, Deque<Class<?>> todo) {
    if (value instanceof StructMetaData struct) {
      todo.add(struct.structClass);
    } else if (value instanceof ListMetaData list) {
      addStructs(list.elemMetaData, todo);
    } else if (value instanceof SetMetaData set) {
      addStructs(set.elemMetaData, todo);
    } else if (value instanceof MapMetaData map) {
      addStructs(map.keyMetaData, todo);
      addStructs(map.valueMetaData, todo);
    }
  }

  /** Fields of a struct by the name of their constant, as {@code VALID_WRITE_ID_LIST}. */
  static Map<String, TFieldIdEnum> fields(Class<?> type) {
    Map<String, TFieldIdEnum> fields = new LinkedHashMap<>();
    fieldMetaData(type).keySet().forEach(field -> fields.put(((Enum<?>) field).name(), field));
    return fields;
  }

  /** Sets the first of the named fields that the struct has; whether it has one. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // The field's type is known at run time only.
  static boolean set(Object struct, Object value, String... names) {
    Map<String, TFieldIdEnum> fields = fields(struct.getClass());
    for (String name : names) {
      if (fields.containsKey(name)) {
        ((TBase) struct).setFieldValue(fields.get(name), value);
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked") // Thrift hands the map out by class object.
  private static Map<? extends TFieldIdEnum, FieldMetaData> fieldMetaData(Class<?> type) {
    try {
      return (Map<? extends TFieldIdEnum, FieldMetaData>) type.getField("metaDataMap").get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no meta data in " + type, e);
    }
  }
}
