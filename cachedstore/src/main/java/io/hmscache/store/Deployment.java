package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/** How the plugin is set up around the store. Pure functions of a configuration. */
final class Deployment {

  static final String PROXY = "io.hmscache.thrift.SnapshotHandler";
  static final String LISTENER = "io.hmscache.notification.NotificationLogListener";
  static final String HIVE_LISTENER = "org.apache.hive.hcatalog.listener.DbNotificationListener";

  private Deployment() {}

  /** Whether the handler proxy is ours, so that requests carry their lists and classes. */
  static boolean carriesSnapshots(Configuration conf) {
    return PROXY.equals(MetastoreConf.getVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS));
  }

  /** Reasons for which nothing may be cached here, one line each; empty if there is none. */
  static List<String> reasonsNotToCache(Configuration conf) {
    List<String> reasons = new ArrayList<>();
    String listeners = MetastoreConf.getVar(conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS);
    if (!names(listeners, LISTENER) && !names(listeners, HIVE_LISTENER)) {
      reasons.add(
          ConfVars.TRANSACTIONAL_EVENT_LISTENERS.getVarname()
              + " names no listener that writes the notification log (set it to "
              + LISTENER
              + "; a listener under metastore.event.listeners can lose events)");
    }
    if (MetastoreConf.getBoolVar(conf, ConfVars.AGGREGATE_STATS_CACHE_ENABLED)) {
      reasons.add(
          ConfVars.AGGREGATE_STATS_CACHE_ENABLED.getVarname()
              + " is on: ObjectStore itself would answer with old statistics");
    }
    if (MetastoreConf.getBoolVar(conf, ConfVars.DATANUCLEUS_CACHE_LEVEL2)) {
      reasons.add(
          ConfVars.DATANUCLEUS_CACHE_LEVEL2.getVarname()
              + " is on: ObjectStore itself would answer with old objects");
    }
    String url = MetastoreConf.getVar(conf, ConfVars.CONNECT_URL_KEY);
    if (url != null
        && url.startsWith("jdbc:derby:")
        && !MetastoreConf.getBoolVar(conf, ConfVars.TRY_DIRECT_SQL)) {
      reasons.add(
          ConfVars.TRY_DIRECT_SQL.getVarname()
              + " is off on Derby: the log is then written without a lock, in no certain order");
    }
    return reasons;
  }

  private static boolean names(String list, String name) {
    if (list != null) {
      for (String item : list.split(",", -1)) {
        if (item.trim().equals(name)) {
          return true;
        }
      }
    }
    return false;
  }
}
