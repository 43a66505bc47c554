package io.hmscache.thrift.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where the parts of a metastore are on this machine. */
final class Layout {

  private final Path home;
  private final Path hadoopLib;
  private final Path pluginJar;
  private final Path runFolder;

  /**
   * Takes the folders as given.
   *
   * @param home the unpacked distribution
   * @param hadoopLib jars that the distribution expects of a Hadoop installation
   * @param pluginJar our jar
   * @param runFolder private folder of this metastore, which exists
   */
  Layout(Path home, Path hadoopLib, Path pluginJar, Path runFolder) {
    this.home = home;
    this.hadoopLib = hadoopLib;
    this.pluginJar = pluginJar;
    this.runFolder = runFolder;
  }

  /** As the script that starts the launcher passes it, in system properties. */
  static Layout fromSystemProperties() throws LauncherException {
    return new Layout(
        required("hmscache.home"),
        required("hmscache.hadoop.lib"),
        required("hmscache.plugin.jar"),
        required("hmscache.run"));
  }

  private static Path required(String key) throws LauncherException {
    String value = System.getProperty(key);
    Path path = value == null ? null : Paths.get(value);
    if (path == null || !Files.exists(path)) {
      throw LauncherException.failure(
          "start me by bin/metastore: system property " + key + " names no file: " + value);
    }
    return path.toAbsolutePath();
  }

  /** The unpacked distribution. */
  Path home() {
    return home;
  }

  /** Our jar. */
  Path pluginJar() {
    return pluginJar;
  }

  /** Private folder of this metastore. */
  Path runFolder() {
    return runFolder;
  }

  /** Jars of the distribution, then those of Hadoop; in alphabetical order each. */
  List<String> jars() throws LauncherException {
    List<String> jars = new ArrayList<>(list(home.resolve("lib")));
    jars.addAll(list(hadoopLib));
    return jars;
  }

  private static List<String> list(Path folder) throws LauncherException {
    List<String> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path file : files) {
        jars.add(file.toString());
      }
    } catch (IOException e) {
      throw LauncherException.failure("cannot read the folder " + folder);
    }
    Collections.sort(jars);
    return jars;
  }
}
