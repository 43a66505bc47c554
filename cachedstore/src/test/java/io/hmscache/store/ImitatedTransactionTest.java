package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.writeid.Gate;
import org.junit.jupiter.api.Test;

/** The imitation answers as ObjectStore's own counting does. */
class ImitatedTransactionTest {

  private final ImitatedTransaction imitated = new ImitatedTransaction();

  @Test
  void commitsCountDown() {
    try (RequestContext request = request()) {
      imitated.bind(request);
      imitated.open();
      imitated.open();
      assertTrue(imitated.commit());
      assertTrue(imitated.active(request));
      assertTrue(imitated.commit());
      assertFalse(imitated.active(request));
    }
  }

  @Test
  void aRollbackEndsAllLevelsAndTheOuterCommitSaysFalse() {
    try (RequestContext request = request()) {
      imitated.bind(request);
      imitated.open();
      imitated.open();
      imitated.rollback();
      assertFalse(imitated.active(request));
      assertTrue(imitated.owns(request), "its outcome is still to be told");
      assertFalse(imitated.commit());
    }
  }

  @Test
  void anUnbalancedCommitThrows() {
    try (RequestContext request = request()) {
      imitated.bind(request);
      imitated.open();
      imitated.commit();
      assertThrows(RuntimeException.class, imitated::commit);
    }
  }

  @Test
  void aNewRequestStartsFromNothing() {
    try (RequestContext first = request()) {
      imitated.bind(first);
      imitated.open();
    }
    try (RequestContext second = request()) {
      assertFalse(imitated.active(second));
      assertFalse(imitated.owns(second));
    }
  }

  private static RequestContext request() {
    return RequestContext.begin(
        RequestClass.READ, "get_partitions_by_names_req", null, null, null, null, Gate.UNKNOWN);
  }
}
