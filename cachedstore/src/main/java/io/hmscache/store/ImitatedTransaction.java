package io.hmscache.store;

import javax.annotation.Nullable;

/**
 * ObjectStore's transaction counting, without a transaction: a request that only reads may open one
 * around its reads (get_partitions_by_names_req does), and if memory answers, no connection should
 * be taken. Behaves towards the handler as ObjectStore does: commits count down, a rollback ends
 * all levels, a commit after a rollback answers false, an unbalanced one throws. Confined to the
 * thread that owns the RawStore; belongs to one request.
 */
final class ImitatedTransaction {

  private @Nullable RequestContext request;
  private int calls;
  private boolean rolledBack;

  /** Binds the state to a request; a new request starts from nothing. */
  void bind(RequestContext current) {
    if (request != current) {
      request = current;
      calls = 0;
      rolledBack = false;
    }
  }

  /** Whether this request has opened one and its outcome is still to be told. */
  boolean owns(@Nullable RequestContext current) {
    return request == current && (calls > 0 || rolledBack);
  }

  /** Whether a level is open in this request. */
  boolean active(@Nullable RequestContext current) {
    return calls > 0 && request == current;
  }

  int calls() {
    return calls;
  }

  boolean open() {
    calls++;
    if (calls == 1) {
      rolledBack = false;
    }
    return true;
  }

  boolean commit() {
    if (rolledBack) {
      return false;
    }
    if (calls <= 0) {
      throw new RuntimeException(
          "commitTransaction was called with "
              + calls
              + " open transactions: calls to open and commit are unbalanced");
    }
    calls--;
    return true;
  }

  void rollback() {
    if (calls < 1) {
      return;
    }
    calls = 0;
    rolledBack = true;
  }

  /** The delegate takes over: this imitation ends. */
  void end() {
    calls = 0;
    rolledBack = false;
  }
}
