package io.hmscache.clients.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A child JVM: reads one statement per line, answers with a line per row (cells with tabs between
 * them) and a line with a single dot; a failure is one line that starts with an exclamation mark.
 * Arguments: metastore URI, warehouse, folder for scratch files.
 */
public final class SparkMain {

  private SparkMain() {}

  /** Runs until the input ends. */
  public static void main(String[] args) throws IOException {
    // Spark's own libraries print to the standard output; only answers may.
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (SparkSession spark = session(args[0], args[1], args[2])) {
      String line;
      while ((line = in.readLine()) != null) {
        try {
          for (Row row : spark.sql(line).collectAsList()) {
            out.println(row.mkString("\t"));
          }
          // A relation that a session remembers would hide what the metastore answers.
          spark.catalog().clearCache();
          spark.sessionState().catalog().invalidateAllCachedTables();
        } catch (Exception e) {
          e.printStackTrace();
          out.println("!" + String.valueOf(e.getMessage()).replace('\n', ' '));
        }
        out.println(".");
      }
    }
  }

  private static SparkSession session(String uri, String warehouse, String scratch) {
    return SparkSession.builder()
        .master("local[1]")
        .appName("fleet")
        .config("spark.hadoop.hive.metastore.uris", uri)
        .config("spark.sql.warehouse.dir", warehouse)
        .config("spark.hadoop.hive.exec.dynamic.partition.mode", "nonstrict")
        .config("spark.hadoop.hive.exec.scratchdir", scratch)
        .config("spark.local.dir", scratch)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "1")
        .enableHiveSupport()
        .getOrCreate();
  }
}
