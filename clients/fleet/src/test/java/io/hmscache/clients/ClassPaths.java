package io.hmscache.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The class paths that the build resolved, one per client. */
final class ClassPaths {

  private ClassPaths() {}

  /** Where a client's module has its classes, if it has any. */
  static Path classes(String client) {
    return target(client).resolve("classes");
  }

  private static Path target(String client) {
    return Path.of(System.getProperty("clients.folder"), client, "target").normalize();
  }

  /** Classes and jars of a client's module. */
  static List<Path> of(String client) {
    Path target = target(client);
    List<Path> entries = new ArrayList<>();
    Path classes = classes(client);
    if (Files.isDirectory(classes)) {
      entries.add(classes);
    }
    try {
      for (String entry : Files.readString(target.resolve("classpath.txt")).strip().split(":")) {
        entries.add(Path.of(entry));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  /** The one jar of a client's class path whose name starts like this. */
  static Path jar(String client, String prefix) {
    List<Path> found =
        of(client).stream().filter(p -> p.getFileName().toString().startsWith(prefix)).toList();
    if (found.size() != 1) {
      throw new IllegalStateException(prefix + " in the class path of " + client + ": " + found);
    }
    return found.get(0);
  }
}
