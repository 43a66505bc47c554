package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.thrift.TException;

/**
 * Writes many partitions or tables into PostgreSQL as copies of one that a metastore has created,
 * in seconds instead of an hour. Their ids are far beyond those that metastores give out.
 */
final class LargeData {

  private static final long FIRST_ID = 1_000_000_000L;

  private final TestDatabase database;

  LargeData(TestDatabase database) {
    this.database = database;
  }

  /** Creates the large table, its first partition through a client. */
  void partitions(MetastoreClient client, int count) throws TException, SQLException {
    Dataset.createPartitioned(client, Dataset.LARGE, 1);
    String model =
        "(SELECT p.\"PART_ID\", p.\"TBL_ID\", p.\"SD_ID\", s.\"SERDE_ID\" FROM \"PARTITIONS\" p"
            + " JOIN \"TBLS\" t ON t.\"TBL_ID\" = p.\"TBL_ID\""
            + " JOIN \"SDS\" s ON s.\"SD_ID\" = p.\"SD_ID\""
            + " WHERE t.\"TBL_NAME\" = '"
            + Dataset.LARGE
            + "')";
    String day = "'2024' || lpad((n / 24)::text, 4, '0')";
    String hour = "lpad((n % 24)::text, 2, '0')";
    String name = "'ds=' || " + day + " || '/hr=' || " + hour;
    String numbers = ", generate_series(1, " + (count - 1) + ") n";
    run(
        copyOfSerde(model, numbers),
        copyOfDescriptor(model, numbers, " || '/' || n"),
        "INSERT INTO \"PARTITIONS\" (\"PART_ID\", \"CREATE_TIME\", \"LAST_ACCESS_TIME\","
            + " \"PART_NAME\", \"SD_ID\", \"TBL_ID\", \"WRITE_ID\") SELECT "
            + FIRST_ID
            + " + n, p.\"CREATE_TIME\", p.\"LAST_ACCESS_TIME\", "
            + name
            + ", "
            + FIRST_ID
            + " + n, p.\"TBL_ID\", p.\"WRITE_ID\" FROM \"PARTITIONS\" p JOIN "
            + model
            + " m ON m.\"PART_ID\" = p.\"PART_ID\""
            + numbers,
        keyValue(model, 0, day, numbers),
        keyValue(model, 1, hour, numbers),
        "INSERT INTO \"PARTITION_PARAMS\" (\"PART_ID\", \"PARAM_KEY\", \"PARAM_VALUE\") SELECT "
            + FIRST_ID
            + " + n, p.\"PARAM_KEY\", p.\"PARAM_VALUE\" FROM \"PARTITION_PARAMS\" p JOIN "
            + model
            + " m ON m.\"PART_ID\" = p.\"PART_ID\""
            + numbers,
        "ANALYZE");
  }

  /** Creates many tables in a database, as copies of one of its tables. */
  void tables(String inDatabase, String table, int count) throws SQLException {
    String model =
        "(SELECT t.\"TBL_ID\", t.\"SD_ID\", s.\"SERDE_ID\" FROM \"TBLS\" t JOIN \"DBS\" d ON"
            + " d.\"DB_ID\" = t.\"DB_ID\" JOIN \"SDS\" s ON s.\"SD_ID\" = t.\"SD_ID\" WHERE"
            + " d.\"NAME\" = '"
            + inDatabase
            + "' AND t.\"TBL_NAME\" = '"
            + table
            + "')";
    long first = FIRST_ID * 2;
    String numbers = ", generate_series(1, " + count + ") n";
    run(
        copyOfSerde(model, numbers).replace(Long.toString(FIRST_ID), Long.toString(first)),
        copyOfDescriptor(model, numbers, " || '_' || n")
            .replace(Long.toString(FIRST_ID), Long.toString(first)),
        "INSERT INTO \"TBLS\" (\"TBL_ID\", \"CREATE_TIME\", \"DB_ID\", \"LAST_ACCESS_TIME\","
            + " \"OWNER\", \"OWNER_TYPE\", \"RETENTION\", \"SD_ID\", \"TBL_NAME\", \"TBL_TYPE\","
            + " \"IS_REWRITE_ENABLED\", \"WRITE_ID\") SELECT "
            + first
            + " + n, t.\"CREATE_TIME\", t.\"DB_ID\", t.\"LAST_ACCESS_TIME\", t.\"OWNER\","
            + " t.\"OWNER_TYPE\", t.\"RETENTION\", "
            + first
            + " + n, t.\"TBL_NAME\" || '_' || n, t.\"TBL_TYPE\", t.\"IS_REWRITE_ENABLED\","
            + " t.\"WRITE_ID\" FROM \"TBLS\" t JOIN "
            + model
            + " m ON m.\"TBL_ID\" = t.\"TBL_ID\""
            + numbers,
        "INSERT INTO \"TABLE_PARAMS\" (\"TBL_ID\", \"PARAM_KEY\", \"PARAM_VALUE\") SELECT "
            + first
            + " + n, p.\"PARAM_KEY\", p.\"PARAM_VALUE\" FROM \"TABLE_PARAMS\" p JOIN "
            + model
            + " m ON m.\"TBL_ID\" = p.\"TBL_ID\""
            + numbers,
        "ANALYZE");
  }

  private static String copyOfSerde(String model, String numbers) {
    return "INSERT INTO \"SERDES\" (\"SERDE_ID\", \"NAME\", \"SLIB\") SELECT "
        + FIRST_ID
        + " + n, s.\"NAME\", s.\"SLIB\" FROM \"SERDES\" s JOIN "
        + model
        + " m ON m.\"SERDE_ID\" = s.\"SERDE_ID\""
        + numbers;
  }

  /** The columns stay those of the model: descriptors share them in the metastore, too. */
  private static String copyOfDescriptor(String model, String numbers, String suffix) {
    return "INSERT INTO \"SDS\" (\"SD_ID\", \"INPUT_FORMAT\", \"IS_COMPRESSED\", \"LOCATION\","
        + " \"NUM_BUCKETS\", \"OUTPUT_FORMAT\", \"SERDE_ID\", \"CD_ID\","
        + " \"IS_STOREDASSUBDIRECTORIES\") SELECT "
        + FIRST_ID
        + " + n, s.\"INPUT_FORMAT\", s.\"IS_COMPRESSED\", s.\"LOCATION\""
        + suffix
        + ", s.\"NUM_BUCKETS\", s.\"OUTPUT_FORMAT\", "
        + FIRST_ID
        + " + n, s.\"CD_ID\", s.\"IS_STOREDASSUBDIRECTORIES\" FROM \"SDS\" s JOIN "
        + model
        + " m ON m.\"SD_ID\" = s.\"SD_ID\""
        + numbers;
  }

  private static String keyValue(String model, int index, String value, String numbers) {
    return "INSERT INTO \"PARTITION_KEY_VALS\" (\"PART_ID\", \"PART_KEY_VAL\", \"INTEGER_IDX\")"
        + " SELECT "
        + FIRST_ID
        + " + n, "
        + value
        + ", "
        + index
        + " FROM "
        + model
        + " m"
        + numbers;
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
