package io.hmscache.store;

/** Why a read did not even look into memory. */
enum Bypass {
  CACHE_OFF("the cache is off"),
  PAUSED("paused"),
  STARTING("the log has not been read yet"),
  OWN_TRANSACTION("a transaction is open on this thread"),
  WRITING_REQUEST("the request may write"),
  NO_REQUEST("the thread serves no request"),
  SESSION_SETTINGS("the connection has changed settings that the answer depends on"),
  NOT_CACHED("never cached"),
  HEAD_UNAVAILABLE("the head of the log could not be read"),
  NOT_CANONICAL("a name or argument that the cache does not know"),
  FAILURE("the cache failed");

  private final String text;

  Bypass(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
