package io.hmscache.thrift.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prepares one metastore of the stock distribution: checks the command line, the port and the
 * database, creates the schema if asked to, and writes settings and JVM arguments into a private
 * folder. The script that called it then becomes that JVM, so that signals and the exit code are
 * the metastore's own.
 */
public final class MetastoreLauncher {

  private MetastoreLauncher() {}

  /** Exit code 0: the arguments are written, or help was shown; otherwise one line on stderr. */
  public static void main(String[] arguments) {
    System.exit(run(arguments, Layout::fromSystemProperties, System.out, System.err));
  }

  /** Finds the folders once the command line is known to be right. */
  interface LayoutSource {
    Layout get() throws LauncherException;
  }

  /** As {@link #main}, without ending the JVM. */
  static int run(String[] arguments, LayoutSource layout, PrintStream out, PrintStream err) {
    if (Arrays.asList(arguments).contains("--help")) {
      out.print(LauncherOptions.HELP);
      return 0;
    }
    try {
      prepare(LauncherOptions.parse(arguments), layout.get(), out);
      return 0;
    } catch (LauncherException e) {
      err.println("metastore: " + e.getMessage());
      return e.exitCode();
    }
  }

  private static void prepare(LauncherOptions options, Layout layout, PrintStream out)
      throws LauncherException {
    MetastoreFiles files = new MetastoreFiles(options, layout);
    checkPort(files.bindHost(), options.port());
    boolean schema = new DatabaseProbe(options).hasSchema();
    files.write();
    if (!schema) {
      out.println("creating the metastore schema in " + options.url());
      new SchemaTool(files, layout).initialize(options.backend());
    }
    out.println(
        "metastore thrift://"
            + files.bindHost()
            + ":"
            + options.port()
            + ", store "
            + options.store().name().toLowerCase(Locale.ROOT)
            + ", database "
            + options.url());
  }

  private static void checkPort(String host, int port) throws LauncherException {
    try (ServerSocket socket = new ServerSocket()) {
      // As the metastore itself does: connections in TIME_WAIT do not occupy the port.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw LauncherException.failure(
          "cannot listen on " + host + " port " + port + ": " + LauncherException.firstLine(e));
    }
  }
}
