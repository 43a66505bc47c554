package io.hmscache.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Temporary folders below {@code java.io.tmpdir}, which the build sets to a folder in target. */
public final class Folders {

  private Folders() {}

  /** A new empty folder. */
  public static Path create(String prefix) {
    try {
      Path root = DatabaseKind.tempRoot();
      Files.createDirectories(root);
      return Files.createTempDirectory(root, prefix + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder with all it holds; a missing one is fine. */
  public static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      // Nothing there: what was asked for.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
