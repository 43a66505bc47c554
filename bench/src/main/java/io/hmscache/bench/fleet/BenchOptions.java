package io.hmscache.bench.fleet;

import io.hmscache.testkit.DatabaseKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a person asked the benchmark for.
 *
 * @param kind the database to start
 * @param operations finds the names of the operations to measure
 * @param variants what is compared
 * @param rounds measured rounds
 * @param warmup rounds before them that are not measured
 * @param millis length of one slice: one operation on one variant in one round
 * @param calls at most so many calls of a thread in a slice; 0 for as many as fit
 * @param partitions of the large table; 0 for no such table
 * @param threads of the measurement of throughput; 1 to measure latency only
 * @param starts how often each variant is started for the time to the first answer; 0 for never
 * @param tables that are in the database then
 * @param heap of each metastore, in MiB
 * @param out folder for the results
 */
record BenchOptions(
    DatabaseKind kind,
    Pattern operations,
    List<Variant> variants,
    int rounds,
    int warmup,
    int millis,
    int calls,
    int partitions,
    int threads,
    int starts,
    int tables,
    int heap,
    Path out) {

  static final String HELP =
      """
      Starts stock metastores with different stores on one database and compares what their
      answers cost a Thrift client: median and 99th percentile of the latency on one thread,
      throughput on one and on several, and the ratios. All variants take turns in every round,
      so a machine that is busy meanwhile slows all of them down alike.

        bin/bench [option ...]

        --variants A,B,…   what to compare (default: all)
                             plain           Hive's ObjectStore, with the notification listener
                             upstream        Hive's own CachedStore, completely prewarmed
                             cached          this project's, with its defaults
                             cached-noproxy  the same without the handler proxy
                             complete        with cachedstore.fleet.complete=true
                             limit           a remembered object, no check, no copy
        --ops PATTERN      operations whose name the regular expression finds (default: all)
        --list             prints the names of the operations and ends
        --db postgres|derby  the database to start (default: postgres)
        --rounds N         measured rounds (default: 5)
        --warmup N         rounds before them (default: 2)
        --seconds S        length of a slice: an operation on a variant in a round (default: 0.25)
        --calls N          at most N calls of a thread in a slice (default: as many as fit)
        --threads N        threads for the throughput (default: 8); 1 measures the latency only
        --partitions N     one more table with N partitions, 100000 for instance (PostgreSQL)
        --starts N         starts each variant N times more and measures the time to the first
                           answer (default: 0)
        --tables N         with so many more tables in the database (default: 20000; PostgreSQL)
        --heap MB          heap of each metastore (default: 1024)
        --out FOLDER       where the results go (default: bench/target/results)
        --smoke            the smallest run that tries everything, for checking the harness
        --help             this text

      The results: report.txt, summary.csv (a line for each operation and variant), slices.csv
      (a line for each slice), latency.svg (the medians as a plot).
      """;

  /** A command line that makes no sense; the message is for the person. */
  static final class WrongUsage extends Exception {
    private static final long serialVersionUID = 1L;

    WrongUsage(String message) {
      super(message);
    }
  }

  /** Collects the options before they become immutable. */
  private static final class Builder {
    DatabaseKind kind = DatabaseKind.POSTGRES;
    Pattern operations = Pattern.compile("");
    List<Variant> variants = List.of(Variant.values());
    int rounds = 5;
    int warmup = 2;
    int millis = 250;
    int calls;
    int partitions;
    int threads = 8;
    int starts;
    int tables = 20_000;
    int heap = 1024;
    Path out = Path.of("bench", "target", "results");

    void smoke() {
      rounds = 1;
      warmup = 0;
      millis = 20;
      calls = 20;
      threads = 2;
    }

    void set(String name, String value) throws WrongUsage {
      switch (name) {
        case "--variants" -> variants = variants(value);
        case "--ops" -> operations = pattern(value);
        case "--db" -> kind = kind(value);
        case "--rounds" -> rounds = number(name, value, 1, 1_000);
        case "--warmup" -> warmup = number(name, value, 0, 1_000);
        case "--seconds" -> millis = millis(value);
        case "--calls" -> calls = number(name, value, 1, 1_000_000);
        case "--threads" -> threads = number(name, value, 1, 100);
        case "--partitions" -> partitions = number(name, value, 0, 1_000_000);
        case "--starts" -> starts = number(name, value, 0, 100);
        case "--tables" -> tables = number(name, value, 0, 1_000_000);
        case "--heap" -> heap = number(name, value, 256, 100_000);
        case "--out" -> out = Path.of(value);
        default -> throw new WrongUsage("unknown option '" + name + "' (--help shows the options)");
      }
    }

    BenchOptions build() throws WrongUsage {
      if (kind != DatabaseKind.POSTGRES && (partitions > 0 || starts > 0)) {
        throw new WrongUsage("--partitions and --starts need --db postgres");
      }
      return new BenchOptions(
          kind,
          operations,
          variants,
          rounds,
          warmup,
          millis,
          calls,
          partitions,
          threads,
          starts,
          tables,
          heap,
          out.toAbsolutePath());
    }
  }

  static BenchOptions parse(List<String> arguments) throws WrongUsage {
    Builder builder = new Builder();
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      if (name.equals("--smoke")) {
        builder.smoke();
        continue;
      }
      if (!HELP.contains("  " + name + " ") || !name.startsWith("--")) {
        throw new WrongUsage("unknown option '" + name + "' (--help shows the options)");
      }
      if (++i == arguments.size()) {
        throw new WrongUsage(name + " needs a value (--help shows the options)");
      }
      builder.set(name, arguments.get(i));
    }
    return builder.build();
  }

  private static List<Variant> variants(String value) throws WrongUsage {
    List<Variant> variants = new ArrayList<>();
    for (String text : value.split(",")) {
      Variant variant =
          Variant.parse(text)
              .orElseThrow(
                  () ->
                      new WrongUsage(
                          "--variants takes " + Variant.texts() + ", not '" + text + "'"));
      if (!variants.contains(variant)) {
        variants.add(variant);
      }
    }
    return List.copyOf(variants);
  }

  private static Pattern pattern(String value) throws WrongUsage {
    try {
      return Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new WrongUsage("--ops is no regular expression: '" + value + "'");
    }
  }

  private static DatabaseKind kind(String value) throws WrongUsage {
    return switch (value) {
      case "postgres" -> DatabaseKind.POSTGRES;
      case "derby" -> DatabaseKind.DERBY_SERVER;
      default -> throw new WrongUsage("--db is derby or postgres, not '" + value + "'");
    };
  }

  private static int millis(String value) throws WrongUsage {
    try {
      double seconds = Double.parseDouble(value);
      if (seconds >= 0.001 && seconds <= 600) {
        return (int) Math.round(seconds * 1_000);
      }
    } catch (NumberFormatException e) {
      // The same message as for a number out of range.
    }
    throw new WrongUsage("--seconds needs a number from 0.001 to 600, not '" + value + "'");
  }

  private static int number(String name, String value, int least, int most) throws WrongUsage {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The same message as for a number out of range.
    }
    throw new WrongUsage(
        name + " needs a number from " + least + " to " + most + ", not '" + value + "'");
  }
}
