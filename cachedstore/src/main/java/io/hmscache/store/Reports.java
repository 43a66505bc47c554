package io.hmscache.store;

import io.hmscache.notification.ResetReason;
import io.hmscache.writeid.Decision;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The reports that a person reads, as plain maps in order. Thread-safe. */
final class Reports {

  private static final int TOP = 5;

  private final Instance instance;

  Reports(Instance instance) {
    this.instance = instance;
  }

  Map<String, Object> status() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("serving", instance.shared().paused() ? "paused" : "from memory");
    report.put("tailer", name(instance.tailerState()));
    report.put("last applied event", instance.tail().lastApplied());
    report.put("latest event", instance.tail().latestSeen());
    report.put("lag events", instance.tail().lagEvents());
    report.put("lag ms", instance.tail().lagMillis(instance.nanoTime()));
    long hits = instance.counters().hits.sum();
    long others = instance.counters().misses.sum() + instance.counters().bypasses.sum();
    report.put("hits", hits);
    report.put("misses", instance.counters().misses.sum());
    report.put("bypasses", instance.counters().bypasses.sum());
    report.put(
        "hit rate %", hits + others == 0 ? 0 : Math.round(1000.0 * hits / (hits + others)) / 10.0);
    report.put("entries", instance.cache().size());
    report.put("bytes", instance.cache().weight());
    report.put("bytes max", instance.settings().maxMemory);
    report.put("evictions", instance.counters().evictions.sum());
    report.put("bypasses by reason", bypasses());
    report.put("resets by reason", resets());
    report.put("undecodable events", instance.tail().undecodableEvents());
    report.put("verified", instance.verifier().checked());
    report.put("mismatches", instance.verifier().mismatches());
    report.put("warm-up", instance.warmup().done() + " of " + instance.warmup().planned());
    report.put("top tables by bytes", topByBytes());
    report.put("top tables by misses", topByMisses());
    return report;
  }

  private Map<String, Object> bypasses() {
    Map<String, Object> counts = new LinkedHashMap<>();
    for (Bypass bypass : Bypass.values()) {
      long count = instance.counters().count(bypass);
      if (count > 0) {
        counts.put(bypass.text(), count);
      }
    }
    for (Decision decision : Decision.values()) {
      long count = instance.counters().count(decision);
      if (count > 0) {
        counts.put(decision.text(), count);
      }
    }
    return counts;
  }

  private Map<String, Object> resets() {
    Map<String, Object> counts = new LinkedHashMap<>();
    for (ResetReason reason : ResetReason.values()) {
      long count = instance.tail().resets(reason);
      if (count > 0) {
        counts.put(reason.text(), count);
      }
    }
    return counts;
  }

  private Map<String, Object> topByBytes() {
    Map<String, Long> bytes = new HashMap<>();
    for (Map.Entry<SlotKey, Entry> one : instance.cache().all()) {
      TableScope table = one.getKey().scope.table();
      if (table != null) {
        bytes.merge(table.key.toString(), (long) one.getValue().weight, Long::sum);
      }
    }
    return top(bytes);
  }

  private Map<String, Object> topByMisses() {
    Map<String, Long> misses = new HashMap<>();
    for (TableScope table : instance.cache().scopes().allTables()) {
      long count = table.readLog.misses();
      if (count > 0) {
        misses.put(table.key.toString(), count);
      }
    }
    return top(misses);
  }

  private static Map<String, Object> top(Map<String, Long> counts) {
    List<Map.Entry<String, Long>> sorted = new ArrayList<>(counts.entrySet());
    sorted.sort(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()));
    Map<String, Object> top = new LinkedHashMap<>();
    for (Map.Entry<String, Long> one : sorted.subList(0, Math.min(TOP, sorted.size()))) {
      top.put(one.getKey(), one.getValue());
    }
    return top;
  }

  Map<String, Object> explain(TableKey key) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("table", key.toString());
    TableScope scope = instance.cache().scopes().tableIfPresent(key);
    Entry entry =
        scope == null ? null : instance.cache().get(TableQuery.slot(scope), scope.object.stamp());
    report.put(
        "may be stored",
        instance.settings().tables.match(key) != null ? "yes" : "no: cachedstore.tables");
    report.put("cached", entry != null);
    if (entry != null) {
      TableValue value = (TableValue) entry.value;
      report.put("kind", name(value.kind));
      report.put(
          "level without a list", name(instance.shared().levels().table(key, value.kind, false)));
      report.put(
          "level with a list", name(instance.shared().levels().table(key, value.kind, true)));
      report.put("table id", value.id);
      report.put("read as of event", entry.asOf);
      report.put("settled at event", entry.upTo);
    }
    report.put("log applied up to event", instance.tail().lastApplied());
    TableWriteIds ids = instance.shared().position().writeIds(key);
    report.put("write ids known from the log", ids == null ? "none" : ids.toString());
    if (scope != null) {
      long floor = scope.floor.get();
      report.put("served up to event", floor < 0 ? "asked at the next read" : floor);
      report.put("last read", scope.readLog.last());
      report.put("misses", scope.readLog.misses());
      report.put("last reads from the database", scope.readLog.databaseReasons());
    } else {
      report.put("last read", "never read here");
    }
    return report;
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
