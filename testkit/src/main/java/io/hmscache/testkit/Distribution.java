package io.hmscache.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The stock distribution as the {@code dist} module unpacked it, and the installable jar.
 *
 * @param home folder of the metastore's distribution
 * @param jars all jars of the distribution's {@code lib} and those of Hadoop and Derby's client,
 *     which it expects beside them
 * @param pluginJar our jar; empty if it has not been built
 */
public record Distribution(Path home, List<Path> jars, Optional<Path> pluginJar) {

  /** System property that names the target folder of the {@code dist} module. */
  public static final String FOLDER_PROPERTY = "hmscache.dist";

  /** Copies the list. */
  public Distribution {
    jars = List.copyOf(jars);
  }

  /**
   * Finds what the build unpacked: in the folder that {@link #FOLDER_PROPERTY} names, otherwise in
   * {@code dist/target} of the working directory or of a folder above it.
   *
   * @throws IllegalStateException if there is none
   */
  public static Distribution find() {
    String named = System.getProperty(FOLDER_PROPERTY);
    if (named != null) {
      return at(Path.of(named));
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path folder = at.resolve("dist/target");
      if (Files.isDirectory(folder.resolve("hive"))) {
        return at(folder);
      }
    }
    throw new IllegalStateException(
        "no unpacked distribution: run 'mvn -q -B -DskipTests -pl dist -am package' first");
  }

  private static Distribution at(Path folder) {
    Path home = only(folder.resolve("hive"), "apache-hive-metastore-*-bin").orElseThrow();
    List<Path> jars =
        Stream.of(home.resolve("lib"), folder.resolve("hadoop-lib"))
            .flatMap(lib -> list(lib, "*.jar").stream())
            .toList();
    return new Distribution(home, jars, only(folder, "cachedstore-*.jar"));
  }

  private static Optional<Path> only(Path folder, String glob) {
    List<Path> found = list(folder, glob);
    if (found.size() > 1) {
      throw new IllegalStateException("more than one of " + glob + ": " + found);
    }
    return found.stream().findFirst();
  }

  private static List<Path> list(Path folder, String glob) {
    try (Stream<Path> files = Files.list(folder)) {
      var matcher = folder.getFileSystem().getPathMatcher("glob:" + glob);
      return files.filter(file -> matcher.matches(file.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates the metastore's tables with the distribution's own schematool.
   *
   * @throws IllegalStateException with the tool's output if it fails
   */
  public void initSchema(TestDatabase database) {
    Path folder = Folders.create("schematool");
    Path log = folder.resolve("schematool.log");
    try {
      MetastoreFiles.write(folder, database.settings());
      ProcessBuilder builder =
          new ProcessBuilder(
              command(
                  folder,
                  List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                  List.of(),
                  "org.apache.hadoop.hive.metastore.tools.schematool.MetastoreSchemaTool",
                  "-dbType",
                  database.schemaType(),
                  "-initSchema"));
      builder.environment().put("METASTORE_HOME", home.toString());
      Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      if (Processes.runToEnd(process) != 0) {
        throw new IllegalStateException("schematool failed:\n" + Files.readString(log));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Folders.delete(folder);
    }
  }

  /**
   * The command that runs a class of the distribution.
   *
   * @param folder holds the configuration; the process keeps its own files there
   * @param jvmArguments more arguments for the JVM
   * @param classPath entries before the distribution's jars
   */
  List<String> command(
      Path folder,
      List<String> jvmArguments,
      List<Path> classPath,
      String mainClass,
      String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    command.add("-Dderby.stream.error.file=" + folder.resolve("derby.log"));
    command.add("-Dlog4j.configurationFile=" + folder.resolve("conf/log4j2.properties"));
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.addAll(jvmArguments);
    List<String> entries = new ArrayList<>();
    entries.add(folder.resolve("conf").toString());
    classPath.forEach(entry -> entries.add(entry.toString()));
    jars.forEach(jar -> entries.add(jar.toString()));
    command.add("-cp");
    command.add(String.join(":", entries));
    command.add(mainClass);
    command.addAll(List.of(arguments));
    return command;
  }
}
