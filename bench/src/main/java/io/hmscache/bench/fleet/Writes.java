package io.hmscache.bench.fleet;

import static io.hmscache.bench.fleet.Dataset.WRITTEN;

import io.hmscache.bench.fleet.Operation.Kind;
import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.metastore.api.AddPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** The writes that are measured, each on objects of its own. */
final class Writes {

  private static final int ADDED = 10;

  private Writes() {}

  /** All of them. */
  static List<Operation> all() {
    List<Operation> all = new ArrayList<>();
    all.add(Operation.of("create_table", Kind.WRITE, Create::new).alone());
    all.add(Operation.of("alter_table", Kind.WRITE, Alter::new).alone());
    all.add(Operation.of("drop_table", Kind.WRITE, Drop::new).alone());
    all.add(Operation.of("add_partitions_10", Kind.WRITE, AddPartitions::new).alone());
    all.add(Operation.of("commit_txn", Kind.WRITE, Commit::new).alone());
    return all;
  }

  private static Table table(String name) {
    String[] columns = IntStream.range(0, 20).mapToObj(i -> "c" + i).toArray(String[]::new);
    return Tables.external(WRITTEN, name, columns);
  }

  private static String fresh(Target to) {
    return "w" + to.names().incrementAndGet();
  }

  private static final class Create implements Operation.Work {
    private final Target to;
    private Table table = new Table();

    Create(Target to) {
      this.to = to;
    }

    @Override
    public void before() {
      table = table(fresh(to));
    }

    @Override
    public void call() throws TException {
      to.client().createTable(table);
    }

    @Override
    public void after() throws TException {
      to.client().dropTable(WRITTEN, table.getTableName());
    }
  }

  private static final class Alter implements Operation.Work {
    private final MetastoreClient client;
    private final Table table;
    private int version;

    Alter(Target to) throws TException {
      client = to.client();
      String name = fresh(to);
      client.createTable(table(name));
      table = client.getTable(WRITTEN, name);
    }

    @Override
    public void before() {
      table.putToParameters("version", Integer.toString(++version));
    }

    @Override
    public void call() throws TException {
      client.alterTable(WRITTEN, table.getTableName(), table);
    }
  }

  private static final class Drop implements Operation.Work {
    private final Target to;
    private String name = "";

    Drop(Target to) {
      this.to = to;
    }

    @Override
    public void before() throws TException {
      name = fresh(to);
      to.client().createTable(table(name));
    }

    @Override
    public void call() throws TException {
      to.client().dropTable(WRITTEN, name);
    }
  }

  private static final class AddPartitions implements Operation.Work {
    private final MetastoreClient client;
    private final Table table;
    private int added;
    private AddPartitionsRequest request = new AddPartitionsRequest();

    AddPartitions(Target to) throws TException {
      client = to.client();
      String name = fresh(to);
      client.createTable(Tables.partitionedBy(table(name), "ds", "hr"));
      table = client.getTable(WRITTEN, name);
    }

    @Override
    public void before() {
      List<Partition> partitions = new ArrayList<>();
      for (int i = 0; i < ADDED; i++) {
        partitions.add(Dataset.partition(table, added++));
      }
      request = new AddPartitionsRequest(WRITTEN, table.getTableName(), partitions, false);
      request.setNeedResult(false);
    }

    @Override
    public void call() throws TException {
      client.thrift().add_partitions_req(request);
    }
  }

  private static final class Commit implements Operation.Work {
    private final MetastoreClient client;
    private long transaction;

    Commit(Target to) {
      client = to.client();
    }

    @Override
    public void before() throws TException {
      transaction = client.openTransaction();
      client.allocateWriteId(transaction, Dataset.DB, Dataset.COMMITTED);
    }

    @Override
    public void call() throws TException {
      client.commit(transaction);
    }
  }
}
