package io.hmscache.bench.fleet;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.annotation.Nullable;

/** What all slices have given, by operation and variant. Writes each slice as it comes. */
final class Results implements AutoCloseable {

  /** Of one operation on one variant. */
  static final class Cell {
    final Nanos single = new Nanos();
    private double singleSeconds;
    private long parallelCalls;
    private double parallelSeconds;
    int failures;
    String firstFailure = "";

    /** Calls per second of one thread, with what is not measured around them; NaN if none. */
    double singleThroughput() {
      return single.size() / singleSeconds;
    }

    /** Calls per second of several threads; NaN if that was not measured. */
    double throughput() {
      return parallelCalls / parallelSeconds;
    }
  }

  private final Map<Operation, Map<Variant, Cell>> cells = new LinkedHashMap<>();
  private final BufferedWriter slices;

  /** Writes the slices to a file. */
  Results(Path file) throws IOException {
    slices = Files.newBufferedWriter(file);
    slices.write(
        "round,operation,variant,threads,calls,failures,seconds,calls_per_second,min_us,median_us,"
            + "p90_us,p99_us,max_us\n");
  }

  /** Adds a slice. */
  void add(int round, Operation operation, Variant variant, int threads, Slice slice)
      throws IOException {
    Cell cell =
        cells
            .computeIfAbsent(operation, o -> new EnumMap<>(Variant.class))
            .computeIfAbsent(variant, v -> new Cell());
    if (threads == 1) {
      cell.single.addAll(slice.latency());
      cell.singleSeconds += slice.seconds();
    } else {
      cell.parallelCalls += slice.latency().size();
      cell.parallelSeconds += slice.seconds();
    }
    cell.failures += slice.failures();
    cell.firstFailure = cell.firstFailure.isEmpty() ? slice.firstFailure() : cell.firstFailure;
    Nanos latency = slice.latency();
    slices.write(
        String.format(
            Locale.ROOT,
            "%d,%s,%s,%d,%d,%d,%.4f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f%n",
            round,
            operation.name(),
            variant.text(),
            threads,
            latency.size(),
            slice.failures(),
            slice.seconds(),
            slice.throughput(),
            latency.micros(0),
            latency.micros(0.5),
            latency.micros(0.9),
            latency.micros(0.99),
            latency.micros(1)));
    slices.flush();
  }

  /** The operations, in the order in which they were measured. */
  Iterable<Operation> operations() {
    return cells.keySet();
  }

  /** What an operation has given on a variant; null if it was not measured. */
  @Nullable
  Cell cell(Operation operation, Variant variant) {
    Map<Variant, Cell> row = cells.get(operation);
    return row == null ? null : row.get(variant);
  }

  /** A median in microseconds; NaN if there is none. */
  double median(Operation operation, Variant variant) {
    return latency(operation, variant, 0.5);
  }

  /** A quantile of the latency on one thread in microseconds; NaN if there is none. */
  double latency(Operation operation, Variant variant, double share) {
    Cell cell = cell(operation, variant);
    return cell == null ? Double.NaN : cell.single.micros(share);
  }

  @Override
  public void close() throws IOException {
    slices.close();
  }
}
