package io.hmscache.thrift.launcher;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Which store answers behind the Thrift interface. */
public enum StoreChoice {
  /** Ours, with the three settings that install it. */
  CACHED,
  /** Hive's ObjectStore: every answer from the database. */
  PLAIN,
  /** Hive's own cache, for comparison. */
  UPSTREAM;

  private static final String STORE = "metastore.rawstore.impl";

  static StoreChoice parse(String text) throws LauncherException {
    for (StoreChoice choice : values()) {
      if (choice.name().toLowerCase(Locale.ROOT).equals(text)) {
        return choice;
      }
    }
    throw LauncherException.usage("--store is cached, plain or upstream, not '" + text + "'");
  }

  /** What the choice adds to {@code metastore-site.xml}. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    switch (this) {
      case CACHED:
        settings.put(STORE, "io.hmscache.store.CachedStore");
        settings.put("metastore.hmshandler.proxy", "io.hmscache.thrift.SnapshotHandler");
        settings.put(
            "metastore.transactional.event.listeners",
            "io.hmscache.notification.NotificationLogListener");
        break;
      case UPSTREAM:
        settings.put(STORE, "org.apache.hadoop.hive.metastore.cache.CachedStore");
        break;
      case PLAIN:
        break;
    }
    return Collections.unmodifiableMap(settings);
  }

  /** Packages of {@code java.base} that must be open to reflection. */
  public String[] opens() {
    if (this == UPSTREAM) {
      // Hive's cache estimates the size of objects by walking their private fields.
      return new String[] {
        "java.io",
        "java.lang",
        "java.lang.invoke",
        "java.lang.module",
        "java.lang.ref",
        "java.lang.reflect",
        "java.math",
        "java.net",
        "java.nio",
        "java.nio.charset",
        "java.security",
        "java.text",
        "java.time",
        "java.time.format",
        "java.time.temporal",
        "java.time.zone",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.concurrent.locks",
        "java.util.regex",
        "jdk.internal.loader",
        "jdk.internal.math",
        "jdk.internal.module",
        "jdk.internal.perf",
        "jdk.internal.ref",
        "jdk.internal.reflect",
        "jdk.internal.util",
        "sun.nio.ch",
        "sun.nio.cs",
        "sun.nio.fs",
        "sun.security.action",
        "sun.security.provider",
        "sun.util.calendar",
        "sun.util.locale"
      };
    }
    return new String[] {"java.util"};
  }
}
