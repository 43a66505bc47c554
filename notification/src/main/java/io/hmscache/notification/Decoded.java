package io.hmscache.notification;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;

/** What an event means. Immutable. */
public final class Decoded {

  private final List<Change> changes;
  private final boolean everything;
  private final @Nullable String problem;
  private final @Nullable Throwable cause;

  private Decoded(
      List<Change> changes,
      boolean everything,
      @Nullable String problem,
      @Nullable Throwable cause) {
    this.changes = Collections.unmodifiableList(new ArrayList<>(changes));
    this.everything = everything;
    this.problem = problem;
    this.cause = cause;
  }

  /** An event that changes nothing a cache or the write-id states hold. */
  static Decoded harmless() {
    return new Decoded(Collections.emptyList(), false, null, null);
  }

  /** An event with these effects. */
  static Decoded of(Change... changes) {
    return new Decoded(Arrays.asList(changes), false, null, null);
  }

  /** An event with these effects. */
  static Decoded of(List<Change> changes) {
    return new Decoded(changes, false, null, null);
  }

  /** An event whose effect has no bound, though it could be read. */
  static Decoded everything() {
    return new Decoded(Collections.emptyList(), true, null, null);
  }

  /** The same effects, with the reason for which they had to be guessed. */
  Decoded because(String why, @Nullable Throwable source) {
    return new Decoded(changes, everything, why, source);
  }

  /** The effects, in the order in which to apply them; empty if {@link #isEverything}. */
  public List<Change> changes() {
    return changes;
  }

  /** Whether everything may have changed, write-id states included: only a rebase helps. */
  public boolean isEverything() {
    return everything;
  }

  /** Why the message could not be read; null if it could. */
  @Nullable
  public String problem() {
    return problem;
  }

  /** The failure behind {@link #problem}; null if none. */
  @Nullable
  public Throwable cause() {
    return cause;
  }

  @Override
  public String toString() {
    return everything ? "everything" : changes.toString();
  }
}
