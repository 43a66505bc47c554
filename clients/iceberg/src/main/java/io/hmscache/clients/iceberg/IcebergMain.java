package io.hmscache.clients.iceberg;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A child JVM: reads one request per line, answers with lines and a line with a single dot; a
 * failure is one line that starts with an exclamation mark. Arguments: metastore URI, warehouse.
 */
public final class IcebergMain {

  private IcebergMain() {}

  /** Runs until the input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (IcebergClient client = new IcebergClient(args[0], args[1])) {
      Watch watch = new Watch(client);
      String line;
      while ((line = in.readLine()) != null) {
        try {
          answer(client, watch, line.split(" ")).forEach(out::println);
        } catch (RuntimeException | InterruptedException e) {
          e.printStackTrace();
          out.println("!" + e.toString().replace('\n', ' '));
        }
        out.println(".");
      }
    }
  }

  private static List<String> answer(IcebergClient client, Watch watch, String[] words)
      throws InterruptedException {
    switch (words[0]) {
      case "create":
        return client.create(
            words[1], words[2], Boolean.parseBoolean(words[3]), Integer.parseInt(words[4]));
      case "append":
        return client.append(words[1], words[2], Integer.parseInt(words[3]));
      case "read":
        return List.of(client.read(words[1], words[2]));
      case "watch":
        watch.start(words[1], words[2]);
        return List.of();
      case "watched":
        return watch.stop();
      case "snapshots":
        return client.snapshots(words[1], words[2]);
      case "maintain":
        return client.maintain(words[1], words[2]);
      case "describe":
        return client.describe(words[1], words[2]);
      case "drop":
        return client.drop(words[1], words[2]);
      default:
        throw new IllegalArgumentException("unknown request " + words[0]);
    }
  }

  /** Reads a table over and over on a thread of its own. */
  private static final class Watch {
    private static final long PAUSE_MS = 5;

    private final IcebergClient client;
    private final List<String> lines = new ArrayList<>();
    private volatile boolean running;
    private volatile Thread thread = new Thread();

    Watch(IcebergClient client) {
      this.client = client;
    }

    void start(String namespace, String name) {
      lines.clear();
      running = true;
      thread =
          new Thread(
              () -> {
                try {
                  while (running) {
                    lines.add(client.read(namespace, name));
                    Thread.sleep(PAUSE_MS);
                  }
                } catch (RuntimeException | InterruptedException e) {
                  lines.add("!" + e.toString().replace('\n', ' '));
                }
              },
              "watch");
      thread.start();
    }

    List<String> stop() throws InterruptedException {
      running = false;
      thread.join();
      return new ArrayList<>(lines);
    }
  }
}
