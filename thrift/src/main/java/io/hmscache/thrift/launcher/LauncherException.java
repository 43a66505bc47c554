package io.hmscache.thrift.launcher;

/** Why no metastore is started, in one line for the person who tried. */
final class LauncherException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean usage;

  private LauncherException(String message, boolean usage) {
    super(message);
    this.usage = usage;
  }

  /** The command line is wrong. */
  static LauncherException usage(String message) {
    return new LauncherException(message + " (--help shows the options)", true);
  }

  /** The command line is right, but the metastore cannot run. */
  static LauncherException failure(String message) {
    return new LauncherException(message, false);
  }

  /** Exit code: 2 for a wrong command line, 1 otherwise. */
  int exitCode() {
    return usage ? 2 : 1;
  }

  /** The first line of what an exception says, or its class if it says nothing. */
  static String firstLine(Throwable cause) {
    String message = cause.getMessage();
    if (message == null || message.trim().isEmpty()) {
      return cause.getClass().getSimpleName();
    }
    int end = message.indexOf('\n');
    return (end < 0 ? message : message.substring(0, end)).trim();
  }
}
