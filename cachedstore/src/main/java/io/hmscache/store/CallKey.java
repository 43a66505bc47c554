package io.hmscache.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;

/**
 * A method and the arguments that its answer depends on: two calls with equal keys have the same
 * answer at the same state. User and groups are no part of it, since tables whose answers depend on
 * them are not cached. Immutable; arguments are copied.
 */
final class CallKey {

  private final Object[] parts;
  private final int hash;

  private CallKey(Object[] parts) {
    this.parts = parts;
    this.hash = Arrays.hashCode(parts);
  }

  /**
   * A key.
   *
   * @param arguments strings, numbers, byte arrays, lists of strings or immutable values; null
   *     allowed
   */
  static CallKey of(String method, @Nullable Object... arguments) {
    Object[] parts = new Object[arguments.length + 1];
    parts[0] = method;
    for (int i = 0; i < arguments.length; i++) {
      parts[i + 1] = frozen(arguments[i]);
    }
    return new CallKey(parts);
  }

  private static @Nullable Object frozen(@Nullable Object argument) {
    if (argument instanceof byte[]) {
      return ByteBuffer.wrap(((byte[]) argument).clone());
    }
    if (argument instanceof List) {
      return new ArrayList<>((List<?>) argument);
    }
    return argument;
  }

  /** Bytes, estimated. */
  long weight() {
    long bytes = 32 + 4L * parts.length;
    for (Object part : parts) {
      if (part instanceof String) {
        bytes += Weights.of((String) part);
      } else if (part instanceof CallKey) {
        bytes += ((CallKey) part).weight();
      } else if (part instanceof ByteBuffer) {
        bytes += 64 + ((ByteBuffer) part).capacity();
      } else if (part instanceof Collection) {
        bytes += 40 + 80L * ((Collection<?>) part).size();
      } else {
        bytes += 16;
      }
    }
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallKey
        && ((CallKey) other).hash == hash
        && Arrays.equals(((CallKey) other).parts, parts);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(parts);
  }
}
