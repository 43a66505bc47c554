package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.thrift.TException;

/** Measures how long a metastore takes from its start to its first answer, with many tables. */
final class Starts {

  private final BenchOptions options;
  private final TestDatabase database;
  private final Progress progress;

  Starts(BenchOptions options, TestDatabase database, Progress progress) {
    this.options = options;
    this.database = database;
    this.progress = progress;
  }

  /** The figures as a table. */
  String measure() throws SQLException, TException {
    new LargeData(database).tables(Dataset.MANY, Dataset.small(0), options.tables());
    progress.say(options.tables() + " more tables");
    Map<Variant, List<Double>> seconds = new EnumMap<>(Variant.class);
    for (int i = 0; i < options.starts(); i++) {
      for (Variant variant : options.variants()) {
        double one = start(variant);
        seconds.computeIfAbsent(variant, v -> new ArrayList<>()).add(one);
        progress.say(String.format(Locale.ROOT, "%s answered after %.2f s", variant.text(), one));
      }
    }
    StringBuilder text =
        new StringBuilder("| from start to first answer, s | median | all |\n|---|--:|---|\n");
    seconds.forEach(
        (variant, all) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %s |%n",
                    variant.text(),
                    all.stream().sorted().toList().get(all.size() / 2),
                    all.stream().map(one -> String.format(Locale.ROOT, "%.2f", one)).toList())));
    return text.toString();
  }

  private double start(Variant variant) throws TException {
    long start = System.nanoTime();
    try (MetastoreProcess process = variant.on(database, options.heap()).start();
        MetastoreClient client = process.client()) {
      client.getTable(Dataset.DB, Dataset.EXTERNAL);
      return (System.nanoTime() - start) / 1e9;
    }
  }
}
