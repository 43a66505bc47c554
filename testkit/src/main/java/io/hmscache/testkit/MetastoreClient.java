package io.hmscache.testkit;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.AbortTxnRequest;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.AlterTableRequest;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.CreateTableRequest;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * One connection to a metastore, with the capabilities of HiveServer2, so that managed tables are
 * visible. For one thread.
 */
public final class MetastoreClient implements AutoCloseable {

  /** What HiveServer2 says it can do; without it a metastore hides or converts managed tables. */
  public static final List<String> CAPABILITIES =
      List.of(
          "EXTWRITE",
          "EXTREAD",
          "HIVEBUCKET2",
          "HIVEFULLACIDREAD",
          "HIVEFULLACIDWRITE",
          "HIVECACHEINVALIDATE",
          "HIVEMANAGESTATS",
          "HIVEMANAGEDINSERTWRITE",
          "HIVEMANAGEDINSERTREAD",
          "HIVESQL",
          "HIVEMQT",
          "HIVEONLYMQTWRITE",
          "ACCEPTS_UNMODIFIED_METADATA");

  private static final int TIMEOUT_MS = 120_000;
  private static final String HIVE_CATALOG = "hive";

  private final TTransport transport;
  private final ThriftHiveMetastore.Client thrift;

  private MetastoreClient(TTransport transport) {
    this.transport = transport;
    this.thrift = new ThriftHiveMetastore.Client(new TBinaryProtocol(transport));
  }

  /** A client over a transport that is open; it is closed with the client. */
  public static MetastoreClient over(TTransport transport) {
    return new MetastoreClient(transport);
  }

  /** Connects to a metastore of this machine. */
  public static MetastoreClient connect(int port) {
    try {
      TSocket socket = new TSocket("127.0.0.1", port);
      socket.setTimeout(TIMEOUT_MS);
      socket.open();
      return new MetastoreClient(socket);
    } catch (TTransportException e) {
      throw new IllegalStateException("cannot connect to port " + port, e);
    }
  }

  /** The generated client, for every call that has no method here. */
  public ThriftHiveMetastore.Client thrift() {
    return thrift;
  }

  /** Creates a database in its default location. */
  public void createDatabase(String name) throws TException {
    Database database = new Database();
    database.setName(name);
    database.setCatalogName(HIVE_CATALOG);
    thrift.create_database(database);
  }

  /** Creates a table. */
  public void createTable(Table table) throws TException {
    CreateTableRequest request = new CreateTableRequest(table);
    request.setProcessorCapabilities(CAPABILITIES);
    request.setProcessorIdentifier("testkit");
    thrift.create_table_req(request);
  }

  /** Drops a table and its data. */
  public void dropTable(String database, String name) throws TException {
    thrift.drop_table(database, name, true);
  }

  /** A table, as a client without a snapshot asks for it. */
  public Table getTable(String database, String name) throws TException {
    return getTable(database, name, null, -1);
  }

  /**
   * A table, as HiveServer2 asks for it.
   *
   * @param writeIds the reader's list; null to send none
   * @param id the table's id; -1 if unknown
   */
  public Table getTable(String database, String name, @Nullable String writeIds, long id)
      throws TException {
    GetTableRequest request = new GetTableRequest(database, name);
    request.setCatName(HIVE_CATALOG);
    request.setCapabilities(new ClientCapabilities(List.of(ClientCapability.INSERT_ONLY_TABLES)));
    request.setProcessorCapabilities(CAPABILITIES);
    request.setProcessorIdentifier("testkit");
    if (writeIds != null) {
      request.setValidWriteIdList(writeIds);
    }
    request.setId(id);
    return thrift.get_table_req(request).getTable();
  }

  /** Alters a table outside of any transaction. */
  public void alterTable(String database, String name, Table table) throws TException {
    alterTable(database, name, table, -1, null);
  }

  /**
   * Alters a table under a write id.
   *
   * @param writeId the id; -1 for none
   * @param writeIds the writer's list; null to send none
   */
  public void alterTable(
      String database, String name, Table table, long writeId, @Nullable String writeIds)
      throws TException {
    AlterTableRequest request = new AlterTableRequest(database, name, table);
    request.setCatName(HIVE_CATALOG);
    request.setWriteId(writeId);
    if (writeIds != null) {
      request.setValidWriteIdList(writeIds);
    }
    request.setProcessorCapabilities(CAPABILITIES);
    request.setProcessorIdentifier("testkit");
    thrift.alter_table_req(request);
  }

  /** Opens a transaction and gives its id. */
  public long openTransaction() throws TException {
    OpenTxnRequest request = new OpenTxnRequest(1, "testkit", "localhost");
    return thrift.open_txns(request).getTxn_ids().get(0);
  }

  /** Allocates the transaction's write id for the table. */
  public long allocateWriteId(long transaction, String database, String name) throws TException {
    AllocateTableWriteIdsRequest request = new AllocateTableWriteIdsRequest(database, name);
    request.addToTxnIds(transaction);
    return thrift.allocate_table_write_ids(request).getTxnToWriteIds().get(0).getWriteId();
  }

  /** Commits a transaction. */
  public void commit(long transaction) throws TException {
    thrift.commit_txn(new CommitTxnRequest(transaction));
  }

  /** Aborts a transaction. */
  public void abort(long transaction) throws TException {
    thrift.abort_txn(new AbortTxnRequest(transaction));
  }

  /** The list of a reader that starts now and has no transaction. */
  public String writeIds(String database, String name) throws TException {
    return writeIds(database, name, null);
  }

  /**
   * The list of a reader.
   *
   * @param validTransactions the reader's snapshot of transactions; null for the present one
   */
  public String writeIds(String database, String name, @Nullable String validTransactions)
      throws TException {
    GetValidWriteIdsRequest request = new GetValidWriteIdsRequest();
    request.addToFullTableNames(database + "." + name);
    if (validTransactions != null) {
      request.setValidTxnList(validTransactions);
    }
    return TxnCommonUtils.createValidReaderWriteIdList(
            thrift.get_valid_write_ids(request).getTblValidWriteIds().get(0))
        .writeToString();
  }

  /**
   * The present snapshot of transactions as a transaction sees it.
   *
   * @param transaction the reader's own transaction, which the snapshot shows to it; 0 for none
   */
  public String validTransactions(long transaction) throws TException {
    return TxnCommonUtils.createValidReadTxnList(thrift.get_open_txns(), transaction)
        .writeToString();
  }

  @Override
  public void close() {
    transport.close();
  }
}
