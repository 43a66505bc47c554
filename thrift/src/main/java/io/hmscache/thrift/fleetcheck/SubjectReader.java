package io.hmscache.thrift.fleetcheck;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** Reads a table through a connection and says what was seen. Stateless. */
final class SubjectReader {

  private SubjectReader() {}

  /**
   * One read.
   *
   * @param list the reader's write-id list; null to send none
   */
  static Sight read(
      Connection connection,
      String database,
      Subject subject,
      ReadMethod method,
      @Nullable String list)
      throws TException {
    try {
      switch (method) {
        case NAMES:
          return ScratchTables.versionOfNames(
              connection.partitionNames(database, subject.name(), list, subject.tableId()));
        case PARTITIONS:
          return ScratchTables.versionOf(
              connection.partitions(database, subject.name(), list, subject.tableId()));
        default:
          Table table = connection.getTable(database, subject.name(), list);
          return ScratchTables.version(table);
      }
    } catch (NoSuchObjectException e) {
      return Sight.absent();
    }
  }
}
