package io.hmscache.thrift.fleetcheck;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hive.metastore.api.AddPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.AddPartitionsResult;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsResponse;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.AlterTableResponse;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetOpenTxnsResponse;
import org.apache.hadoop.hive.metastore.api.GetPartitionNamesPsRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionNamesPsResponse;
import org.apache.hadoop.hive.metastore.api.GetPartitionsPsWithAuthRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsPsWithAuthResponse;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.GetTableResult;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsResponse;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.OpenTxnsResponse;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TableValidWriteIds;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;
import org.apache.hadoop.hive.metastore.api.TxnToWriteId;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;

/** A metastore with only what the check uses, over a state that several of them share. */
final class ToyMetastore implements AutoCloseable {

  /** What the metastores share: their database. Guarded by itself. */
  static final class State {
    final Map<String, Database> databases = new TreeMap<>();
    final Map<String, Table> tables = new TreeMap<>();
    final Map<String, Map<String, Partition>> partitions = new TreeMap<>();
    final AtomicLong ids = new AtomicLong();
  }

  /** How an instance answers a read of a table: itself, or something else in its place. */
  interface TableAnswer {
    Table answer(String name, Table current);
  }

  private final State state;
  private final TableAnswer tableAnswer;
  private final TServerSocket socket;
  private final TThreadPoolServer server;
  private final Thread thread;

  ToyMetastore(State state, TableAnswer tableAnswer) throws Exception {
    this.state = state;
    this.tableAnswer = tableAnswer;
    socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    ThriftHiveMetastore.Iface handler =
        (ThriftHiveMetastore.Iface)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ThriftHiveMetastore.Iface.class},
                (proxy, method, args) -> {
                  synchronized (state) {
                    return answer(method.getName(), args);
                  }
                });
    server =
        new TThreadPoolServer(
            new TThreadPoolServer.Args(socket)
                .processor(new ThriftHiveMetastore.Processor<>(handler)));
    thread = new Thread(server::serve, "toy-metastore");
    thread.setDaemon(true);
    thread.start();
  }

  String uri() {
    return "thrift://127.0.0.1:" + socket.getServerSocket().getLocalPort();
  }

  private Object answer(String method, Object[] args) throws Exception {
    switch (method) {
      case "get_all_databases":
        return new ArrayList<>(state.databases.keySet());
      case "getCounters":
        return new HashMap<>(Map.of("cachedstore.hits", 5L));
      case "create_database":
        Database database = (Database) args[0];
        state.databases.put(database.getName(), database);
        return null;
      case "drop_database":
        state.databases.remove(args[0]);
        state.tables.keySet().removeIf(name -> name.startsWith(args[0] + "."));
        return null;
      case "create_table_req":
        Table created = ((CreateTableRequest) args[0]).getTable().deepCopy();
        created.setId(state.ids.incrementAndGet());
        created.getSd().setLocation("file:/toy/" + created.getTableName());
        state.tables.put(created.getDbName() + "." + created.getTableName(), created);
        return null;
      case "drop_table":
        state.tables.remove(existing(args[0] + "." + args[1]));
        return null;
      case "get_table_req":
        GetTableRequest get = (GetTableRequest) args[0];
        return new GetTableResult(table(get.getDbName() + "." + get.getTblName()));
      case "alter_table_req":
        AlterTableRequest alter = (AlterTableRequest) args[0];
        state.tables.put(
            existing(alter.getDbName() + "." + alter.getTableName()), alter.getTable().deepCopy());
        return new AlterTableResponse();
      default:
        return answerOther(method, args);
    }
  }

  private Object answerOther(String method, Object[] args) throws Exception {
    switch (method) {
      case "add_partitions_req":
        AddPartitionsRequest add = (AddPartitionsRequest) args[0];
        Partition partition = add.getParts().get(0);
        partitions(add.getDbName() + "." + add.getTblName())
            .put("p=" + partition.getValues().get(0), partition);
        return new AddPartitionsResult();
      case "drop_partition_by_name":
        partitions(args[0] + "." + args[1]).remove(args[2]);
        return true;
      case "get_partition_names_ps_req":
        GetPartitionNamesPsRequest names = (GetPartitionNamesPsRequest) args[0];
        return new GetPartitionNamesPsResponse(
            new ArrayList<>(partitions(names.getDbName() + "." + names.getTblName()).keySet()));
      case "get_partitions_ps_with_auth_req":
        GetPartitionsPsWithAuthRequest all = (GetPartitionsPsWithAuthRequest) args[0];
        return new GetPartitionsPsWithAuthResponse(
            new ArrayList<>(partitions(all.getDbName() + "." + all.getTblName()).values()));
      case "get_open_txns":
        return new GetOpenTxnsResponse(
            state.ids.get(), new ArrayList<>(), ByteBuffer.wrap(new byte[0]));
      case "open_txns":
        return new OpenTxnsResponse(new ArrayList<>(List.of(state.ids.incrementAndGet())));
      case "allocate_table_write_ids":
        return new AllocateTableWriteIdsResponse(
            new ArrayList<>(List.of(new TxnToWriteId(1, state.ids.incrementAndGet()))));
      case "get_valid_write_ids":
        String name = ((GetValidWriteIdsRequest) args[0]).getFullTableNames().get(0);
        return new GetValidWriteIdsResponse(
            new ArrayList<>(
                List.of(
                    new TableValidWriteIds(
                        name, state.ids.get(), new ArrayList<>(), ByteBuffer.wrap(new byte[0])))));
      case "commit_txn":
      case "abort_txn":
        return null;
      default:
        throw new IllegalArgumentException(method);
    }
  }

  private String existing(String name) throws NoSuchObjectException {
    if (!state.tables.containsKey(name)) {
      throw new NoSuchObjectException("no table " + name);
    }
    return name;
  }

  private Table table(String name) throws NoSuchObjectException {
    Table answer = tableAnswer.answer(name, state.tables.get(name));
    if (answer == null) {
      throw new NoSuchObjectException("no table " + name);
    }
    return answer.deepCopy();
  }

  private Map<String, Partition> partitions(String name) throws NoSuchObjectException {
    table(name);
    return state.partitions.computeIfAbsent(name, n -> new TreeMap<>());
  }

  @Override
  public void close() throws InterruptedException {
    server.stop();
    thread.join();
  }
}
