package io.hmscache.store;

import java.util.function.ToLongFunction;

/**
 * The figures that an instance shows in HMS's own registry, so in JMX, the JSON file and whatever
 * reporter is configured: the words are those of the field. Figures by reason follow the pattern of
 * their group with the reason's name in lower case at the end.
 */
public enum Metric {
  HITS("cachedstore.hits", "reads answered from memory", s -> s.counters().hits.sum()),
  MISSES("cachedstore.misses", "reads that found no entry", s -> s.counters().misses.sum()),
  BYPASSES(
      "cachedstore.bypasses",
      "reads that a rule sent to the database",
      s -> s.counters().bypasses.sum()),
  CATCH_UPS(
      "cachedstore.catchups",
      "hits that waited for the log first",
      s -> s.counters().catchUps.sum()),
  LOADS("cachedstore.loads", "loads from the database", s -> s.counters().loads.sum()),
  LOAD_MILLIS(
      "cachedstore.loads.ms",
      "milliseconds spent in loads, summed",
      s -> s.counters().loadNanos.sum() / 1_000_000),
  LOADS_FAILED(
      "cachedstore.loads.failed", "loads that failed", s -> s.counters().loadFailures.sum()),
  LOADS_JOINED(
      "cachedstore.loads.joined",
      "reads that waited for somebody else's load",
      s -> s.counters().joinedLoads.sum()),
  LOADS_REFUSED(
      "cachedstore.loads.refused",
      "loads that an invalidation overtook",
      s -> s.counters().refused.sum()),
  EVICTIONS(
      "cachedstore.evictions",
      "entries that made room or became too old",
      s -> s.counters().evictions.sum()),
  ENTRIES("cachedstore.entries", "entries in memory", s -> s.cache().size()),
  BYTES("cachedstore.bytes", "bytes of entries, estimated", s -> s.cache().weight()),
  BYTES_MAX("cachedstore.bytes.max", "bound of bytes", s -> s.settings().maxMemory),
  INVALIDATIONS_LOCAL(
      "cachedstore.invalidations.local",
      "transactions here that invalidated what they touched",
      s -> s.counters().localInvalidations.sum()),
  INVALIDATIONS_LOG(
      "cachedstore.invalidations.log", "events applied", s -> s.tail().eventsApplied()),
  FAILURES(
      "cachedstore.failures",
      "failures of the cache that became database reads",
      s -> s.counters().failures.sum()),
  LAST_APPLIED("cachedstore.log.applied", "last event id applied", s -> s.tail().lastApplied()),
  LATEST("cachedstore.log.latest", "latest event id seen", s -> s.tail().latestSeen()),
  LAG_EVENTS("cachedstore.log.lag.events", "events not applied yet", s -> s.tail().lagEvents()),
  LAG_MILLIS(
      "cachedstore.log.lag.ms",
      "milliseconds since the log was last known to be applied",
      s -> s.tail().lagMillis(s.nanoTime())),
  STATE(
      "cachedstore.log.state",
      "state of the tailer: 0 starting, 1 catching up, 2 live, 3 stalled, 4 resetting, 5 stopped",
      s -> s.tailerState().ordinal()),
  RESETS("cachedstore.log.resets", "resets but the first", s -> s.tail().resets()),
  UNDECODABLE(
      "cachedstore.log.undecodable",
      "events whose message could not be read",
      s -> s.tail().undecodableEvents()),
  POLLS("cachedstore.log.polls", "head queries of the tailer answered", s -> s.tail().polls()),
  POLLS_FAILED(
      "cachedstore.log.polls.failed",
      "times that the database did not answer the tailer",
      s -> s.tail().failures()),
  HEAD_QUERIES("cachedstore.head.queries", "head queries sent", s -> s.head().queries()),
  HEAD_READERS(
      "cachedstore.head.readers", "reads that asked for the head", s -> s.head().readers()),
  WARMUP_TABLES("cachedstore.warmup.tables", "tables to load at start", s -> s.warmup().planned()),
  WARMUP_DONE(
      "cachedstore.warmup.done", "tables loaded or skipped at start", s -> s.warmup().done()),
  VERIFIED(
      "cachedstore.verify.checked", "hits compared with the database", s -> s.verifier().checked()),
  MISMATCHES(
      "cachedstore.verify.mismatches",
      "hits that differed from the database at the same position",
      s -> s.verifier().mismatches());

  private final String key;
  private final String meaning;
  private final ToLongFunction<Instance> value;

  Metric(String key, String meaning, ToLongFunction<Instance> value) {
    this.key = key;
    this.meaning = meaning;
    this.value = value;
  }

  /** Name in the registry. */
  public String key() {
    return key;
  }

  /** What it counts, and in which unit. */
  public String meaning() {
    return meaning;
  }

  long value(Instance instance) {
    return value.applyAsLong(instance);
  }
}
