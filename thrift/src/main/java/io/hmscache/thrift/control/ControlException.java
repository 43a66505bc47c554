package io.hmscache.thrift.control;

/** A failure that one line explains. */
final class ControlException extends Exception {
  private static final long serialVersionUID = 1L;

  ControlException(String message) {
    super(message);
  }
}
