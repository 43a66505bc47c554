package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hive.metastore.api.AbortTxnRequest;
import org.apache.hadoop.hive.metastore.api.AllocateTableWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.CommitTxnRequest;
import org.apache.hadoop.hive.metastore.api.OpenTxnRequest;
import org.apache.hadoop.hive.metastore.api.Table;

/** Transactions with write ids, left open across steps. */
final class TransactionWrites {

  private TransactionWrites() {}

  static void begin(World world) throws Exception {
    long id =
        world.handler.open_txns(new OpenTxnRequest(1, "oracle", "localhost")).getTxn_ids().get(0);
    World.Transaction transaction = new World.Transaction(id, world.noWriteIds());
    world.transactions.add(transaction);
    if (Names.transactional(world.table)) {
      allocate(world, transaction);
    }
  }

  private static long allocate(World world, World.Transaction transaction) throws Exception {
    String name = (world.database + "." + world.table).toLowerCase(Locale.ROOT);
    Long known = transaction.writeIds().get(name);
    if (known != null) {
      return known;
    }
    AllocateTableWriteIdsRequest request =
        new AllocateTableWriteIdsRequest(world.database, world.table);
    request.setTxnIds(new ArrayList<>(List.of(transaction.id())));
    long writeId =
        world.handler.allocate_table_write_ids(request).getTxnToWriteIds().get(0).getWriteId();
    transaction.writeIds().put(name, writeId);
    world.tell("write id " + writeId);
    return writeId;
  }

  /** Changes the table under a write id of an open transaction. */
  static void write(World world) throws Exception {
    if (world.transactions.isEmpty() || !Names.transactional(world.table)) {
      return;
    }
    World.Transaction transaction = Names.pick(world.random, world.transactions);
    long writeId = allocate(world, transaction);
    Table table = world.current();
    table.putToParameters("written", world.fresh());
    String list =
        (world.database + "." + world.table).toLowerCase(Locale.ROOT)
            + ":"
            + writeId
            + ":9223372036854775807::";
    TableWrites.alter(world, table, null, writeId, list);
  }

  static void commit(World world) throws Exception {
    if (!world.transactions.isEmpty()) {
      World.Transaction transaction = world.transactions.remove(0);
      world.handler.commit_txn(new CommitTxnRequest(transaction.id()));
    }
  }

  static void abort(World world) throws Exception {
    if (!world.transactions.isEmpty()) {
      World.Transaction transaction = world.transactions.remove(0);
      world.handler.abort_txn(new AbortTxnRequest(transaction.id()));
    }
  }
}
