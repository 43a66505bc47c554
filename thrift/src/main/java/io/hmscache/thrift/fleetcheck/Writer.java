package io.hmscache.thrift.fleetcheck;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/**
 * One thread that changes its own tables, each time through another instance, and reads each change
 * back through the same instance.
 */
final class Writer implements Runnable {

  private static final int PARTITIONS_KEPT = 4;
  private static final int MOST_PAUSE_MS = 60;

  private final FleetCheckOptions options;
  private final String database;
  private final List<Subject> subjects;
  private final Findings findings;
  private final CountDownLatch stop;
  private final Random random;

  Writer(
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

  /** Creates the tables, all through one instance. */
  void create(Connection connection) throws TException {
    for (Subject subject : subjects) {
      long version = subject.register().begin(false);
      connection.createTable(ScratchTables.create(database, subject, version));
      subject.register().acknowledge(version, System.nanoTime());
    }
  }

  @Override
  public void run() {
    try (Connections connections = new Connections(options.endpoints())) {
      while (!stop.await(random.nextInt(MOST_PAUSE_MS), TimeUnit.MILLISECONDS)) {
        Subject subject = subjects.get(random.nextInt(subjects.size()));
        if (!subject.abandoned()) {
          write(connections, subject);
        } else if (subjects.stream().allMatch(Subject::abandoned)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(Connections connections, Subject subject) {
    int endpoint = random.nextInt(options.endpoints().size());
    try {
      Connection connection = connections.to(endpoint);
      if (subject.kind().partitioned()) {
        addPartition(connection, endpoint, subject);
      } else if (subject.recreated() && random.nextInt(5) == 0) {
        recreate(connection, endpoint, subject);
      } else {
        alter(connection, endpoint, subject);
      }
    } catch (TException | RuntimeException e) {
      if (connections.brokenBy(endpoint, e)) {
        // The call may still be executed, at any time: nothing is known of this table any more.
        subject.abandon();
      }
      findings.writeFailed(endpoint, e);
    }
  }

  private void alter(Connection connection, int endpoint, Subject subject) throws TException {
    Table table;
    try {
      table = connection.getTable(database, subject.name(), null);
    } catch (NoSuchObjectException e) {
      // A failed re-creation, or an instance that does not know of the table.
      create(connection, endpoint, subject);
      return;
    }
    if (subject.kind().transactional() && random.nextBoolean()) {
      inTransaction(
          connection,
          subject,
          (writeId, list) -> setVersion(connection, endpoint, subject, table, writeId, list));
    } else {
      setVersion(connection, endpoint, subject, table, -1, null);
    }
  }

  private void setVersion(
      Connection connection,
      int endpoint,
      Subject subject,
      Table table,
      long writeId,
      @javax.annotation.Nullable String list)
      throws TException {
    long version = subject.register().begin(false);
    ScratchTables.setVersion(table, subject, version);
    connection.alterTable(table, writeId, list);
    written(connection, endpoint, subject, ReadMethod.TABLE, version);
  }

  private void recreate(Connection connection, int endpoint, Subject subject) throws TException {
    long version = subject.register().begin(true);
    try {
      connection.dropTable(database, subject.name());
    } catch (NoSuchObjectException e) {
      // It was missing already, after a failed re-creation: dropped all the same.
    }
    written(connection, endpoint, subject, ReadMethod.TABLE, version);
    create(connection, endpoint, subject);
  }

  private void create(Connection connection, int endpoint, Subject subject) throws TException {
    long version = subject.register().begin(false);
    connection.createTable(ScratchTables.create(database, subject, version));
    written(connection, endpoint, subject, ReadMethod.TABLE, version);
  }

  private void addPartition(Connection connection, int endpoint, Subject subject)
      throws TException {
    Table table = connection.getTable(database, subject.name(), null);
    subject.tableId(table.getId());
    if (subject.kind().transactional()) {
      inTransaction(
          connection,
          subject,
          (writeId, list) -> addPartition(connection, endpoint, subject, table));
    } else {
      addPartition(connection, endpoint, subject, table);
    }
    long old = subject.register().acknowledged() - PARTITIONS_KEPT;
    if (old > 0) {
      try {
        connection.dropPartition(database, subject.name(), ScratchTables.partitionName(old));
      } catch (NoSuchObjectException e) {
        // Its creation failed.
      }
    }
  }

  private void addPartition(Connection connection, int endpoint, Subject subject, Table table)
      throws TException {
    long version = subject.register().begin(false);
    connection.addPartition(ScratchTables.partition(table, version));
    written(connection, endpoint, subject, ReadMethod.NAMES, version);
  }

  /** A change under a write id. */
  private interface Change {
    void make(long writeId, String list) throws TException;
  }

  private void inTransaction(Connection connection, Subject subject, Change change)
      throws TException {
    long transaction = connection.openTransaction();
    boolean committed = false;
    try {
      long writeId = connection.allocateWriteId(transaction, database, subject.name());
      change.make(writeId, connection.writeIds(database, subject.name(), transaction));
      connection.commit(transaction);
      committed = true;
    } finally {
      if (!committed) {
        try {
          connection.abort(transaction);
        } catch (TException e) {
          // The first failure is the one to report; the metastore aborts what is left in time.
        }
      }
    }
  }

  /** A change was answered: from now on it can be expected, first of all by its writer. */
  private void written(
      Connection connection, int endpoint, Subject subject, ReadMethod method, long version)
      throws TException {
    subject.register().acknowledge(version, System.nanoTime());
    findings.written();
    Expectation expected =
        Expectation.of(subject, endpoint, method, System.nanoTime()).ownWrite(version);
    Sight sight = SubjectReader.read(connection, database, subject, method, null);
    findings.check(expected, sight, System.nanoTime());
  }
}
