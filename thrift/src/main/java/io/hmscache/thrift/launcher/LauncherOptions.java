package io.hmscache.thrift.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/** What a person asked for on the command line. Immutable once parsed. */
final class LauncherOptions {

  static final String HELP =
      "Starts one metastore of the stock Hive distribution in the foreground.\n"
          + "\n"
          + "  bin/metastore --port P --jdbc-url URL [option ...]\n"
          + "\n"
          + "  --port P              port of the Thrift service, on 127.0.0.1 unless set otherwise\n"
          + "  --jdbc-url URL        the database: Derby, PostgreSQL, MySQL, MariaDB (jdbc:mysql:),\n"
          + "                        SQL Server or Oracle (its driver by --class-path)\n"
          + "  --user U              user of the database (default for Derby: APP)\n"
          + "  --password-file F     file whose first line is the password\n"
          + "  --init-schema         creates the metastore's tables if they are not there\n"
          + "  --store S             cached (default): this project's cache, with its settings\n"
          + "                        plain: Hive's ObjectStore, every answer from the database\n"
          + "                        upstream: Hive's own cache\n"
          + "  --class-path JARS     more jars, with : between them, after those of the distribution\n"
          + "  --set KEY=VALUE       one more setting of metastore-site.xml; may be repeated\n"
          + "  --help                this text\n";

  private static final String DERBY_USER = "APP";
  private static final String DERBY_PASSWORD = "mine";

  private int port;
  private @Nullable String url;
  private @Nullable Backend backend;
  private @Nullable String user;
  private @Nullable String password;
  private boolean initSchema;
  private StoreChoice store = StoreChoice.CACHED;
  private final List<String> classPath = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();

  private LauncherOptions() {}

  /**
   * Parses a command line.
   *
   * @throws LauncherException if it is wrong; the message names the option
   */
  static LauncherOptions parse(String... arguments) throws LauncherException {
    LauncherOptions options = new LauncherOptions();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      String value = null;
      int equals = name.indexOf('=');
      if (name.startsWith("--") && equals > 0) {
        value = name.substring(equals + 1);
        name = name.substring(0, equals);
      }
      if (name.equals("--init-schema")) {
        if (value != null) {
          throw LauncherException.usage(name + " takes no value");
        }
        options.initSchema = true;
        continue;
      }
      if (!isOption(name)) {
        throw LauncherException.usage("unknown option '" + name + "'");
      }
      if (value == null) {
        if (++i == arguments.length) {
          throw LauncherException.usage(name + " needs a value");
        }
        value = arguments[i];
      }
      options.set(name, value);
    }
    options.check();
    return options;
  }

  private static boolean isOption(String name) {
    switch (name) {
      case "--port":
      case "--jdbc-url":
      case "--user":
      case "--password-file":
      case "--store":
      case "--class-path":
      case "--set":
        return true;
      default:
        return false;
    }
  }

  private void set(String name, String value) throws LauncherException {
    switch (name) {
      case "--port":
        port = parsePort(value);
        break;
      case "--jdbc-url":
        backend = Backend.of(value);
        url = value;
        break;
      case "--user":
        user = value;
        break;
      case "--password-file":
        password = readPassword(value);
        break;
      case "--store":
        store = StoreChoice.parse(value);
        break;
      case "--class-path":
        addClassPath(value);
        break;
      case "--set":
        int equals = value.indexOf('=');
        if (equals <= 0) {
          throw LauncherException.usage("--set needs KEY=VALUE, not '" + value + "'");
        }
        settings.put(value.substring(0, equals).trim(), value.substring(equals + 1).trim());
        break;
      default:
        throw new IllegalArgumentException(name);
    }
  }

  private static int parsePort(String value) throws LauncherException {
    try {
      int port = Integer.parseInt(value);
      if (port > 0 && port < 65536) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same message as a number out of range.
    }
    throw LauncherException.usage("--port needs a number from 1 to 65535, not '" + value + "'");
  }

  private static String readPassword(String file) throws LauncherException {
    try {
      List<String> lines = Files.readAllLines(Paths.get(file), StandardCharsets.UTF_8);
      return lines.isEmpty() ? "" : lines.get(0);
    } catch (IOException e) {
      throw LauncherException.failure("cannot read --password-file " + file);
    }
  }

  private void addClassPath(String value) throws LauncherException {
    for (String entry : value.split(":")) {
      String path = entry.endsWith("/*") ? entry.substring(0, entry.length() - 2) : entry;
      Path absolute = Paths.get(path).toAbsolutePath();
      if (entry.isEmpty() || !Files.exists(absolute)) {
        throw LauncherException.failure("--class-path names a file that is not there: " + entry);
      }
      classPath.add(entry.endsWith("/*") ? absolute + "/*" : absolute.toString());
    }
  }

  private void check() throws LauncherException {
    if (port == 0) {
      throw LauncherException.usage("--port is missing");
    }
    if (backend == null) {
      throw LauncherException.usage("--jdbc-url is missing");
    }
    if (user == null) {
      if (!backend.derby()) {
        throw LauncherException.usage("--user is missing");
      }
      user = DERBY_USER;
      password = password == null ? DERBY_PASSWORD : password;
    }
  }

  /** Port of the Thrift service. */
  int port() {
    return port;
  }

  /** JDBC URL. */
  String url() {
    return checked(url);
  }

  /** Kind of the database. */
  Backend backend() {
    return checked(backend);
  }

  /** User of the database. */
  String user() {
    return checked(user);
  }

  /** Password; empty if none was given. */
  String password() {
    return password == null ? "" : password;
  }

  /** Whether missing tables are to be created. */
  boolean initSchema() {
    return initSchema;
  }

  /** Which store answers. */
  StoreChoice store() {
    return store;
  }

  /** Absolute entries to put behind the distribution's jars. */
  List<String> classPath() {
    return Collections.unmodifiableList(classPath);
  }

  /** The settings given by {@code --set}. */
  Map<String, String> settings() {
    return Collections.unmodifiableMap(settings);
  }

  private static <T> T checked(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("not parsed");
    }
    return value;
  }
}
