package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hmscache.store.RawStoreMethods.Role;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** No method of the interface is forgotten, and each is where its role says. */
class RawStoreMethodsTest {

  @Test
  void everyMethodOfTheInterfaceHasARole() {
    assertEquals(
        RawStoreMethods.ofInterface().stream()
            .map(RawStoreMethods::signature)
            .collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(RawStoreMethods.roles().keySet()),
        "decide about new methods of Hive in raw-store-methods.txt");
  }

  @Test
  void everyMethodIsOverriddenWhereItsRoleSays() {
    Map<String, Role> roles = RawStoreMethods.roles();
    Stream<Executable> checks =
        RawStoreMethods.ofInterface().stream()
            .map(
                method ->
                    () ->
                        assertEquals(
                            places(roles.get(RawStoreMethods.signature(method))),
                            place(method),
                            method.toString()));
    assertAll(checks);
  }

  private static String places(Role role) {
    return switch (role) {
      case READ_SERVED -> "reads";
      case WRITE_TRACKED -> "writes";
      case READ_DELEGATED, WRITE_UNCACHED -> "forwarded";
      case TRANSACTION -> "life";
      case NEUTRAL -> "life or forwarded";
    };
  }

  private static String place(Method method) {
    Class<?> owner = CachedStore.class;
    while (!declares(owner, method)) {
      owner = owner.getSuperclass();
    }
    if (owner == ForwardingRawStore.class) {
      Role role = RawStoreMethods.roles().get(RawStoreMethods.signature(method));
      return role == Role.NEUTRAL ? "life or forwarded" : "forwarded";
    }
    if (owner == TransactionalStore.class) {
      Role role = RawStoreMethods.roles().get(RawStoreMethods.signature(method));
      return role == Role.NEUTRAL ? "life or forwarded" : "life";
    }
    return owner.isAssignableFrom(WritingStore.class) ? "writes" : "reads";
  }

  /** Bridges of a public class over one that is not do not count. */
  private static boolean declares(Class<?> owner, Method method) {
    return Arrays.stream(owner.getDeclaredMethods())
        .anyMatch(
            own ->
                !own.isBridge()
                    && own.getName().equals(method.getName())
                    && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
  }
}
