package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RequestContext.RequestClass;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.junit.jupiter.api.Test;

class RequestClassesTest {

  @Test
  void everyMethodOfTheHandlerIsDecidedOn() {
    Set<String> decided = new TreeSet<>(writing());
    decided.addAll(RequestClasses.reads());
    assertEquals(handlerMethods(), decided);
  }

  @Test
  void noMethodIsInBothLists() {
    Set<String> both = new TreeSet<>(writing());
    both.retainAll(RequestClasses.reads());
    assertEquals(Set.of(), both);
  }

  @Test
  void listedMethodsHaveTheirClass() {
    for (String method : RequestClasses.reads()) {
      assertEquals(RequestClass.READ, RequestClasses.of(method), method);
    }
    for (String method : writing()) {
      assertEquals(RequestClass.WRITE, RequestClasses.of(method), method);
    }
  }

  @Test
  void methodOfANewerHiveCountsAsWriting() {
    assertEquals(RequestClass.WRITE, RequestClasses.of("get_table_by_moonlight"));
  }

  @Test
  void noReadingMethodReturnsNothing() {
    for (Method method : IHMSHandler.class.getMethods()) {
      if (RequestClasses.of(method.getName()) == RequestClass.READ) {
        assertTrue(method.getReturnType() != void.class, method.toString());
      }
    }
  }

  @Test
  void readsThatNameTheirTableByArgumentsHaveSuchArguments() {
    Set<String> seen = new TreeSet<>();
    for (Method method : IHMSHandler.class.getMethods()) {
      if (RequestClasses.namesTableByArguments(method.getName())) {
        seen.add(method.getName());
        Class<?>[] types = method.getParameterTypes();
        assertTrue(types.length >= 2, method.toString());
        assertEquals(String.class, types[0], method.toString());
        assertEquals(String.class, types[1], method.toString());
      }
    }
    assertTrue(seen.contains("get_partition"), seen.toString());
  }

  /** All method names of the interface that the proxy stands for. */
  static Set<String> handlerMethods() {
    return Arrays.stream(IHMSHandler.class.getMethods())
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> writing() {
    try (InputStream in =
        Objects.requireNonNull(
            RequestClassesTest.class.getResourceAsStream("writing-methods.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
