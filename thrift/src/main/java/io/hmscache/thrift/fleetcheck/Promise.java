package io.hmscache.thrift.fleetcheck;

/** What the check holds the fleet to, in the words of its report. */
enum Promise {
  /**
   * An answer is a state that was written. Checked first: of any other state nothing can be said.
   */
  REAL("answers are states that were written"),
  /** Invariants 4 and 5. */
  SNAPSHOT("reads with a write-id list are never older than the list"),
  /** Invariant 3. */
  FORWARD("answers of one instance never go back"),
  /** A writer reads its own write on the instance it wrote through. */
  OWN_WRITE("writers see their own writes"),
  /** Invariant 6. */
  BOUND("answers about external tables are within the staleness bound"),
  /** Invariants 7 and 8. */
  LINEARIZABLE("strict reads are linearizable over all instances");

  private final String text;

  Promise(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
