package io.hmscache.clients;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Two writers and two readers of one Iceberg table, a pair on each of two metastores. */
final class IcebergRace {

  private static final String MAIN = "io.hmscache.clients.iceberg.IcebergMain";
  private static final String NAMESPACE = "ice";

  /** A commit that succeeded; the moment is when the writer knew. */
  private record Commit(long sequence, String snapshot, long moment) {}

  /** A read; the moment is before it was asked. */
  private record Read(long moment, long sequence) {}

  /**
   * What happened.
   *
   * @param committed appends that succeeded
   * @param refused appends that gave up after all retries
   * @param attempts attempts of those that succeeded
   * @param reads reads beside the writers
   * @param lost committed snapshots that the table does not have in the end
   * @param stale reads that showed a state older than a commit known before they asked
   * @param backwards reads that showed less than an earlier one of the same reader
   */
  record Outcome(
      int committed, int refused, long attempts, int reads, int lost, int stale, int backwards) {
    long retries() {
      return attempts - committed;
    }
  }

  private final List<Commit> commits = new ArrayList<>();
  private final List<List<Read>> reads = new ArrayList<>();
  private int refused;
  private long attempts;

  private IcebergRace() {}

  static ClientProcess client(Fleet fleet, int metastore, String name) {
    Path warehouse = fleet.external().resolve("iceberg");
    return ClientProcess.start(
        name,
        "iceberg",
        MAIN,
        fleet.folder(),
        List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
        fleet.metastore(metastore).uri(),
        warehouse.toUri().toString());
  }

  static Outcome run(Fleet fleet, String table, boolean lock, int retries, int appends) {
    String name = NAMESPACE + " " + table;
    try (ClientProcess writerA = client(fleet, 0, table + "-writer-a");
        ClientProcess writerB = client(fleet, 1, table + "-writer-b");
        ClientProcess readerA = client(fleet, 0, table + "-reader-a");
        ClientProcess readerB = client(fleet, 1, table + "-reader-b")) {
      writerA.ask("create " + name + " " + lock + " " + retries);
      // All four are warm, and the other instance has the table, before the race begins.
      for (ClientProcess client : List.of(writerB, readerA, readerB)) {
        client.ask("read " + name);
      }
      readerA.ask("watch " + name);
      readerB.ask("watch " + name);
      CompletableFuture<List<String>> other =
          CompletableFuture.supplyAsync(() -> writerB.ask("append " + name + " " + appends));
      List<String> linesA = writerA.ask("append " + name + " " + appends);
      List<String> linesB = other.join();
      IcebergRace race = new IcebergRace();
      race.addWrites(linesA);
      race.addWrites(linesB);
      race.addReads(readerA.ask("watched"));
      race.addReads(readerB.ask("watched"));
      Set<String> kept = new HashSet<>(readerB.ask("snapshots " + name));
      return race.outcome(kept);
    }
  }

  private void addWrites(List<String> lines) {
    for (String line : lines) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "commit" ->
            commits.add(new Commit(Long.parseLong(words[1]), words[2], Long.parseLong(words[3])));
        case "refused" -> refused++;
        case "attempts" -> attempts += Long.parseLong(words[1]);
        default -> throw new IllegalStateException(line);
      }
    }
  }

  private void addReads(List<String> lines) {
    List<Read> ofOne = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      ofOne.add(new Read(Long.parseLong(words[1]), Long.parseLong(words[2])));
    }
    reads.add(ofOne);
  }

  private Outcome outcome(Set<String> kept) {
    int lost = 0;
    for (Commit commit : commits) {
      if (!kept.contains(commit.snapshot())) {
        lost++;
      }
    }
    int stale = 0;
    int backwards = 0;
    int count = 0;
    for (List<Read> ofOne : reads) {
      long shown = 0;
      for (Read read : ofOne) {
        count++;
        for (Commit commit : commits) {
          if (commit.moment() < read.moment() && commit.sequence() > read.sequence()) {
            stale++;
            break;
          }
        }
        if (read.sequence() < shown) {
          backwards++;
        }
        shown = Math.max(shown, read.sequence());
      }
    }
    return new Outcome(commits.size(), refused, attempts, count, lost, stale, backwards);
  }
}
