package io.hmscache.store;

import org.apache.hadoop.conf.Configuration;

/** Switches off a rule of the protocol, for tests outside of the package that has the rules. */
public final class Sabotage {

  private Sabotage() {}

  /**
   * Switches off a rule of the cache of a configuration; there must be one.
   *
   * @param rule its name in the enum {@code Rule}
   */
  public static void without(Configuration conf, String rule) {
    SharedCache.find(conf).cache().rules(Rules.ALL.without(Rule.valueOf(rule)));
  }
}
