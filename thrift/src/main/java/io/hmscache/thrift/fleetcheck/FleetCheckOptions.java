package io.hmscache.thrift.fleetcheck;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a person asked for on the command line. Immutable once parsed. */
final class FleetCheckOptions {

  static final String HELP =
      "Holds a running fleet of metastores to its promises, as an ordinary Thrift client.\n"
          + "\n"
          + "  bin/fleet-check --uris thrift://a:9083,thrift://b:9083 [option ...]\n"
          + "\n"
          + "  --uris LIST    the metastores, with commas between them; all on one database\n"
          + "  --seconds N    how long to check (default 30)\n"
          + "  --tables N     tables to create, at least 5: some of each kind (default 10)\n"
          + "  --writers N    threads that change tables (default 2)\n"
          + "  --readers N    threads that read and check (default 4)\n"
          + "  --bound MS     how old an answer about an external table may be: the fleet's\n"
          + "                 cachedstore.max.staleness (default 2000)\n"
          + "  --help         this text\n"
          + "\n"
          + "Works in a scratch database of its own, which it drops at the end, also after Ctrl-C.\n"
          + "Checks the default levels. Exit status: 0 every promise was kept, 1 one was broken,\n"
          + "2 the check could not be made.\n";

  private List<Endpoint> endpoints = Collections.emptyList();
  private int seconds = 30;
  private int tables = 10;
  private int writers = 2;
  private int readers = 4;
  private int boundMillis = 2000;

  private FleetCheckOptions() {}

  /**
   * Parses a command line.
   *
   * @throws FleetCheckException if it is wrong; the message names the option
   */
  static FleetCheckOptions parse(String... arguments) throws FleetCheckException {
    FleetCheckOptions options = new FleetCheckOptions();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      int equals = name.indexOf('=');
      if (name.startsWith("--") && equals > 0) {
        options.set(name.substring(0, equals), name.substring(equals + 1));
      } else if (i + 1 < arguments.length) {
        options.set(name, arguments[++i]);
      } else {
        options.set(name, "");
      }
    }
    if (options.endpoints.isEmpty()) {
      throw new FleetCheckException("--uris is missing; --help shows the options");
    }
    return options;
  }

  private void set(String name, String value) throws FleetCheckException {
    switch (name) {
      case "--uris":
        endpoints = parseEndpoints(value);
        break;
      case "--seconds":
        seconds = number(name, value, 1, 1_000_000);
        break;
      case "--tables":
        tables = number(name, value, TableKind.values().length, 10_000);
        break;
      case "--writers":
        writers = number(name, value, 1, 1_000);
        break;
      case "--readers":
        readers = number(name, value, 1, 1_000);
        break;
      case "--bound":
        boundMillis = number(name, value, 1, Integer.MAX_VALUE);
        break;
      default:
        throw new FleetCheckException("unknown option '" + name + "'; --help shows the options");
    }
  }

  private static List<Endpoint> parseEndpoints(String value) throws FleetCheckException {
    List<Endpoint> parsed = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String part : value.split(",", -1)) {
      Endpoint endpoint = Endpoint.parse(part.trim());
      if (!seen.add(endpoint.toString())) {
        throw new FleetCheckException("--uris names " + endpoint + " twice");
      }
      parsed.add(endpoint);
    }
    return Collections.unmodifiableList(parsed);
  }

  private static int number(String name, String value, int least, int most)
      throws FleetCheckException {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same message as a number out of range.
    }
    throw new FleetCheckException(
        name + " needs a number from " + least + " to " + most + ", not '" + value + "'");
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  int seconds() {
    return seconds;
  }

  int tables() {
    return tables;
  }

  int writers() {
    return writers;
  }

  int readers() {
    return readers;
  }

  /** Staleness bound of external tables, milliseconds. */
  int boundMillis() {
    return boundMillis;
  }
}
