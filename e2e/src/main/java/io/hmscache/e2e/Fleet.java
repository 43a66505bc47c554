package io.hmscache.e2e;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.TestDatabase;
import java.util.List;
import org.apache.thrift.TException;

/** Two metastores of the stock distribution on one database. */
final class Fleet implements AutoCloseable {

  /** How old an answer at level eventual may be; set, so that the demo can check it. */
  static final long BOUND_MS = 2000;

  private final List<MetastoreProcess> processes;
  private final boolean cached;

  private Fleet(List<MetastoreProcess> processes, boolean cached) {
    this.processes = processes;
    this.cached = cached;
  }

  /**
   * Starts both and waits until they answer.
   *
   * @param cached whether they run our store; otherwise Hive's ObjectStore
   * @param verify whether they compare every hit with the database
   */
  static Fleet start(TestDatabase database, boolean cached, boolean verify) {
    MetastoreProcess a = builder(database, cached, verify).launch();
    MetastoreProcess b;
    try {
      // One after the other: the first one to start on a database writes its default objects.
      a.awaitReady();
      b = builder(database, cached, verify).start();
    } catch (RuntimeException e) {
      a.close();
      throw e;
    }
    return new Fleet(List.of(a, b), cached);
  }

  private static MetastoreProcess.Builder builder(
      TestDatabase database, boolean cached, boolean verify) {
    MetastoreProcess.Builder builder = MetastoreProcess.on(database);
    if (cached) {
      builder
          .cached()
          .jmx()
          .set("cachedstore.fleet.complete", "true")
          .set("cachedstore.verify.sample", verify ? "100" : "0")
          .set("cachedstore.max.staleness", Long.toString(BOUND_MS));
    }
    return builder;
  }

  /** A connection to one of the two, with its probe. */
  Instance instance(int index) throws TException {
    MetastoreProcess process = processes.get(index);
    MetastoreClient client = process.client();
    client.thrift().get_all_databases();
    DecisionProbe probe = cached ? JmxDecisionProbe.connect(process.jmxPort()) : DecisionProbe.NONE;
    return new Instance(index == 0 ? "A" : "B", client, probe);
  }

  /** The two processes. */
  List<MetastoreProcess> processes() {
    return processes;
  }

  /** Lets both go on when this JVM ends. */
  void leaveRunning() {
    processes.forEach(MetastoreProcess::leaveRunning);
  }

  /** Whether their logs are kept when they are stopped. */
  void keepLogs(boolean keep) {
    processes.forEach(process -> process.keepFolder(keep));
  }

  /** Stops both. */
  @Override
  public void close() {
    processes.forEach(MetastoreProcess::close);
  }
}
