package io.hmscache.writeid;

/** A reader's valid write-id list for one table, parsed. Immutable. */
public final class Snapshot {
  private final String text;

  Snapshot(String text) {
    this.text = text;
  }

  /** The list as the client sent it. */
  public String text() {
    return text;
  }
}
