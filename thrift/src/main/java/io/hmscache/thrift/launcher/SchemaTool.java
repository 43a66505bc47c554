package io.hmscache.thrift.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/** Runs the distribution's own tool that creates the metastore's tables. */
final class SchemaTool {

  private final MetastoreFiles files;
  private final Layout layout;

  SchemaTool(MetastoreFiles files, Layout layout) {
    this.files = files;
    this.layout = layout;
  }

  /** Creates the tables; the tool's output goes to a file in the private folder. */
  void initialize(Backend backend) throws LauncherException {
    Path log = layout.runFolder().resolve("schematool.log");
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        files.arguments(
            "org.apache.hadoop.hive.metastore.tools.schematool.MetastoreSchemaTool",
            "-dbType",
            backend.schemaType(),
            "-initSchema"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("METASTORE_HOME", layout.home().toString());
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    try {
      Process process = builder.start();
      Thread stop = new Thread(process::destroy, "stop-schematool");
      Runtime.getRuntime().addShutdownHook(stop);
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(stop);
      if (code != 0) {
        throw LauncherException.failure(
            "the schema could not be created: " + reason(log) + "; all of it in " + log);
      }
    } catch (IOException e) {
      throw LauncherException.failure("cannot run schematool: " + LauncherException.firstLine(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LauncherException.failure("interrupted while creating the schema");
    }
  }

  private static String reason(Path log) throws IOException {
    for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
      if (line.startsWith("Error:") || line.contains("Exception:")) {
        return line.trim();
      }
    }
    return "schematool failed";
  }
}
