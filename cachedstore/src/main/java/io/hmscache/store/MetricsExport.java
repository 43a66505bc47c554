package io.hmscache.store;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.hmscache.notification.ResetReason;
import io.hmscache.writeid.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.hadoop.hive.metastore.metrics.Metrics;

/**
 * Shows an instance in HMS's registry as soon as there is one: the metastore makes it after its
 * first store. Thread-safe.
 */
final class MetricsExport {

  private final Instance instance;
  private volatile @Nullable MetricRegistry registered;
  private volatile boolean closed;

  @GuardedBy("this")
  private final List<String> names = new ArrayList<>();

  MetricsExport(Instance instance) {
    this.instance = instance;
  }

  /** Registers everything unless that has been done or there is no registry yet. Cheap. */
  void tryRegister() {
    MetricRegistry registry = Metrics.getRegistry();
    if (registry != null && registry != registered) {
      register(registry);
    }
  }

  private synchronized void register(MetricRegistry registry) {
    if (closed || registry == registered) {
      return;
    }
    registered = registry;
    names.clear();
    for (Metric metric : Metric.values()) {
      gauge(registry, metric.key(), () -> metric.value(instance));
    }
    for (Bypass bypass : Bypass.values()) {
      gauge(
          registry, key("cachedstore.bypasses.", bypass), () -> instance.counters().count(bypass));
    }
    for (Decision decision : Decision.values()) {
      if (decision.verdict() == Decision.Verdict.DATABASE
          || decision.verdict() == Decision.Verdict.WAIT) {
        gauge(
            registry,
            key("cachedstore.bypasses.", decision),
            () -> instance.counters().count(decision));
      }
    }
    for (ResetReason reason : ResetReason.values()) {
      gauge(registry, key("cachedstore.log.resets.", reason), () -> instance.tail().resets(reason));
    }
  }

  @GuardedBy("this")
  private void gauge(MetricRegistry registry, String name, Gauge<Long> gauge) {
    registry.remove(name); // of a cache that was closed, or of another one in this JVM
    registry.register(name, gauge);
    names.add(name);
  }

  static String key(String group, Enum<?> reason) {
    return group + reason.name().toLowerCase(Locale.ROOT);
  }

  synchronized void close() {
    MetricRegistry registry = registered;
    if (registry != null) {
      names.forEach(registry::remove);
    }
    names.clear();
    closed = true;
  }
}
