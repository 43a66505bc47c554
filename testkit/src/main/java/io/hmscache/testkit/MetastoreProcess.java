package io.hmscache.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A metastore of the stock distribution in a process of its own. It ends at {@link #close()}, or
 * with this JVM at the latest.
 */
public final class MetastoreProcess implements AutoCloseable {

  private static final long START_TIMEOUT_MS = 120_000;

  private final Process process;
  private final int port;
  private final int jmxPort;
  private final Path folder;
  private final Thread hook;
  private volatile boolean keepFolder;

  private MetastoreProcess(Process process, int port, int jmxPort, Path folder) {
    this.process = process;
    this.port = port;
    this.jmxPort = jmxPort;
    this.folder = folder;
    this.hook = new Thread(() -> Processes.kill(process), "stop-metastore-" + port);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** A metastore on a database that other processes reach. */
  public static Builder on(TestDatabase database) {
    if (!database.kind().shared()) {
      throw new IllegalArgumentException(database.kind() + " lives in this JVM only");
    }
    return new Builder(database);
  }

  /** How a metastore is to be started. */
  public static final class Builder {
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<Path> classPath = new ArrayList<>();
    private final List<String> jvmArguments = new ArrayList<>();
    private final Map<String, String> loggers = new LinkedHashMap<>();
    private Distribution distribution = Distribution.find();
    private boolean jmx;

    private Builder(TestDatabase database) {
      settings.putAll(database.settings());
      settings.put("metastore.thrift.bind.host", "127.0.0.1");
    }

    /** One setting of {@code metastore-site.xml}; a later one wins. */
    public Builder set(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** Installs our jar with the three settings that the README names. */
    public Builder cached() {
      return withPlugin()
          .set("metastore.rawstore.impl", "io.hmscache.store.CachedStore")
          .set("metastore.hmshandler.proxy", "io.hmscache.thrift.SnapshotHandler")
          .set(
              "metastore.transactional.event.listeners",
              "io.hmscache.notification.NotificationLogListener");
    }

    /** Puts our jar on the class path, without any setting. */
    public Builder withPlugin() {
      classPath.add(
          distribution
              .pluginJar()
              .orElseThrow(() -> new IllegalStateException("the installable jar is not built")));
      return this;
    }

    /** One more jar or folder of classes, before those of the distribution. */
    public Builder classPath(Path entry) {
      classPath.add(entry);
      return this;
    }

    /** One more argument for the JVM. */
    public Builder jvmArgument(String argument) {
      jvmArguments.add(argument);
      return this;
    }

    /** Sets the level of a logger, and so of all below it. */
    public Builder logger(String name, String level) {
      loggers.put(name, level);
      return this;
    }

    /** The distribution to start; without this, the one that the build unpacked. */
    public Builder distribution(Distribution value) {
      distribution = value;
      return this;
    }

    /** Opens a JMX port on the loopback interface. */
    public Builder jmx() {
      jmx = true;
      return this;
    }

    /** Starts the process and waits until it accepts connections. */
    public MetastoreProcess start() {
      MetastoreProcess metastore = launch();
      try {
        metastore.awaitReady();
        return metastore;
      } catch (RuntimeException e) {
        metastore.stopProcess();
        throw e;
      }
    }

    /** Starts the process and returns at once; {@link MetastoreProcess#awaitReady()} waits. */
    public MetastoreProcess launch() {
      int port = Ports.free();
      int jmxPort = jmx ? Ports.free() : 0;
      Path folder = Folders.create("metastore-" + port);
      try {
        MetastoreFiles.write(folder, settings, loggers);
        Process process =
            new ProcessBuilder(command(folder, port, jmxPort))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("metastore.log").toFile())
                .start();
        return new MetastoreProcess(process, port, jmxPort, folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private List<String> command(Path folder, int port, int jmxPort) {
      List<String> arguments = new ArrayList<>();
      arguments.add("-Xmx512m");
      arguments.add("-XX:+UseSerialGC");
      arguments.add("-XX:TieredStopAtLevel=1");
      if (jmxPort != 0) {
        arguments.add("-Dcom.sun.management.jmxremote.port=" + jmxPort);
        arguments.add("-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort);
        arguments.add("-Dcom.sun.management.jmxremote.host=127.0.0.1");
        arguments.add("-Djava.rmi.server.hostname=127.0.0.1");
        arguments.add("-Dcom.sun.management.jmxremote.authenticate=false");
        arguments.add("-Dcom.sun.management.jmxremote.ssl=false");
      }
      arguments.addAll(jvmArguments);
      return distribution.command(
          folder,
          arguments,
          classPath,
          "org.apache.hadoop.hive.metastore.HiveMetaStore",
          "-p",
          Integer.toString(port));
    }
  }

  /**
   * Waits until the metastore accepts connections.
   *
   * @throws IllegalStateException if it ends before, or takes too long; with the end of its log
   */
  public void awaitReady() {
    Waiting.until(
        "metastore on port " + port + ", log " + log(),
        START_TIMEOUT_MS,
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException("the metastore has ended:\n" + logTail());
          }
          return Ports.answers(port);
        });
  }

  /** A new connection; close it. */
  public MetastoreClient client() {
    return MetastoreClient.connect(port);
  }

  /** Port of the Thrift service. */
  public int port() {
    return port;
  }

  /** Port of JMX; 0 if it was not asked for. */
  public int jmxPort() {
    return jmxPort;
  }

  /** Address for clients. */
  public String uri() {
    return "thrift://127.0.0.1:" + port;
  }

  /** Process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether the process runs. */
  public boolean alive() {
    return process.isAlive();
  }

  /** What the process logged. */
  public Path log() {
    return folder.resolve("metastore.log");
  }

  /** The last lines of the log. */
  public String logTail() {
    try {
      List<String> lines = Files.readAllLines(log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process at once, as a crash would. */
  public void kill() {
    Processes.kill(process);
  }

  /** Suspends the process (SIGSTOP): it holds its connections and answers nothing. */
  public void suspend() {
    Processes.signal(process, "STOP");
  }

  /** Lets a suspended process go on. */
  public void resume() {
    Processes.signal(process, "CONT");
  }

  /** Whether the folder with settings and log stays after {@link #close()}. */
  public void keepFolder(boolean keep) {
    keepFolder = keep;
  }

  /** Lets the process go on when this JVM ends. */
  public void leaveRunning() {
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private void stopProcess() {
    Processes.stop(process);
  }

  /** Stops the process; its folder goes unless it is to be kept. */
  @Override
  public void close() {
    stopProcess();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This JVM is ending; the hook finds the process ended.
    }
    if (!keepFolder) {
      Folders.delete(folder);
    }
  }
}
