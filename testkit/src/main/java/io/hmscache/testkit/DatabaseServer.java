package io.hmscache.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An empty database in a process of its own, for programs that may want it to outlive them. It ends
 * at {@link #close()}, or when the program that started it is gone, however that came about, unless
 * that called {@link #leaveRunning()}.
 */
public final class DatabaseServer implements AutoCloseable {

  private static final String READY = "ready ";
  private static final int STAY = 's';

  private final Process process;
  private final Path folder;
  private final TestDatabase database;

  private DatabaseServer(Process process, Path folder, TestDatabase database) {
    this.process = process;
    this.folder = folder;
    this.database = database;
  }

  /**
   * Starts a server.
   *
   * @param kind {@link DatabaseKind#DERBY_SERVER} or {@link DatabaseKind#POSTGRES}
   */
  public static DatabaseServer start(DatabaseKind kind) {
    Path folder = Folders.create("database");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-Djava.io.tmpdir=" + folder);
    command.add("-Dderby.stream.error.file=" + folder.resolve("derby.log"));
    // The programs of PostgreSQL are unpacked once, not for every server.
    command.add("-Dot.epg.working-dir=" + DatabaseKind.tempRoot().resolve("embedded-pg"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(DatabaseServer.class.getName());
    command.add(kind.name());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(folder.resolve("server.log").toFile()).start();
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      while (line != null && !line.startsWith(READY)) {
        line = lines.readLine();
      }
      if (line == null) {
        throw new IllegalStateException("the database did not start, see " + folder);
      }
      String[] parts = line.split(" ");
      return new DatabaseServer(
          process, folder, TestDatabase.external(parts[1], parts[2], parts[3]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The database. */
  public TestDatabase database() {
    return database;
  }

  /** Process id of the server. */
  public long pid() {
    return process.pid();
  }

  /** Lets the server go on when this JVM ends. */
  public void leaveRunning() {
    try {
      process.getOutputStream().write(STAY);
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the database is gone", e);
    }
  }

  @Override
  public void close() {
    Processes.stop(process);
    Folders.delete(folder);
  }

  /** The process itself; the argument is the kind of database. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    TestDatabase database = TestDatabase.createEmpty(DatabaseKind.valueOf(arguments[0]));
    System.out.println(READY + database.url() + " " + database.user() + " " + database.password());
    System.out.flush();
    // Returns -1 when the parent is gone.
    if (System.in.read() == STAY) {
      Thread.currentThread().join();
    }
    System.exit(0);
  }
}
