package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.junit.jupiter.api.Test;

class StartReportTest {

  @Test
  void oneLineNamesWhatDiffersAndWhatIsMissing() {
    Configuration conf = new Configuration(false);
    String bare = line(conf);
    assertTrue(bare.startsWith("CachedStore "), bare);
    assertTrue(bare.contains("settings: all defaults"), bare);
    assertTrue(bare.contains("metastore.hmshandler.proxy is not " + Deployment.PROXY), bare);
    assertTrue(bare.contains("the fleet may be incomplete"), bare);

    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, Deployment.PROXY);
    conf.set("cachedstore.fleet.complete", "true");
    conf.set("cachedstore.poll.interval", "50");
    conf.set("javax.jdo.option.ConnectionPassword", "Xq7-password");
    conf.set("javax.jdo.option.ConnectionURL", "jdbc:postgresql://h/m?password=Xq7-password");
    String full = line(conf);
    assertTrue(full.contains("requests carry their snapshots"), full);
    assertTrue(
        full.contains("cachedstore.poll.interval=50, cachedstore.fleet.complete=true"), full);
    assertFalse(full.contains("Xq7"), full);
    assertFalse(full.contains("\n"), full);
  }

  private static String line(Configuration conf) {
    return StartReport.line(conf, new CacheSettings(conf));
  }
}
