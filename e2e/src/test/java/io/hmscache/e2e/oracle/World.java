package io.hmscache.e2e.oracle;

import io.hmscache.testkit.MetastoreClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.ClientCapabilities;
import org.apache.hadoop.hive.metastore.api.ClientCapability;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.Table;

/** What a step works on: the handler, the dice, a table, and the transactions left open. */
final class World {

  /** A transaction that a step has opened, with its write ids by database.table. */
  record Transaction(long id, Map<String, Long> writeIds) {}

  /** Transactions left open, oldest first; shared by all steps of a history. */
  final List<Transaction> transactions;

  final IHMSHandler handler;
  final Random random;
  final String database;
  final String table;
  private final StringBuilder told = new StringBuilder();

  World(IHMSHandler handler, Random random, List<Transaction> transactions, String table) {
    this.handler = handler;
    this.random = random;
    this.transactions = transactions;
    this.database = Names.DATABASES.get(random.nextInt(5) == 0 ? 1 : 0);
    this.table = table;
    tell(database + "." + table);
  }

  /** Adds to the description of the step. */
  void tell(Object detail) {
    told.append(told.length() == 0 ? "" : " ").append(detail);
  }

  String told() {
    return told.toString();
  }

  /** The table as the metastore has it for a writing client. */
  Table current() throws Exception {
    return table(database, table);
  }

  Table table(String inDatabase, String name) throws Exception {
    GetTableRequest request = new GetTableRequest(inDatabase, name);
    request.setCatName("hive");
    request.setCapabilities(new ClientCapabilities(List.of(ClientCapability.INSERT_ONLY_TABLES)));
    request.setProcessorCapabilities(new ArrayList<>(MetastoreClient.CAPABILITIES));
    request.setProcessorIdentifier("oracle");
    return handler.get_table_req(request).getTable();
  }

  /** Another value each time, so that every change shows. */
  String fresh() {
    return "v" + random.nextInt(1_000_000);
  }

  Map<String, Long> noWriteIds() {
    return new TreeMap<>();
  }
}
