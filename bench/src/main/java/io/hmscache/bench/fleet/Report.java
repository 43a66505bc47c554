package io.hmscache.bench.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.annotation.Nullable;

/** The results as tables for people and as lines for programs. */
final class Report {

  private final BenchOptions options;
  private final Results results;

  Report(BenchOptions options, Results results) {
    this.options = options;
    this.results = results;
  }

  /** The tables, in Markdown. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("## Latency on one thread, µs: median / 99th percentile\n\n");
    header(text, List.of());
    for (Operation operation : results.operations()) {
      List<String> row = new ArrayList<>(List.of(operation.name()));
      for (Variant variant : options.variants()) {
        Results.Cell cell = results.cell(operation, variant);
        row.add(
            cell == null || cell.single.size() == 0
                ? failed(cell)
                : number(cell.single.micros(0.5)) + " / " + number(cell.single.micros(0.99)));
      }
      line(text, row);
    }
    if (options.threads() > 1) {
      text.append("\n## Calls per second: one thread / ")
          .append(options.threads())
          .append(" threads\n\n");
      header(text, List.of());
      for (Operation operation : results.operations()) {
        if (operation.parallel()) {
          List<String> row = new ArrayList<>(List.of(operation.name()));
          for (Variant variant : options.variants()) {
            Results.Cell cell = results.cell(operation, variant);
            row.add(
                cell == null
                    ? "–"
                    : number(cell.singleThroughput()) + " / " + number(cell.throughput()));
          }
          line(text, row);
        }
      }
    }
    text.append("\n## Ratios of the medians\n\n");
    ratios(text, 0.5);
    text.append("\n## Ratios of the 10th percentiles, which other load disturbs least\n\n");
    ratios(text, 0.1);
    failures(text);
    return text.toString();
  }

  private void ratios(StringBuilder text, double share) {
    List<String> names = new ArrayList<>(List.of("operation"));
    List<Variant> ours = options.variants().stream().filter(Variant::ours).toList();
    for (Variant variant : ours) {
      for (Variant peer : peers()) {
        names.add(
            peer == Variant.LIMIT
                ? variant.text() + " / limit"
                : peer.text() + " / " + variant.text());
      }
    }
    if (names.size() == 1) {
      text.append("(one of this project's variants and another are needed)\n");
      return;
    }
    titles(text, names);
    for (Operation operation : results.operations()) {
      List<String> row = new ArrayList<>(List.of(operation.name()));
      for (Variant variant : ours) {
        for (Variant peer : peers()) {
          double own = results.latency(operation, variant, share);
          double other = results.latency(operation, peer, share);
          double ratio = peer == Variant.LIMIT ? own / other : other / own;
          row.add(
              Double.isNaN(ratio)
                  ? "–"
                  : String.format(Locale.ROOT, ratio < 10 ? "%.2f" : "%.0f", ratio));
        }
      }
      line(text, row);
    }
  }

  private List<Variant> peers() {
    return options.variants().stream().filter(one -> !one.ours()).toList();
  }

  private void failures(StringBuilder text) {
    boolean first = true;
    for (Operation operation : results.operations()) {
      for (Variant variant : options.variants()) {
        Results.Cell cell = results.cell(operation, variant);
        if (cell != null && cell.failures > 0) {
          text.append(first ? "\n## Failures\n\n" : "");
          first = false;
          text.append("- ")
              .append(operation.name())
              .append(" on ")
              .append(variant.text())
              .append(": ")
              .append(cell.failures)
              .append(", the first: ")
              .append(cell.firstFailure.lines().findFirst().orElse(""))
              .append('\n');
        }
      }
    }
  }

  private static String failed(@Nullable Results.Cell cell) {
    return cell == null ? "–" : "failed";
  }

  private void header(StringBuilder text, List<String> more) {
    List<String> names = new ArrayList<>(List.of("operation"));
    options.variants().forEach(variant -> names.add(variant.text()));
    names.addAll(more);
    titles(text, names);
  }

  private static void titles(StringBuilder text, List<String> names) {
    line(text, names);
    text.append("|---|").append("--:|".repeat(names.size() - 1)).append('\n');
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** Three digits that count, and commas. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "–";
    }
    double unit = value < 100 ? 1 : Math.pow(10, Math.floor(Math.log10(value)) - 2);
    return String.format(Locale.ROOT, "%,d", Math.round(Math.round(value / unit) * unit));
  }

  /** Writes a line for each operation and variant. */
  void writeCsv(Path file) throws IOException {
    StringBuilder lines =
        new StringBuilder(
            "operation,kind,variant,calls,failures,p10_us,median_us,p99_us,calls_per_second_1,"
                + "calls_per_second_n,threads\n");
    for (Operation operation : results.operations()) {
      for (Variant variant : options.variants()) {
        Results.Cell cell = results.cell(operation, variant);
        if (cell != null) {
          lines.append(
              String.format(
                  Locale.ROOT,
                  "%s,%s,%s,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%d%n",
                  operation.name(),
                  operation.kind(),
                  variant.text(),
                  cell.single.size(),
                  cell.failures,
                  cell.single.micros(0.1),
                  cell.single.micros(0.5),
                  cell.single.micros(0.99),
                  cell.singleThroughput(),
                  cell.throughput(),
                  options.threads()));
        }
      }
    }
    Files.writeString(file, lines);
  }
}
