package io.hmscache.thrift.control;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * {@code bin/cachedstore}: shows and steers the cache of a running metastore by JMX. Answers go to
 * standard output; anything wrong is one line on standard error and exit code 1.
 */
public final class ControlMain {

  private static final String USAGE =
      "usage: cachedstore --jmx HOST:PORT | --pid N  [--name CACHE] [--json]  COMMAND\n"
          + "\n"
          + "  status                     state, lag, hit rate, top tables, resets\n"
          + "  explain [CAT.]DB.TABLE     is it cached, since when, why not\n"
          + "  flush all | catalog C | database [C.]D | table [C.]D.T | partition [C.]D.T/K=V\n"
          + "                             drop entries, also what is loading now\n"
          + "  pause | resume             answer everything from the database, or no longer\n"
          + "  level PATTERN LEVEL        database, strict, snapshot or eventual for the tables\n"
          + "                             that match, until the metastore ends\n"
          + "\n"
          + "--json prints JSON. Exit code 0, or 1 with one line on standard error.\n";

  private static final String TIMEOUT_MS = "10000";
  private static final int LAST_PORT = 65_535;

  private @Nullable String jmx;
  private @Nullable String pid;
  private @Nullable String name;
  private boolean json;
  private final List<String> command = new ArrayList<>();

  private ControlMain() {}

  /** Runs one command. */
  public static void main(String[] args) {
    // A port that accepts and says nothing, or a metastore that hangs, must not hang the command.
    limit("sun.rmi.transport.tcp.handshakeTimeout");
    limit("sun.rmi.transport.tcp.responseTimeout");
    System.exit(run(args, System.out, System.err));
  }

  private static void limit(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, TIMEOUT_MS);
    }
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length == 0) {
      err.print(USAGE);
      return 1;
    }
    if (Arrays.asList(args).contains("--help")) {
      out.print(USAGE);
      return 0;
    }
    try {
      ControlMain control = new ControlMain();
      control.parse(args);
      out.println(control.execute());
      return 0;
    } catch (ControlException e) {
      err.println("cachedstore: " + e.getMessage());
      return 1;
    }
  }

  private void parse(String[] args) throws ControlException {
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--jmx":
          jmx = value(args, ++i);
          break;
        case "--pid":
          pid = value(args, ++i);
          break;
        case "--name":
          name = value(args, ++i);
          break;
        case "--json":
          json = true;
          break;
        default:
          if (args[i].startsWith("--")) {
            throw new ControlException("no option " + args[i] + "; --help shows what there is");
          }
          command.add(args[i]);
      }
    }
    if ((jmx == null) == (pid == null)) {
      throw new ControlException("needs one of --jmx HOST:PORT and --pid N");
    }
    if (command.isEmpty()) {
      throw new ControlException("needs a command; --help shows them");
    }
  }

  private static String value(String[] args, int i) throws ControlException {
    if (i >= args.length) {
      throw new ControlException(args[i - 1] + " needs a value");
    }
    return args[i];
  }

  // JMX over RMI is what a metastore's JVM offers; the operator names the host to be trusted.
  @SuppressWarnings("BanJNDI")
  private String execute() throws ControlException {
    String address = address();
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      return invoke(server, find(server));
    } catch (IOException | SecurityException e) {
      throw new ControlException("no answer from " + target() + ": " + firstLine(e));
    }
  }

  private String target() {
    return jmx != null ? jmx : "process " + pid;
  }

  private String address() throws ControlException {
    if (pid != null) {
      return JvmAttach.localAgent(pid);
    }
    String target = String.valueOf(jmx);
    int colon = target.lastIndexOf(':');
    if (colon <= 0
        || !target.substring(colon + 1).matches("[0-9]{1,5}")
        || Integer.parseInt(target.substring(colon + 1)) > LAST_PORT) {
      throw new ControlException("'" + target + "' is not HOST:PORT");
    }
    return "service:jmx:rmi:///jndi/rmi://" + target + "/jmxrmi";
  }

  private ObjectName find(MBeanServerConnection server) throws ControlException, IOException {
    try {
      Set<ObjectName> names =
          server.queryNames(new ObjectName("io.hmscache:type=CachedStore,*"), null);
      List<String> found = new ArrayList<>();
      for (ObjectName one : names) {
        String cache = ObjectName.unquote(one.getKeyProperty("name"));
        if (name == null ? names.size() == 1 : cache.equals(name)) {
          return one;
        }
        found.add(cache);
      }
      if (found.isEmpty()) {
        throw new ControlException(target() + " runs no cache: is it a metastore with the plugin?");
      }
      throw new ControlException(
          target() + " runs the caches " + String.join(", ", found) + ": choose one with --name");
    } catch (JMException e) {
      throw new ControlException("cannot look for the cache: " + firstLine(e));
    }
  }

  private String invoke(MBeanServerConnection server, ObjectName bean)
      throws ControlException, IOException {
    String verb = command.get(0);
    switch (verb) {
      case "status":
        arguments(0);
        return report(call(server, bean, "status"));
      case "explain":
        arguments(1);
        return report(call(server, bean, "explain", command.get(1)));
      case "flush":
        if (command.size() < 2) {
          throw new ControlException("flush takes all, or a kind and a name; --help shows them");
        }
        return said(
            "flushed "
                + call(
                    server, bean, "flush", String.join(" ", command.subList(1, command.size()))));
      case "pause":
        arguments(0);
        call(server, bean, "pause");
        return said("everything is answered from the database");
      case "resume":
        arguments(0);
        call(server, bean, "resume");
        return said("reads are answered from memory again");
      case "level":
        arguments(2);
        call(server, bean, "level", command.get(1), command.get(2));
        return said(command.get(1) + " is " + command.get(2) + " until the metastore ends");
      default:
        throw new ControlException("no command '" + verb + "'; --help shows what there is");
    }
  }

  private void arguments(int count) throws ControlException {
    if (command.size() - 1 != count) {
      throw new ControlException(
          command.get(0) + " takes " + count + " argument" + (count == 1 ? "" : "s"));
    }
  }

  private static String call(
      MBeanServerConnection server, ObjectName bean, String operation, String... arguments)
      throws ControlException, IOException {
    String[] types = new String[arguments.length];
    Arrays.fill(types, String.class.getName());
    try {
      return String.valueOf(server.invoke(bean, operation, arguments, types));
    } catch (RuntimeMBeanException e) {
      throw new ControlException(firstLine(e.getTargetException()));
    } catch (MBeanException e) {
      throw new ControlException(firstLine(e.getTargetException()));
    } catch (JMException e) {
      throw new ControlException(firstLine(e));
    }
  }

  /** What was done: a sentence, or with --json an object that holds it. */
  private String said(String sentence) throws IOException {
    return json
        ? new ObjectMapper().writeValueAsString(Collections.singletonMap("done", sentence))
        : sentence;
  }

  private String report(String text) throws IOException {
    if (json) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    render(out, new ObjectMapper().readValue(text, Map.class), "");
    return out.toString().trim();
  }

  private static void render(StringBuilder out, Map<?, ?> report, String indent) {
    for (Map.Entry<?, ?> entry : report.entrySet()) {
      if (entry.getValue() instanceof Map) {
        Map<?, ?> inner = (Map<?, ?>) entry.getValue();
        if (!inner.isEmpty()) {
          out.append(indent).append(entry.getKey()).append('\n');
          render(out, inner, indent + "  ");
        }
      } else {
        out.append(String.format("%s%-32s %s%n", indent, entry.getKey(), entry.getValue()));
      }
    }
  }

  private static String firstLine(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end).trim();
  }
}
