package io.hmscache.notification;

/** The states of a {@link Tailer}. What may be served from memory follows from the state alone. */
public enum TailerState {
  /** No position yet: the first rebase has not ended. */
  STARTING(false),
  /**
   * Behind the head, or waiting for a missing event: entries still tell what they are current to.
   */
  CATCHING_UP(true),
  /** The last head that was asked for is applied. */
  LIVE(true),
  /**
   * The database does not answer. Applied stands still, so strict reads fail over to the database
   * by themselves and eventual ones when the staleness bound has passed.
   */
  STALLED(true),
  /** Between the flush and the new position of a rebase: nothing is served or published. */
  RESETTING(false),
  /** Closed, or not started: nothing is served or published. */
  STOPPED(false);

  private final boolean serving;

  TailerState(boolean serving) {
    this.serving = serving;
  }

  /** Whether entries may be served and published in this state. */
  public boolean serving() {
    return serving;
  }
}
