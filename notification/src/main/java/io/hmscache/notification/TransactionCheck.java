package io.hmscache.notification;

import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.WriteIdStates;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions that ended without an event: write conflicts and replicated transactions (see
 * CommitTxnFunction, CheckLockFunction and TxnHandler of Hive 4.0.1). Without it their write ids
 * would count as open for ever, and whoever calls them committed would always go to the database.
 * Confined to the tailer's thread.
 *
 * <p>Two rounds make it safe. First those transactions are noted that the states hold open for at
 * least one interval and the database does not; after that look-up the head is read. Once applied
 * has reached that head, every event that such an end may have logged has been applied; what is
 * open still has none.
 */
final class TransactionCheck {

  private static final Logger LOG = LoggerFactory.getLogger(TransactionCheck.class);

  private final WriteIdSeeds seeds;
  private final HeadSource heads;
  private final WriteIdStates states;
  private final ChangeSink sink;
  private final long intervalNanos;
  private final TailerMetrics metrics;

  private long lastNanos;
  private Set<Long> openBefore = new HashSet<>();
  private List<Long> ended = new ArrayList<>();
  private long endedUpTo;

  TransactionCheck(
      WriteIdSeeds seeds,
      HeadSource heads,
      WriteIdStates states,
      ChangeSink sink,
      TailerSettings settings,
      TailerMetrics metrics) {
    this.seeds = seeds;
    this.heads = heads;
    this.states = states;
    this.sink = sink;
    this.intervalNanos = settings.transactionCheckNanos();
    this.metrics = metrics;
  }

  /** Forgets what was noted, after a rebase. */
  void begin(long nowNanos) {
    lastNanos = nowNanos;
    openBefore.clear();
    ended.clear();
  }

  /** Does what is due. */
  void run(long applied, long nowNanos) throws SQLException, HeadUnavailableException {
    if (!ended.isEmpty() && applied >= endedUpTo) {
      List<Long> due = ended;
      ended = new ArrayList<>();
      due.forEach(this::end);
    }
    if (nowNanos - lastNanos >= intervalNanos) {
      lastNanos = nowNanos;
      look();
    }
  }

  private void look() throws SQLException, HeadUnavailableException {
    Set<Long> open = new HashSet<>();
    for (long txnId : states.openTransactions()) {
      open.add(txnId);
    }
    Set<Long> old = openBefore;
    openBefore = open;
    old.retainAll(open);
    if (old.isEmpty()) {
      return;
    }
    old.removeAll(seeds.openTransactions());
    endedUpTo = heads.head();
    ended = new ArrayList<>(old);
  }

  private void end(long txnId) {
    Set<TableKey> tables = states.endedElsewhere(new long[] {txnId});
    if (!tables.isEmpty()) {
      metrics.abandonedTransaction();
      LOG.info("transaction {} ended without an event; it had write ids in {}", txnId, tables);
      // A replicated transaction may have committed.
      sink.transactionEnded(txnId, true, tables);
    }
  }
}
