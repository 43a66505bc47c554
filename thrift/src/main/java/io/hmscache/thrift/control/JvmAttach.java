package io.hmscache.thrift.control;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Asks a JVM on this machine for the address of its JMX agent, starting one for local use if it has
 * none. By reflection: the attach API is a part of the JDK, not of every Java 8 compiler's
 * platform.
 */
final class JvmAttach {

  private JvmAttach() {}

  /**
   * The agent's address.
   *
   * @throws ControlException if there is no such JVM, or it does not let us in
   */
  static String localAgent(String pid) throws ControlException {
    try {
      Class<?> type = Class.forName("com.sun.tools.attach.VirtualMachine");
      if (!listed(type, pid)) {
        throw new ControlException("no JVM of this user has the process id " + pid);
      }
      Object machine = type.getMethod("attach", String.class).invoke(null, pid);
      try {
        Method start = type.getMethod("startLocalManagementAgent");
        return String.valueOf(start.invoke(machine));
      } finally {
        type.getMethod("detach").invoke(machine);
      }
    } catch (InvocationTargetException e) {
      throw new ControlException("cannot attach to process " + pid + ": " + reason(e.getCause()));
    } catch (ReflectiveOperationException e) {
      throw new ControlException("--pid needs a JDK, not a runtime: use --jmx host:port");
    }
  }

  /**
   * Whether the JVMs of this machine that let themselves be seen include it. To attach is to send a
   * signal that ends any other process.
   */
  private static boolean listed(Class<?> type, String pid) throws ReflectiveOperationException {
    for (Object descriptor : (List<?>) type.getMethod("list").invoke(null)) {
      Class<?> description = Class.forName("com.sun.tools.attach.VirtualMachineDescriptor");
      if (pid.equals(description.getMethod("id").invoke(descriptor))) {
        return true;
      }
    }
    return false;
  }

  private static String reason(@Nullable Throwable cause) {
    return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
  }
}
