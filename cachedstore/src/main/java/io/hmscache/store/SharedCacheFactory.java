package io.hmscache.store;

import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.notification.ListenerConfiguration;
import io.hmscache.notification.LogAccess;
import io.hmscache.notification.LogCleaner;
import io.hmscache.notification.TailerHooks;
import io.hmscache.notification.TailerSettings;
import io.hmscache.writeid.WriteIdStates;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;

/** Puts the parts of a shared cache together and starts its tailer. */
final class SharedCacheFactory {

  /** Scopes of so many tables are kept: some hundred bytes each, entries not included. */
  private static final long MAX_TABLE_SCOPES = 500_000;

  private SharedCacheFactory() {}

  /**
   * Makes the cache of a metastore. Touches no database on this thread.
   *
   * @throws IllegalArgumentException if a setting has a wrong value
   */
  static SharedCache start(Configuration conf) {
    CacheSettings settings = new CacheSettings(conf);
    CacheMetrics metrics = new CacheMetrics();
    MetadataCache cache =
        new MetadataCache(
            settings.maxMemory,
            settings.ttlNanos,
            MAX_TABLE_SCOPES,
            settings.fleetComplete,
            metrics,
            Ticker.systemTicker(),
            ForkJoinPool.commonPool());
    LogAccess log =
        LogAccess.of(
            conf,
            (int) settings.headTimeoutMillis,
            settings.headTimeoutMillis,
            cache,
            new WriteIdStates(),
            tailerSettings(settings),
            TailerHooks.NONE);
    LogCleaning cleaning = LogCleaning.start(conf);
    Management management = new Management();
    Warmup warmup = new Warmup();
    Verifier verifier = new Verifier(settings.verifySample);
    AtomicReference<MetricsExport> export = new AtomicReference<>();
    SharedCache shared =
        new SharedCache(
            settings,
            cache,
            metrics,
            log.tailer(),
            log.heads(),
            System::nanoTime,
            () -> {
              management.close();
              warmup.close();
              verifier.close();
              MetricsExport exported = export.get();
              if (exported != null) {
                exported.close();
              }
              cleaning.close();
              log.close();
            });
    Instance instance = new Instance(shared, log, warmup, verifier);
    MetricsExport metricsExport = new MetricsExport(instance);
    export.set(metricsExport);
    shared.watch(metricsExport::tryRegister, verifier::served);
    management.register(new Status(instance), settings.cacheName);
    StartReport.log(conf, settings);
    log.tailer().start(); // last: the cache knows by now whom to tell of flushes
    verifier.start(conf, shared);
    warmup.start(conf, shared);
    return shared;
  }

  private static TailerSettings tailerSettings(CacheSettings settings) {
    return TailerSettings.defaults()
        .withPollMillis(settings.pollIntervalMillis)
        .withHoleGraceMillis(settings.holeGraceMillis)
        .withBatchEvents(settings.batchEvents)
        .withBatchBytes(settings.batchBytes)
        .withBacklogLimit(settings.backlogLimit);
  }

  /** The one cleaner of the log in this process, if this process writes it. */
  private static final class LogCleaning {
    private final @Nullable ScheduledExecutorService executor;
    private final @Nullable LogCleaner cleaner;

    private LogCleaning(@Nullable ScheduledExecutorService executor, @Nullable LogCleaner cleaner) {
      this.executor = executor;
      this.cleaner = cleaner;
    }

    static LogCleaning start(Configuration conf) {
      if (!new ListenerConfiguration(conf).usesOurListener()) {
        return new LogCleaning(null, null);
      }
      ScheduledExecutorService executor =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "hmscache-log-cleaner");
                thread.setDaemon(true);
                return thread;
              });
      Configuration own = new Configuration(conf);
      LogCleaner cleaner = new LogCleaner(own, Delegates::newDelegate, executor, Clock.systemUTC());
      cleaner.start();
      return new LogCleaning(executor, cleaner);
    }

    void close() {
      if (cleaner != null) {
        cleaner.close();
      }
      if (executor != null) {
        executor.shutdownNow();
      }
    }
  }
}
