package io.hmscache.store;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Adds up what objects take on the heap, each once: headers of 12 bytes, references of 4, sizes in
 * steps of 8, as HotSpot has it below 32 GiB.
 */
final class HeapWalk {

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Class<?>> outside;
  private long bytes;

  /**
   * A walk.
   *
   * @param outside classes whose objects are not entered and do not count
   */
  HeapWalk(Set<Class<?>> outside) {
    this.outside = outside;
  }

  /** Adds an object and everything it refers to that was not added before. */
  void add(Object root) throws IllegalAccessException {
    Deque<Object> open = new ArrayDeque<>();
    push(root, open);
    while (!open.isEmpty()) {
      Object object = open.pop();
      Class<?> type = object.getClass();
      if (type.isArray()) {
        addArray(object, type.getComponentType(), open);
      } else {
        addObject(object, type, open);
      }
    }
  }

  private void push(Object object, Deque<Object> open) {
    if (object != null
        && !(object instanceof Enum)
        && !(object instanceof Class)
        && outside.stream().noneMatch(type -> type.isInstance(object))
        && seen.add(object)) {
      open.push(object);
    }
  }

  private void addArray(Object array, Class<?> component, Deque<Object> open) {
    int length = Array.getLength(array);
    bytes += aligned(16 + (long) length * size(component));
    if (!component.isPrimitive()) {
      for (int i = 0; i < length; i++) {
        push(Array.get(array, i), open);
      }
    }
  }

  private void addObject(Object object, Class<?> type, Deque<Object> open)
      throws IllegalAccessException {
    long size = 12;
    for (Class<?> of = type; of != null; of = of.getSuperclass()) {
      for (Field field : of.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          size += size(field.getType());
          if (!field.getType().isPrimitive()) {
            field.setAccessible(true);
            push(field.get(object), open);
          }
        }
      }
    }
    bytes += aligned(size);
  }

  private static int size(Class<?> type) {
    if (type == long.class || type == double.class) {
      return 8;
    }
    if (type == byte.class || type == boolean.class) {
      return 1;
    }
    return type == short.class || type == char.class ? 2 : 4;
  }

  private static long aligned(long size) {
    return (size + 7) / 8 * 8;
  }

  long bytes() {
    return bytes;
  }
}
