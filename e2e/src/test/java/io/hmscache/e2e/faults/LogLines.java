package io.hmscache.e2e.faults;

import io.hmscache.testkit.MetastoreProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What the plugin has logged in a metastore since a moment. For one thread. */
final class LogLines {

  /** Level, thread, logger of ours: the pattern of the testkit's metastores. */
  private static final Pattern OURS =
      Pattern.compile(" (INFO|WARN|ERROR) \\[[^]]*] (notification|store|thrift)\\.\\w+: ");

  private final MetastoreProcess metastore;
  private long from;

  LogLines(MetastoreProcess metastore) {
    this.metastore = metastore;
  }

  /** Forgets what was logged so far. */
  void mark() throws IOException {
    from = Files.size(metastore.log());
  }

  /**
   * The lines of the plugin since the mark that are above a level.
   *
   * @param levels levels, with | between them
   */
  List<String> ours(String levels) throws IOException {
    List<String> ours = new ArrayList<>();
    for (String line : all()) {
      if (OURS.matcher(line).find() && line.matches(".* (" + levels + ") \\[.*")) {
        ours.add(line);
      }
    }
    return ours;
  }

  /** Frames of stack traces under lines of the plugin since the mark. */
  List<String> frames() throws IOException {
    List<String> frames = new ArrayList<>();
    boolean under = false;
    for (String line : all()) {
      if (line.startsWith("\tat ")) {
        if (under) {
          frames.add(line);
        }
      } else if (line.matches("^\\d{4}-.*")) {
        under = OURS.matcher(line).find();
      }
    }
    return frames;
  }

  private List<String> all() throws IOException {
    byte[] bytes = Files.readAllBytes(metastore.log());
    int start = (int) Math.min(from, bytes.length);
    return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8).lines().toList();
  }
}
