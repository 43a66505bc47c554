package io.hmscache.store;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The rules in force. Immutable. */
final class Rules {

  /** All of them: what production has. */
  static final Rules ALL = new Rules(EnumSet.allOf(Rule.class));

  private final Set<Rule> inForce;

  private Rules(EnumSet<Rule> inForce) {
    this.inForce = Collections.unmodifiableSet(inForce);
  }

  /** These rules but one, for a test that wants to see its absence noticed. */
  Rules without(Rule rule) {
    EnumSet<Rule> fewer = EnumSet.copyOf(inForce);
    fewer.remove(rule);
    return new Rules(fewer);
  }

  boolean holds(Rule rule) {
    return inForce.contains(rule);
  }
}
