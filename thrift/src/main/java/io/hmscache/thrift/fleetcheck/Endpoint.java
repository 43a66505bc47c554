package io.hmscache.thrift.fleetcheck;

import java.net.URI;
import java.net.URISyntaxException;

/** One metastore of the fleet. Immutable. */
final class Endpoint {

  private static final int DEFAULT_PORT = 9083;

  private final String host;
  private final int port;

  private Endpoint(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /** Parses {@code thrift://host:port}; without a port, the metastore's usual one. */
  static Endpoint parse(String text) throws FleetCheckException {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new FleetCheckException("--uris: '" + text + "' is not of the form thrift://host:port");
    }
    if (!"thrift".equals(uri.getScheme()) || uri.getHost() == null) {
      throw new FleetCheckException("--uris: '" + text + "' is not of the form thrift://host:port");
    }
    return new Endpoint(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  @Override
  public String toString() {
    return "thrift://" + host + ":" + port;
  }
}
