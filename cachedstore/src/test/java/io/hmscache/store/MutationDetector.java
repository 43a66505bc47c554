package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TCompactProtocol;

/**
 * Keeps a picture of every value from when it was published and finds out whether anybody has
 * changed it since (invariant 14).
 */
final class MutationDetector {

  private final MetadataCache cache;
  private final Map<Entry, byte[]> pictures = new IdentityHashMap<>();

  MutationDetector(MetadataCache cache) {
    this.cache = cache;
  }

  /** Takes pictures of what was published since the last call. */
  void look() {
    for (Map.Entry<SlotKey, Entry> one : cache.all()) {
      pictures.computeIfAbsent(one.getValue(), entry -> picture(entry.value));
    }
  }

  /** Compares every value ever published with its picture. */
  void check() {
    pictures.forEach(
        (entry, picture) ->
            assertArrayEquals(
                picture, picture(entry.value), () -> "changed in the cache: " + entry.value));
  }

  int seen() {
    return pictures.size();
  }

  private static byte[] picture(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(value, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (TException e) {
      throw new IllegalArgumentException("not serializable: " + value, e);
    }
    return bytes.toByteArray();
  }

  private static void write(Object value, ByteArrayOutputStream bytes)
      throws IOException, TException {
    if (value instanceof TBase<?, ?> struct) {
      bytes.write(new TSerializer(new TCompactProtocol.Factory()).serialize(struct));
    } else if (value instanceof StoredPartition partition) {
      write(partition.fresh(false), bytes);
    } else if (value instanceof NameSequence names) {
      write(names.toList(), bytes);
    } else if (value instanceof TableValue table) {
      write(table.table, bytes);
    } else if (value instanceof List<?> list) {
      bytes.write(list.size());
      for (Object element : list) {
        write(element, bytes);
      }
    } else {
      bytes.write(String.valueOf(value).getBytes(StandardCharsets.UTF_8));
    }
  }
}
