package io.hmscache.e2e;

import io.hmscache.testkit.DatabaseKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What a person asked the demo for.
 *
 * @param kind the database to start; ignored with a URL
 * @param jdbcUrl an existing database; null to start one
 * @param user its user
 * @param password its password
 * @param keep whether everything goes on running afterwards
 * @param cached whether the metastores run our store
 * @param verify whether every hit is compared with the database
 */
record DemoOptions(
    DatabaseKind kind,
    @Nullable String jdbcUrl,
    String user,
    String password,
    boolean keep,
    boolean cached,
    boolean verify) {

  static final String HELP =
      """
      Starts two metastores of the stock Hive distribution with the plugin on one database,
      and shows what they answer from memory.

        bin/demo [--db derby|postgres] [--verify] [--keep]
        bin/demo --jdbc-url URL --user U [--password-file F] [--keep]

        --db derby|postgres   the database to start (default: derby)
        --jdbc-url URL        an existing Derby server, PostgreSQL, MySQL or MariaDB instead;
                              the metastore's tables are created if there are none
        --user U              its user
        --password-file F     file whose first line is the password
        --store cached|plain  plain: the same without the plugin, for comparison
        --verify              compares every hit with the database, beside the requests
        --keep                leaves everything running
        --help                this text
      """;

  /** A command line that makes no sense; the message is for the person. */
  static final class WrongUsage extends Exception {
    private static final long serialVersionUID = 1L;

    WrongUsage(String message) {
      super(message);
    }
  }

  static DemoOptions parse(List<String> arguments) throws WrongUsage {
    DatabaseKind kind = DatabaseKind.DERBY_SERVER;
    String url = null;
    String user = "";
    String password = "";
    boolean keep = false;
    boolean cached = true;
    boolean verify = false;
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      if (name.equals("--keep")) {
        keep = true;
        continue;
      }
      if (name.equals("--verify")) {
        verify = true;
        continue;
      }
      if (!List.of("--db", "--jdbc-url", "--user", "--password-file", "--store").contains(name)) {
        throw new WrongUsage("unknown option '" + name + "' (--help shows the options)");
      }
      if (++i == arguments.size()) {
        throw new WrongUsage(name + " needs a value (--help shows the options)");
      }
      String value = arguments.get(i);
      switch (name) {
        case "--db" ->
            kind =
                switch (value) {
                  case "derby" -> DatabaseKind.DERBY_SERVER;
                  case "postgres" -> DatabaseKind.POSTGRES;
                  default -> throw new WrongUsage("--db is derby or postgres, not '" + value + "'");
                };
        case "--jdbc-url" -> url = value;
        case "--user" -> user = value;
        case "--password-file" -> password = firstLine(value);
        default -> {
          if (!List.of("cached", "plain").contains(value)) {
            throw new WrongUsage("--store is cached or plain, not '" + value + "'");
          }
          cached = value.equals("cached");
        }
      }
    }
    if (url != null && user.isEmpty()) {
      throw new WrongUsage("--jdbc-url needs --user");
    }
    if (verify && !cached) {
      throw new WrongUsage("--verify compares what is cached: it needs --store cached");
    }
    return new DemoOptions(kind, url, user, password, keep, cached, verify);
  }

  private static String firstLine(String file) throws WrongUsage {
    try {
      return Files.readAllLines(Path.of(file)).stream().findFirst().orElse("");
    } catch (IOException e) {
      throw new WrongUsage("cannot read --password-file " + file);
    }
  }
}
