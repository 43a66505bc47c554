package io.hmscache.testkit;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Ending and suspending child processes. */
final class Processes {

  private Processes() {}

  /** Asks the process to end; ends it by force after ten seconds. Returns when it is gone. */
  static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        kill(process);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process at once, as a crash would. Returns when it is gone. */
  static void kill(Process process) {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a process that ends by itself, and ends it with this JVM; gives its exit code. */
  static int runToEnd(Process process) {
    Thread hook = new Thread(() -> kill(process), "stop-child");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
      return code;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Sends a signal that Java has no method for, such as STOP or CONT. */
  static void signal(Process process, String signal) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
              .inheritIO()
              .start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("cannot send " + signal + " to " + process.pid());
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot send " + signal + " to " + process.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
