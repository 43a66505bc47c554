package io.hmscache.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;

/** A delegate that does what a test says, one script for a cache's name. */
public final class ScriptedDelegate extends ForwardingRawStore {

  private static final Map<String, InvocationHandler> SCRIPTS = new ConcurrentHashMap<>();

  private RawStore script;
  private Configuration conf;

  /** Sets the script of a configuration's delegates. */
  static void script(Configuration conf, InvocationHandler handler) {
    conf.set(Delegates.SETTING, ScriptedDelegate.class.getName());
    SCRIPTS.put(Setting.CACHE_NAME.text(conf), handler);
  }

  @Override
  protected RawStore delegate() {
    return script;
  }

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    InvocationHandler handler = SCRIPTS.get(Setting.CACHE_NAME.text(newConf));
    script =
        (RawStore)
            Proxy.newProxyInstance(
                RawStore.class.getClassLoader(), new Class<?>[] {RawStore.class}, handler);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }
}
