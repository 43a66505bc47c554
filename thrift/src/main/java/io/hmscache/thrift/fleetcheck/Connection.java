package io.hmscache.thrift.fleetcheck;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.AbortTxnRequest;
import org.apache.hadoop.hive.metastore.api.AddPartitionsRequest;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetPartitionNamesPsRequest;
import org.apache.hadoop.hive.metastore.api.GetPartitionsPsWithAuthRequest;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;

/**
 * One connection to a metastore, with the capabilities of HiveServer2, without which a metastore
 * hides managed tables. For one thread.
 */
final class Connection implements AutoCloseable {

  private static final String CATALOG = "hive";
  private static final String CLIENT = "fleet-check";
  private static final int CONNECT_TIMEOUT_MS = 10_000;
  private static final int ANSWER_TIMEOUT_MS = 120_000;

  private static final List<String> CAPABILITIES =
      Collections.unmodifiableList(
          Arrays.asList(
              "EXTREAD",
              "EXTWRITE",
              "HIVEBUCKET2",
              "HIVEFULLACIDREAD",
              "HIVEFULLACIDWRITE",
              "HIVECACHEINVALIDATE",
              "HIVEMANAGESTATS",
              "HIVEMANAGEDINSERTREAD",
              "HIVEMANAGEDINSERTWRITE",
              "HIVESQL",
              "HIVEMQT",
              "HIVEONLYMQTWRITE",
              "ACCEPTS_UNMODIFIED_METADATA"));

  private final TSocket socket;
  private final ThriftHiveMetastore.Client thrift;

  private Connection(TSocket socket) {
    this.socket = socket;
    this.thrift = new ThriftHiveMetastore.Client(new TBinaryProtocol(socket));
  }

  static Connection open(Endpoint endpoint) throws TException {
    TSocket socket = new TSocket(endpoint.host(), endpoint.port());
    socket.setConnectTimeout(CONNECT_TIMEOUT_MS);
    socket.setSocketTimeout(ANSWER_TIMEOUT_MS);
    socket.open();
    return new Connection(socket);
  }

  /** Asks something that every metastore answers. */
  void ping() throws TException {
    thrift.get_all_databases();
  }

  /** The instance's own counters; those of a cache among them if it has one that tells. */
  Map<String, Long> counters() throws TException {
    return thrift.getCounters();
  }

  void createDatabase(String name) throws TException {
    Database database = new Database();
    database.setName(name);
    database.setCatalogName(CATALOG);
    database.setParameters(new HashMap<>()); // Upstream's cache fails on a database without.
    database.setDescription("scratch database of fleet-check; may be dropped");
    thrift.create_database(database);
  }

  /** Drops a database with everything in it. */
  void dropDatabase(String name) throws TException {
    thrift.drop_database(name, true, true);
  }

  void createTable(Table table) throws TException {
    CreateTableRequest request = new CreateTableRequest(table);
    request.setProcessorCapabilities(new ArrayList<>(CAPABILITIES));
    request.setProcessorIdentifier(CLIENT);
    thrift.create_table_req(request);
  }

  void dropTable(String database, String table) throws TException {
    thrift.drop_table(database, table, true);
  }

  /**
   * A table.
   *
   * @param list the reader's write-id list; null to send none
   */
  Table getTable(String database, String table, @Nullable String list) throws TException {
    GetTableRequest request = new GetTableRequest(database, table);
    request.setCatName(CATALOG);
    request.setCapabilities(
        new ClientCapabilities(Collections.singletonList(ClientCapability.INSERT_ONLY_TABLES)));
    request.setProcessorCapabilities(new ArrayList<>(CAPABILITIES));
    request.setProcessorIdentifier(CLIENT);
    if (list != null) {
      request.setValidWriteIdList(list);
    }
    return thrift.get_table_req(request).getTable();
  }

  /** Alters a table; a negative write id means outside any transaction. */
  void alterTable(Table altered, long writeId, @Nullable String list) throws TException {
    AlterTableRequest request =
        new AlterTableRequest(altered.getDbName(), altered.getTableName(), altered);
    request.setCatName(CATALOG);
    request.setProcessorCapabilities(new ArrayList<>(CAPABILITIES));
    request.setProcessorIdentifier(CLIENT);
    request.setWriteId(writeId);
    if (list != null) {
      request.setValidWriteIdList(list);
    }
    thrift.alter_table_req(request);
  }

  void addPartition(Partition partition) throws TException {
    AddPartitionsRequest request =
        new AddPartitionsRequest(
            partition.getDbName(),
            partition.getTableName(),
            new ArrayList<>(Collections.singletonList(partition)),
            false);
    request.setCatName(CATALOG);
    thrift.add_partitions_req(request);
  }

  void dropPartition(String database, String table, String name) throws TException {
    thrift.drop_partition_by_name(database, table, name, true);
  }

  /** Names of all partitions. */
  List<String> partitionNames(String database, String table, @Nullable String list, long id)
      throws TException {
    GetPartitionNamesPsRequest request = new GetPartitionNamesPsRequest(database, table);
    request.setCatName(CATALOG);
    request.setPartValues(new ArrayList<>(Collections.singletonList("")));
    request.setMaxParts((short) -1);
    if (list != null) {
      request.setValidWriteIdList(list);
    }
    if (id > 0) {
      request.setId(id);
    }
    return thrift.get_partition_names_ps_req(request).getNames();
  }

  /** All partitions. */
  List<Partition> partitions(String database, String table, @Nullable String list, long id)
      throws TException {
    GetPartitionsPsWithAuthRequest request = new GetPartitionsPsWithAuthRequest(database, table);
    request.setCatName(CATALOG);
    request.setPartVals(new ArrayList<>(Collections.singletonList("")));
    request.setMaxParts((short) -1);
    if (list != null) {
      request.setValidWriteIdList(list);
    }
    if (id > 0) {
      request.setId(id);
    }
    return thrift.get_partitions_ps_with_auth_req(request).getPartitions();
  }

  /**
   * The write-id list of a reader.
   *
   * @param transaction its transaction; 0 for none
   */
  String writeIds(String database, String table, long transaction) throws TException {
    GetValidWriteIdsRequest request = new GetValidWriteIdsRequest();
    request.setFullTableNames(new ArrayList<>(Collections.singletonList(database + "." + table)));
    if (transaction > 0) {
      request.setValidTxnList(
          TxnCommonUtils.createValidReadTxnList(thrift.get_open_txns(), transaction)
              .writeToString());
    }
    return TxnCommonUtils.createValidReaderWriteIdList(
            thrift.get_valid_write_ids(request).getTblValidWriteIds().get(0))
        .writeToString();
  }

  long openTransaction() throws TException {
    OpenTxnRequest request = new OpenTxnRequest(1, CLIENT, "localhost");
    return thrift.open_txns(request).getTxn_ids().get(0);
  }

  long allocateWriteId(long transaction, String database, String table) throws TException {
    AllocateTableWriteIdsRequest request = new AllocateTableWriteIdsRequest(database, table);
    request.setTxnIds(new ArrayList<>(Collections.singletonList(transaction)));
    return thrift.allocate_table_write_ids(request).getTxnToWriteIds().get(0).getWriteId();
  }

  void commit(long transaction) throws TException {
    thrift.commit_txn(new CommitTxnRequest(transaction));
  }

  void abort(long transaction) throws TException {
    thrift.abort_txn(new AbortTxnRequest(transaction));
  }

  @Override
  public void close() {
    socket.close();
  }
}
