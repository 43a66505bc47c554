package io.hmscache.thrift.fleetcheck;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import javax.annotation.Nullable;
import org.apache.thrift.TException;

/** One thread that reads tables through all instances and holds the answers to the promises. */
final class Reader implements Runnable {

  /** Reads under one list, as a query does: the later ones can be answered from memory. */
  private static final int READS_PER_LIST = 3;

  private final FleetCheckOptions options;
  private final String database;
  private final List<Subject> subjects;
  private final Findings findings;
  private final CountDownLatch stop;
  private final Random random;

  Reader(
      FleetCheckOptions options,
      String database,
      List<Subject> subjects,
      Findings findings,
      CountDownLatch stop,
      Random random) {
    this.options = options;
    this.database = database;
    this.subjects = subjects;
    this.findings = findings;
    this.stop = stop;
    this.random = random;
  }

  @Override
  public void run() {
    try (Connections connections = new Connections(options.endpoints())) {
      while (stop.getCount() > 0) {
        Subject subject = subjects.get(random.nextInt(subjects.size()));
        if (!subject.abandoned()) {
          read(connections, subject);
        } else if (subjects.stream().allMatch(Subject::abandoned)) {
          return;
        }
      }
    }
  }

  private void read(Connections connections, Subject subject) {
    int endpoint = random.nextInt(options.endpoints().size());
    ReadMethod method =
        !subject.kind().partitioned()
            ? ReadMethod.TABLE
            : random.nextBoolean() ? ReadMethod.NAMES : ReadMethod.PARTITIONS;
    int asked = endpoint;
    try {
      if (!subject.kind().transactional() || random.nextInt(4) == 0) {
        unversioned(connections.to(endpoint), subject, endpoint, method);
        return;
      }
      // A list of one instance used on another. Not for a table that is created again under its
      // name: two incarnations can have equal lists, and nothing in the request tells them apart.
      boolean elsewhere = !subject.recreated() && random.nextInt(4) == 0;
      asked = elsewhere ? random.nextInt(options.endpoints().size()) : endpoint;
      long acknowledged = subject.register().acknowledged();
      String list = connections.to(asked).writeIds(database, subject.name(), 0);
      asked = endpoint;
      for (int i = 0; i < READS_PER_LIST; i++) {
        Expectation expected =
            Expectation.of(subject, endpoint, method, System.nanoTime()).snapshot(acknowledged);
        look(connections.to(endpoint), expected, list);
      }
    } catch (TException | RuntimeException e) {
      connections.brokenBy(asked, e);
      findings.readFailed(asked, e);
      pauseAfterFailure();
    }
  }

  private void unversioned(Connection connection, Subject subject, int endpoint, ReadMethod method)
      throws TException {
    Expectation expected = Expectation.of(subject, endpoint, method, System.nanoTime());
    if (subject.kind().unversioned() == Promise.LINEARIZABLE) {
      expected.linearizable();
    } else {
      expected.within(options.boundMillis() * 1_000_000L);
    }
    look(connection, expected, null);
  }

  private void look(Connection connection, Expectation expected, @Nullable String list)
      throws TException {
    Sight sight =
        SubjectReader.read(connection, database, expected.subject(), expected.method(), list);
    findings.check(expected, sight, System.nanoTime());
  }

  /** An instance that is down is not asked thousands of times a second. */
  private void pauseAfterFailure() {
    try {
      stop.await(100, java.util.concurrent.TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
