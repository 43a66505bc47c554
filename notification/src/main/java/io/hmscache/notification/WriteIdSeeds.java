package io.hmscache.notification;

import io.hmscache.writeid.WriteIdStates;
import java.sql.SQLException;
import java.util.Set;

/** What the database knows of write ids and transactions, for the start of a position. */
public interface WriteIdSeeds {

  /**
   * Seeds the states of all tables from the database as it is now. See {@link Rebase} for why the
   * database may be newer than the position.
   */
  void seed(WriteIdStates states) throws SQLException;

  /** The transactions that are open in the database now. */
  Set<Long> openTransactions() throws SQLException;
}
