package io.hmscache.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.metastore.RawStore;

/** What the store does with each method of RawStore, as {@code raw-store-methods.txt} says. */
final class RawStoreMethods {

  /** What is done with a method; the file explains. */
  enum Role {
    READ_SERVED,
    READ_DELEGATED,
    WRITE_TRACKED,
    WRITE_UNCACHED,
    TRANSACTION,
    NEUTRAL
  }

  private RawStoreMethods() {}

  /** All methods of the interface on the class path. */
  static List<Method> ofInterface() {
    return Arrays.stream(RawStore.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .toList();
  }

  /** Name and parameter types, as the file spells them. */
  static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /** The roles by signature. */
  static Map<String, Role> roles() {
    Map<String, Role> roles = new TreeMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    RawStoreMethods.class.getResourceAsStream("raw-store-methods.txt")),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          int space = line.indexOf(' ');
          Role before =
              roles.put(line.substring(space + 1), Role.valueOf(line.substring(0, space)));
          if (before != null) {
            throw new IllegalStateException("twice: " + line);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return roles;
  }
}
