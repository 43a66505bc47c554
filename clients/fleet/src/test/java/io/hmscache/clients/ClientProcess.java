package io.hmscache.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM with one client's class path that answers requests, one at a time. What it logs goes
 * to a file beside the folder it runs in.
 */
final class ClientProcess implements AutoCloseable {

  private static final String END = ".";

  private final String name;
  private final Process process;
  private final PrintWriter requests;
  private final BufferedReader answers;

  private ClientProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a client; it is ready when it answers its first request. */
  static ClientProcess start(
      String name, String client, String mainClass, Path folder, List<String> jvm, String... args) {
    return start(name, ClassPaths.of(client), mainClass, folder, jvm, args);
  }

  /** As above, with a class path of one's own. */
  static ClientProcess start(
      String name,
      List<Path> classPath,
      String mainClass,
      Path folder,
      List<String> jvm,
      String... args) {
    try {
      Process process =
          new ProcessBuilder(Jvm.command(classPath, mainClass, folder, jvm, args))
              .directory(folder.toFile())
              .redirectError(folder.resolve(name + ".log").toFile())
              .start();
      return new ClientProcess(name, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks and waits for the answer, which may be a failure: a line with an exclamation mark. */
  synchronized List<String> tryAsk(String request) {
    requests.println(request);
    List<String> lines = new ArrayList<>();
    try {
      String line;
      while ((line = answers.readLine()) != null) {
        if (line.equals(END)) {
          return lines;
        }
        lines.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException(name + " has ended while it was asked: " + request);
  }

  /** Asks and waits for an answer that is no failure. */
  List<String> ask(String request) {
    List<String> lines = tryAsk(request);
    for (String line : lines) {
      if (line.startsWith("!")) {
        throw new IllegalStateException(name + ": " + request + ": " + line);
      }
    }
    return lines;
  }

  @Override
  public void close() {
    requests.close();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
