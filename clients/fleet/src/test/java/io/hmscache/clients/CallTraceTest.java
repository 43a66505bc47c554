package io.hmscache.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of the metastore's log that say where a request was answered. */
final class CallTraceTest {

  @Test
  void readsMethodSourceAndOutcomes() {
    List<CallTrace.Call> calls =
        CallTrace.parse(
            List.of(
                "2026-01-01T00:00:00,000 DEBUG [pool-1] store.RequestTrace: get_table_req d.t:"
                    + " memory and head of the log; DATABASE hit, TABLE hit",
                "2026-01-01T00:00:00,000 DEBUG [pool-1] store.RequestTrace: open_txns: no read; ",
                "2026-01-01T00:00:00,000  INFO [pool-1] metastore.HiveMetaStore: get_table: d.t",
                "2026-01-01T00:00:00,000 DEBUG [pool-1] store.RequestTrace: get_table_req d.t:"
                    + " database; TABLE miss"));
    assertEquals(
        List.of(
            new CallTrace.Call(
                "get_table_req", "d.t", "memory and head of the log", "DATABASE hit, TABLE hit"),
            new CallTrace.Call("open_txns", "", "no read", ""),
            new CallTrace.Call("get_table_req", "d.t", "database", "TABLE miss")),
        calls);
    assertEquals(List.of(false, false, true), calls.stream().map(c -> c.fromDatabase()).toList());
  }
}
