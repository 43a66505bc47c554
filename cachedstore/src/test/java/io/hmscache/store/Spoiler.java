package io.hmscache.store;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TBase;

/** Changes every field of a Thrift object that can be changed, in place and through and through. */
final class Spoiler {

  private Spoiler() {}

  /** Spoils an object; lists and maps grow by an element. */
  static void spoil(TBase<?, ?> struct) {
    for (Class<?> type = struct.getClass();
        type != null && TBase.class.isAssignableFrom(type);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          spoil(struct, field);
        }
      }
    }
  }

  private static void spoil(Object owner, Field field) {
    try {
      field.setAccessible(true);
      Object value = field.get(owner);
      if (value instanceof TBase<?, ?> struct) {
        spoil(struct);
      } else if (value instanceof ByteBuffer bytes && bytes.hasArray()) {
        for (int i = 0; i < bytes.remaining(); i++) {
          bytes.array()[bytes.arrayOffset() + bytes.position() + i]++;
        }
      } else if (value instanceof Map<?, ?> map) {
        spoil(map);
      } else if (value instanceof Collection<?> collection) {
        spoil(collection);
      } else if (value instanceof String) {
        field.set(owner, "spoilt");
      } else if (value instanceof Long) {
        field.set(owner, ~(Long) value);
      } else if (value instanceof Integer) {
        field.set(owner, ~(Integer) value);
      } else if (value instanceof Boolean) {
        field.set(owner, !(Boolean) value);
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError(field.toString(), e);
    }
  }

  @SuppressWarnings("unchecked")
  private static void spoil(Map<?, ?> map) {
    for (Object value : map.values()) {
      if (value instanceof TBase<?, ?> struct) {
        spoil(struct);
      }
    }
    Map<Object, Object> open = (Map<Object, Object>) map;
    if (map.keySet().stream().allMatch(String.class::isInstance)
        && map.values().stream().allMatch(String.class::isInstance)) {
      open.replaceAll((key, value) -> "spoilt");
      open.put("spoilt", "spoilt");
    }
  }

  @SuppressWarnings("unchecked")
  private static void spoil(Collection<?> collection) {
    List<Object> elements = new ArrayList<>(collection);
    for (Object element : elements) {
      if (element instanceof TBase<?, ?> struct) {
        spoil(struct);
      } else if (element instanceof Collection<?> inner) {
        spoil(inner);
      }
    }
    ((Collection<Object>) collection).add(elements.isEmpty() ? "spoilt" : elements.get(0));
  }
}
