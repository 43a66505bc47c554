package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The line at start: version, settings that differ from their defaults, what is missing. */
final class StartReport {

  private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);

  private StartReport() {}

  static void log(Configuration conf, CacheSettings settings) {
    LOG.info("{}", line(conf, settings));
  }

  static String line(Configuration conf, CacheSettings settings) {
    List<String> differing = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      String value = setting.text(conf);
      if (!value.equals(setting.defaultText())) {
        differing.add(setting.key() + "=" + value);
      }
    }
    return String.format(
        "CachedStore %s caches up to %d bytes; settings: %s; %s; %s",
        version(),
        settings.maxMemory,
        differing.isEmpty() ? "all defaults" : String.join(", ", differing),
        Deployment.carriesSnapshots(conf)
            ? "requests carry their snapshots"
            : "metastore.hmshandler.proxy is not "
                + Deployment.PROXY
                + ", so every read without a write-id list is strict",
        settings.fleetComplete
            ? "the fleet is complete: a commit of a transaction changes nothing but write ids"
            : "the fleet may be incomplete: a commit also drops the tables it wrote, and requests"
                + " for a database object go to the database");
  }

  private static String version() {
    String version = StartReport.class.getPackage().getImplementationVersion();
    return version == null ? "(unpackaged)" : version;
  }
}
