package io.hmscache.thrift.fleetcheck;

/** The check cannot start. The message is one line that an operator understands. */
final class FleetCheckException extends Exception {
  private static final long serialVersionUID = 1L;

  FleetCheckException(String message) {
    super(message);
  }
}
