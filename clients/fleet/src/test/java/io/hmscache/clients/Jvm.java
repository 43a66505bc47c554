package io.hmscache.clients;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Command lines of child JVMs. */
final class Jvm {

  private Jvm() {}

  /** A small JVM with a folder of its own. */
  static List<String> command(
      List<Path> classPath, String mainClass, Path folder, List<String> jvm, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + folder);
    command.add("-Dderby.system.home=" + folder);
    command.addAll(jvm);
    command.add("-cp");
    command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(":")));
    command.add(mainClass);
    command.addAll(List.of(args));
    return command;
  }
}
