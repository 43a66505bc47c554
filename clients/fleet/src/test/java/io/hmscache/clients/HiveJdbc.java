package io.hmscache.clients;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.List;

/** Hive's JDBC driver behind a class loader of its own, as it brings copies of half of Hive. */
final class HiveJdbc {

  private HiveJdbc() {}

  /** Loaded on first use. */
  private static final class Holder {
    static final Driver DRIVER = load();
  }

  static Driver driver() {
    return Holder.DRIVER;
  }

  private static Driver load() {
    try {
      List<Path> jars = ClassPaths.of("jdbc");
      URL[] urls = new URL[jars.size()];
      for (int i = 0; i < urls.length; i++) {
        urls[i] = jars.get(i).toUri().toURL();
      }
      ClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
      return (Driver)
          Class.forName("org.apache.hive.jdbc.HiveDriver", true, loader)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new IllegalStateException("cannot load Hive's JDBC driver", e);
    }
  }
}
