package io.hmscache.clients.iceberg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.hive.HiveCatalog;
import org.apache.iceberg.types.Types;

/**
 * One user of a {@link HiveCatalog}. Moments are those of {@link System#nanoTime()}, which is one
 * clock for all processes of a Linux machine.
 */
final class IcebergClient implements AutoCloseable {

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "note", Types.StringType.get()));

  private final HiveCatalog catalog = new HiveCatalog();

  IcebergClient(String uri, String warehouse) {
    Map<String, String> properties = new HashMap<>();
    properties.put(CatalogProperties.URI, uri);
    properties.put(CatalogProperties.WAREHOUSE_LOCATION, warehouse);
    properties.put(CatalogProperties.FILE_IO_IMPL, "org.apache.iceberg.hadoop.HadoopFileIO");
    catalog.setConf(new Configuration());
    catalog.initialize("fleet", properties);
  }

  /**
   * Creates a table of format 2.
   *
   * @param lock whether commits take the metastore's lock; otherwise they compare and set
   * @param retries how often a commit that lost a race is tried again
   */
  List<String> create(String namespace, String name, boolean lock, int retries) {
    if (!catalog.namespaceExists(Namespace.of(namespace))) {
      catalog.createNamespace(Namespace.of(namespace));
    }
    Map<String, String> properties = new HashMap<>();
    properties.put("format-version", "2");
    properties.put("engine.hive.lock-enabled", Boolean.toString(lock));
    properties.put("commit.retry.num-retries", Integer.toString(retries));
    properties.put("commit.retry.min-wait-ms", "20");
    properties.put("commit.retry.max-wait-ms", "500");
    Table table =
        catalog.createTable(
            TableIdentifier.of(namespace, name), SCHEMA, PartitionSpec.unpartitioned(), properties);
    return List.of("created " + table.name());
  }

  /**
   * Appends one file after the other. Gives a line {@code commit <sequence> <snapshot> <moment>}
   * for each success, the moment being when the commit had returned, a line {@code refused
   * <message>} for each failure and in the end {@code attempts <number>} over the successes.
   */
  List<String> append(String namespace, String name, int count) {
    AttemptCounter counter = new AttemptCounter();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Table table = catalog.loadTable(TableIdentifier.of(namespace, name));
      String mark = UUID.randomUUID().toString();
      DataFile file =
          DataFiles.builder(table.spec())
              .withPath(table.location() + "/data/" + mark + ".parquet")
              .withFileSizeInBytes(100)
              .withRecordCount(1)
              .build();
      try {
        new BaseTable(((BaseTable) table).operations(), table.name(), counter)
            .newFastAppend()
            .appendFile(file)
            .set("mark", mark)
            .commit();
        long moment = System.nanoTime();
        lines.add("commit " + committed(table, mark) + " " + moment);
      } catch (CommitFailedException e) {
        lines.add("refused " + String.valueOf(e.getMessage()).replace('\n', ' '));
      }
    }
    lines.add("attempts " + counter.attempts());
    return lines;
  }

  private static String committed(Table table, String mark) {
    // Another writer may already have committed on top, so the current snapshot need not be ours.
    table.refresh();
    for (Snapshot snapshot : table.snapshots()) {
      if (mark.equals(snapshot.summary().get("mark"))) {
        return snapshot.sequenceNumber() + " " + snapshot.snapshotId();
      }
    }
    throw new IllegalStateException("the committed snapshot " + mark + " is not in the table");
  }

  /** {@code read <moment before> <sequence>}: what a fresh load of the table shows. */
  String read(String namespace, String name) {
    long moment = System.nanoTime();
    Snapshot current = catalog.loadTable(TableIdentifier.of(namespace, name)).currentSnapshot();
    return "read " + moment + " " + (current == null ? 0 : current.sequenceNumber());
  }

  /** The ids of all snapshots in the table, one per line. */
  List<String> snapshots(String namespace, String name) {
    List<String> lines = new ArrayList<>();
    for (Snapshot s : catalog.loadTable(TableIdentifier.of(namespace, name)).snapshots()) {
      lines.add(Long.toString(s.snapshotId()));
    }
    return lines;
  }

  /** Sets a property, renames, drops: the parts of the catalog that are not a snapshot. */
  List<String> maintain(String namespace, String name) {
    TableIdentifier from = TableIdentifier.of(namespace, name);
    TableIdentifier to = TableIdentifier.of(namespace, name + "_renamed");
    catalog.loadTable(from).updateProperties().set("kept.by", "fleet").commit();
    catalog.loadTable(from).updateSchema().addColumn("more", Types.StringType.get()).commit();
    catalog.renameTable(from, to);
    return List.of("renamed " + to);
  }

  /** Columns and a property of the table, or {@code absent}. */
  List<String> describe(String namespace, String name) {
    TableIdentifier id = TableIdentifier.of(namespace, name);
    if (!catalog.tableExists(id)) {
      return List.of("absent");
    }
    Table table = catalog.loadTable(id);
    return List.of(
        table.schema().columns().size() + " columns, kept.by=" + table.properties().get("kept.by"));
  }

  /** Drops the table. */
  List<String> drop(String namespace, String name) {
    return List.of(Boolean.toString(catalog.dropTable(TableIdentifier.of(namespace, name), false)));
  }

  @Override
  public void close() {
    // HiveCatalog holds a pool of connections that ends with the process.
  }
}
