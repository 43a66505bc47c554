package io.hmscache.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hmscache.writeid.TableKey;
import java.util.Map;

/** What JMX shows and does. Thread-safe. */
final class Status implements StatusMXBean {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Instance instance;
  private final Reports reports;

  Status(Instance instance) {
    this.instance = instance;
    this.reports = new Reports(instance);
  }

  @Override
  public String status() {
    return json(reports.status());
  }

  @Override
  public String explain(String table) {
    return json(reports.explain(parse(table)));
  }

  @Override
  public String flush(String scope) {
    return Flush.run(instance.cache(), scope);
  }

  @Override
  public void pause() {
    instance.shared().pause(true);
  }

  @Override
  public void resume() {
    instance.shared().pause(false);
  }

  @Override
  public boolean isPaused() {
    return instance.shared().paused();
  }

  @Override
  public void level(String pattern, String level) {
    instance
        .shared()
        .levels()
        .override(pattern.trim(), CacheSettings.parseLevel(Setting.LEVEL_OVERRIDES, level.trim()));
  }

  @Override
  public long getAppliedEventId() {
    return instance.tail().lastApplied();
  }

  @Override
  public long getVerifiedHits() {
    return instance.verifier().checked();
  }

  @Override
  public long getMismatches() {
    return instance.verifier().mismatches();
  }

  @Override
  public String lastDecision(String table) {
    TableScope scope = instance.cache().scopes().tableIfPresent(parse(table));
    return scope == null ? "never read" : scope.readLog.last();
  }

  @Override
  public void pauseTailer() {
    instance.log().tailer().pause();
  }

  @Override
  public void resumeTailer() {
    instance.log().tailer().resume();
  }

  /** Parses {@code [catalog.]database.table}. */
  static TableKey parse(String table) {
    String[] parts = table.trim().split("\\.", -1);
    for (String part : parts) {
      if (part.trim().isEmpty()) {
        parts = new String[0];
      }
    }
    if (parts.length == 2) {
      return TableKey.of(null, parts[0], parts[1]);
    }
    if (parts.length == 3) {
      return TableKey.of(parts[0], parts[1], parts[2]);
    }
    throw new IllegalArgumentException("'" + table + "' is not [catalog.]database.table");
  }

  private static String json(Map<String, Object> report) {
    try {
      return JSON.writeValueAsString(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a report", e);
    }
  }
}
