package io.hmscache.e2e;

/** Where an answer may come from. */
enum Source {
  /** Both are right; the line tells which it was. */
  EITHER,
  /** Memory: nothing changed since the last read. */
  MEMORY,
  /** The database: memory cannot know. */
  DATABASE;

  /** Whether a decision, as the cache words it, is one of these. */
  boolean allows(String decision) {
    boolean memory = decision.startsWith("hit");
    return switch (this) {
      case EITHER -> true;
      case MEMORY -> memory;
      case DATABASE -> !memory;
    };
  }
}
