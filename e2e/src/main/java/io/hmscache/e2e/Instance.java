package io.hmscache.e2e;

import io.hmscache.testkit.MetastoreClient;

/**
 * One metastore as the scenario uses it. For one thread.
 *
 * @param name how the lines of the demo call it
 * @param client a connection to it
 * @param probe what its cache tells
 */
record Instance(String name, MetastoreClient client, DecisionProbe probe) implements AutoCloseable {

  @Override
  public void close() {
    client.close();
    probe.close();
  }
}
