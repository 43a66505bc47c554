package io.hmscache.thrift.fleetcheck;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TTransportException;

/** The connections of one thread, one to each metastore, opened when needed. */
final class Connections implements AutoCloseable {

  private final List<Endpoint> endpoints;
  private final List<Connection> open = new ArrayList<>();

  Connections(List<Endpoint> endpoints) {
    this.endpoints = endpoints;
    for (int i = 0; i < endpoints.size(); i++) {
      open.add(null);
    }
  }

  /** The connection to a metastore. */
  Connection to(int endpoint) throws TException {
    Connection connection = open.get(endpoint);
    if (connection == null) {
      connection = Connection.open(endpoints.get(endpoint));
      open.set(endpoint, connection);
    }
    return connection;
  }

  /**
   * After a failure: gives up the connection if it is what failed.
   *
   * @return whether it was, so that nobody knows whether the call was or will be executed
   */
  boolean brokenBy(int endpoint, @Nullable Exception failure) {
    if (!(failure instanceof TTransportException)) {
      return false;
    }
    Connection connection = open.get(endpoint);
    if (connection != null) {
      connection.close();
      open.set(endpoint, null);
    }
    return true;
  }

  @Override
  public void close() {
    for (Connection connection : open) {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
