package io.hmscache.bench.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The medians as a drawing: an operation is a line, a variant a dot on it, the scale decadic. */
final class Plot {

  private static final int LEFT = 250;
  private static final int WIDTH = 640;
  private static final int ROW = 22;
  private static final int TOP = 60;

  private final List<Variant> variants;
  private final Results results;
  private final StringBuilder svg = new StringBuilder();
  private double least = Double.MAX_VALUE;
  private double most = 1;

  Plot(List<Variant> variants, Results results) {
    this.variants = variants;
    this.results = results;
  }

  /** Writes the drawing. */
  void write(Path file) throws IOException {
    List<Operation> operations = new ArrayList<>();
    results.operations().forEach(operations::add);
    for (Operation operation : operations) {
      for (Variant variant : variants) {
        double median = results.median(operation, variant);
        if (!Double.isNaN(median)) {
          least = Math.min(least, median);
          most = Math.max(most, median);
        }
      }
    }
    least = Math.pow(10, Math.floor(Math.log10(Math.min(least, most))));
    most = Math.pow(10, Math.ceil(Math.log10(most * 1.01)));
    int bottom = TOP + operations.size() * ROW;
    add(
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif'"
            + " font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
        LEFT + WIDTH + 30, bottom + 30);
    legend();
    for (double tick = least; tick <= most * 1.001; tick *= 10) {
      double x = x(tick);
      add("<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#dddddd'/>\n", x, TOP, x, bottom);
      add(
          "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
          x,
          bottom + 18,
          tick < 1_000 ? String.format(Locale.ROOT, "%.0f µs", tick) : millis(tick));
    }
    for (int i = 0; i < operations.size(); i++) {
      row(operations.get(i), TOP + i * ROW + ROW / 2);
    }
    svg.append("</svg>\n");
    Files.writeString(file, svg);
  }

  private static String millis(double micros) {
    return String.format(Locale.ROOT, "%.0f ms", micros / 1_000);
  }

  private void legend() {
    add("<text x='%d' y='20'>Median latency of one call, one thread</text>\n", LEFT);
    int x = LEFT;
    for (Variant variant : variants) {
      add("<circle cx='%d' cy='38' r='5' fill='%s'/>\n", x, colour(variant));
      add("<text x='%d' y='42'>%s</text>\n", x + 9, variant.text());
      x += 30 + 8 * variant.text().length();
    }
  }

  private void row(Operation operation, int y) {
    add("<text x='%d' y='%d' text-anchor='end'>%s</text>\n", LEFT - 10, y + 4, operation.name());
    add("<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='#eeeeee'/>\n", LEFT, y, LEFT + WIDTH, y);
    for (Variant variant : variants) {
      double median = results.median(operation, variant);
      if (!Double.isNaN(median)) {
        add(
            "<circle cx='%.1f' cy='%d' r='5' fill='%s' fill-opacity='0.85'/>\n",
            x(median), y, colour(variant));
      }
    }
  }

  private static String colour(Variant variant) {
    return switch (variant) {
      case PLAIN -> "#888888";
      case UPSTREAM -> "#d95f02";
      case CACHED -> "#1b6ca8";
      case CACHED_NOPROXY -> "#7fb3d9";
      case COMPLETE -> "#0b3c5d";
      case LIMIT -> "#2ca25f";
    };
  }

  private double x(double micros) {
    return LEFT + WIDTH * Math.log(micros / least) / Math.log(most / least);
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments));
  }
}
