package io.hmscache.clients;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.Distribution;
import io.hmscache.testkit.Folders;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Two metastores of the stock distribution over one PostgreSQL database. */
final class Fleet implements AutoCloseable {

  /** Longest age of an eventual answer, the default. */
  static final long MAX_STALENESS_MS = 2_000;

  private final Store store;
  private final TestDatabase database = TestDatabase.create(DatabaseKind.POSTGRES);
  private final Path folder = Folders.create("fleet");
  private final List<MetastoreProcess> metastores = new ArrayList<>();

  private Fleet(Store store) {
    this.store = store;
  }

  /** Starts a fleet for clients that are content with the distribution. */
  static Fleet start(Store store) {
    return start(store, false);
  }

  /** Starts a fleet as HiveServer2 needs it. */
  static Fleet startForHive(Store store) {
    return start(store, true);
  }

  private static Fleet start(Store store, boolean hive) {
    Fleet fleet = new Fleet(store);
    try {
      fleet.metastores.add(fleet.launch(hive));
      fleet.metastores.add(fleet.launch(hive));
      fleet.metastores.forEach(metastore -> metastore.keepFolder(true));
      fleet.metastores.forEach(MetastoreProcess::awaitReady);
      return fleet;
    } catch (RuntimeException e) {
      fleet.close();
      throw e;
    }
  }

  private MetastoreProcess launch(boolean hive) {
    MetastoreProcess.Builder builder =
        MetastoreProcess.on(database)
            .jmx()
            // External tables must not lie below the folder of managed ones.
            .set("metastore.warehouse.dir", managed().toUri().toString())
            .set("metastore.warehouse.external.dir", external().toUri().toString())
            .set("metastore.metrics.enabled", "true")
            .set("metastore.metrics.reporters", "jmx")
            .jvmArgument("--add-opens=java.base/java.net=ALL-UNNAMED");
    if (hive) {
      forHive(builder);
    }
    if (store == Store.CACHED) {
      builder
          .cached()
          .set("cachedstore.max.staleness", Long.toString(MAX_STALENESS_MS))
          .set("cachedstore.fleet.complete", "true")
          .logger(CallTrace.LOGGER, "debug");
    }
    return builder.launch();
  }

  /** Full ACID tables and the partition expressions of HiveServer2 need Hive's query engine. */
  private static void forHive(MetastoreProcess.Builder builder) {
    Distribution stock = Distribution.find();
    List<Path> jars = new ArrayList<>(stock.jars());
    // It has copies of many libraries, so it comes last.
    jars.add(ClassPaths.jar("hive", "hive-exec-"));
    builder
        .distribution(new Distribution(stock.home(), jars, stock.pluginJar()))
        .set(
            "metastore.expression.proxy",
            "org.apache.hadoop.hive.ql.optimizer.ppr.PartitionExpressionForMetastore");
  }

  Store store() {
    return store;
  }

  TestDatabase database() {
    return database;
  }

  /** Folder of managed tables. */
  Path managed() {
    return database.warehouse().resolve("managed");
  }

  /** Folder of external tables. */
  Path external() {
    return database.warehouse().resolve("external");
  }

  /** A folder for clients and their files. */
  Path folder() {
    return folder;
  }

  MetastoreProcess metastore(int number) {
    return metastores.get(number);
  }

  int size() {
    return metastores.size();
  }

  @Override
  public void close() {
    metastores.forEach(MetastoreProcess::close);
    database.close();
  }
}
