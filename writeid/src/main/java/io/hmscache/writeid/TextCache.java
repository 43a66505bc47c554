package io.hmscache.writeid;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;

/**
 * A bounded map from texts to values. Thread-safe; a hit takes no lock and allocates nothing.
 *
 * <p>Bounded in entries and in the characters of its texts, as lists with ten thousand ids come as
 * well as empty ones. When room is needed those go that were not used since they last came up for
 * it (second chance): exact order of use would cost a lock at each hit.
 */
final class TextCache<V> {

  /** A text, its value, and whether it was used lately. */
  private static final class Slot<V> {
    final String text;
    // Racing readers may both write true.
    volatile boolean used;
    @Nullable private volatile V value;

    Slot(String text) {
      this.text = text;
    }

    @Nullable
    V value() {
      if (!used) {
        used = true;
      }
      return value;
    }

    /** Made under a lock of its own, so that only those who want the same text wait for it. */
    synchronized V make(Supplier<V> make) {
      V made = value;
      if (made == null) {
        made = make.get();
        value = made;
      }
      return made;
    }
  }

  private final int maxEntries;
  private final long maxCharacters;

  /** Written under the lock of this, read without it. */
  private final ConcurrentHashMap<String, Slot<V>> slots = new ConcurrentHashMap<>();

  /** The same slots, those next to be examined in front. */
  @GuardedBy("this")
  private final ArrayDeque<Slot<V>> queue = new ArrayDeque<>();

  @GuardedBy("this")
  private long characters;

  TextCache(int maxEntries, long maxCharacters) {
    if (maxEntries <= 0 || maxCharacters <= 0) {
      throw new IllegalArgumentException(
          "bounds must be positive: " + maxEntries + ", " + maxCharacters);
    }
    this.maxEntries = maxEntries;
    this.maxCharacters = maxCharacters;
  }

  /** The value of a text; null if there is none (any more). */
  @Nullable
  V get(String text) {
    Slot<V> slot = slots.get(text);
    return slot == null ? null : slot.value();
  }

  /**
   * The value of a text, made once if there is none. That of a text longer than the bound is not
   * kept.
   */
  V getOrMake(String text, Supplier<V> make) {
    if (text.length() > maxCharacters) {
      return make.get();
    }
    return slot(text).make(make);
  }

  private synchronized Slot<V> slot(String text) {
    Slot<V> slot = slots.get(text);
    if (slot == null) {
      makeRoom(text.length());
      slot = new Slot<>(text);
      slots.put(text, slot);
      queue.addLast(slot);
      characters += text.length();
    }
    return slot;
  }

  @GuardedBy("this")
  private void makeRoom(int length) {
    while (queue.size() >= maxEntries || characters + length > maxCharacters) {
      Slot<V> oldest = queue.removeFirst();
      if (oldest.used) {
        oldest.used = false;
        queue.addLast(oldest);
      } else {
        slots.remove(oldest.text);
        characters -= oldest.text.length();
      }
    }
  }

  synchronized int size() {
    return queue.size();
  }

  synchronized void clear() {
    slots.clear();
    queue.clear();
    characters = 0;
  }
}
