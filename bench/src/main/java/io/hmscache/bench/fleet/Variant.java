package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.thrift.launcher.StoreChoice;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What answers behind the Thrift interface of one metastore. */
enum Variant {
  /** Hive's ObjectStore, with the notification listener. */
  PLAIN,
  /** Hive's own CachedStore. */
  UPSTREAM,
  /** This project's store, proxy and listener, with their defaults. */
  CACHED,
  /** The same without the handler proxy. */
  CACHED_NOPROXY,
  /** As CACHED, told that every metastore on the database has the plugin. */
  COMPLETE,
  /** Returns a remembered object with no check and no copy: what any cache can reach at best. */
  LIMIT;

  private static final String STORE = "metastore.rawstore.impl";
  private static final String LISTENERS = "metastore.transactional.event.listeners";
  private static final String LISTENER = "io.hmscache.notification.NotificationLogListener";
  private static final String OVERRIDES = "cachedstore.level.overrides";

  /** The name on the command line and in the results. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names. */
  static String texts() {
    return Arrays.stream(values()).map(Variant::text).collect(Collectors.joining(","));
  }

  /** The variant of a name. */
  static Optional<Variant> parse(String text) {
    return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
  }

  /** Whether it is this project's store. */
  boolean ours() {
    return this == CACHED || this == CACHED_NOPROXY || this == COMPLETE;
  }

  /** Whether what is written through it is logged, so that the others hear of it. */
  boolean writes() {
    return ours() || this == PLAIN;
  }

  /** A metastore of this variant, with the JVM's own compiler instead of the tests' quick one. */
  MetastoreProcess.Builder on(TestDatabase database, int heapMegabytes) {
    MetastoreProcess.Builder builder =
        MetastoreProcess.on(database)
            .jvmArgument("-XX:TieredStopAtLevel=4")
            .jvmArgument("-Xmx" + heapMegabytes + "m");
    switch (this) {
      case PLAIN -> builder.withPlugin().set(LISTENERS, LISTENER);
      case UPSTREAM -> {
        builder.set(STORE, "org.apache.hadoop.hive.metastore.cache.CachedStore");
        for (String name : StoreChoice.UPSTREAM.opens()) {
          builder.jvmArgument("--add-opens=java.base/" + name + "=ALL-UNNAMED");
        }
      }
      case CACHED -> cached(builder);
      case CACHED_NOPROXY ->
          builder
              .withPlugin()
              .set(STORE, "io.hmscache.store.CachedStore")
              .set(LISTENERS, LISTENER)
              .set(OVERRIDES, Dataset.STRICT_LEVEL);
      case COMPLETE -> cached(builder).set("cachedstore.fleet.complete", "true");
      case LIMIT ->
          builder.withPlugin().classPath(ownClasses()).set(STORE, LimitStore.class.getName());
    }
    return builder;
  }

  private static MetastoreProcess.Builder cached(MetastoreProcess.Builder builder) {
    return builder.cached().set(OVERRIDES, Dataset.STRICT_LEVEL);
  }

  private static Path ownClasses() {
    try {
      return Path.of(LimitStore.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
