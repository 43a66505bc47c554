package io.hmscache.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which calls a SELECT that is repeated makes to the metastore, and which of them the database
 * answers.
 */
final class SelectCalls {

  /** Calls that are about transactions, locks and the user: never cached, none is a RawStore's. */
  private static final Set<String> TRANSACTIONS =
      Set.of(
          "add_write_ids_to_min_history",
          "open_txns",
          "commit_txn",
          "abort_txns",
          "lock",
          "check_lock",
          "unlock",
          "get_open_txns",
          "get_open_txns_req",
          "get_valid_write_ids",
          "heartbeat");

  /** How often a SELECT is asked before its calls are looked at. */
  private static final int WARM = 3;

  private final Fleet fleet;
  private final HiveSession hive;
  private final List<String> unexpected = new ArrayList<>();

  SelectCalls(Fleet fleet, HiveSession hive) {
    this.fleet = fleet;
    this.hive = hive;
  }

  /** Makes the tables. */
  void prepare() {
    hive.run("CREATE DATABASE asked");
    String acid = " STORED AS ORC TBLPROPERTIES ('transactional'='true')";
    hive.run("CREATE TABLE asked.flat (id int, v string)" + acid);
    hive.run("INSERT INTO asked.flat VALUES (1, 'x')");
    hive.run("CREATE TABLE asked.parts (id int) PARTITIONED BY (d string)" + acid);
    hive.run("INSERT INTO asked.parts VALUES (1, 'a'), (2, 'b')");
    hive.run("CREATE EXTERNAL TABLE asked.extflat (id int) STORED AS ORC");
    hive.run("INSERT INTO asked.extflat VALUES (1)");
    hive.run("CREATE EXTERNAL TABLE asked.ext (id int) PARTITIONED BY (d string) STORED AS ORC");
    hive.run("INSERT INTO asked.ext VALUES (1, 'a'), (2, 'b')");
    hive.run("CREATE VIEW asked.seen AS SELECT id FROM asked.flat WHERE id > 0");
    hive.run("ANALYZE TABLE asked.flat COMPUTE STATISTICS FOR COLUMNS");
    hive.run("ANALYZE TABLE asked.parts COMPUTE STATISTICS FOR COLUMNS");
    hive.run("ANALYZE TABLE asked.ext COMPUTE STATISTICS FOR COLUMNS");
  }

  /** The SELECTs whose calls are looked at. */
  static List<String> selects() {
    return List.of(
        "SELECT * FROM asked.flat",
        "SELECT count(*) FROM asked.flat",
        "SELECT v, count(*) FROM asked.flat WHERE id > 0 GROUP BY v",
        "SELECT * FROM asked.parts",
        "SELECT id FROM asked.parts WHERE d = 'a'",
        "SELECT d, max(id) FROM asked.parts WHERE d IN ('a', 'b') GROUP BY d",
        "SELECT p.id FROM asked.parts p JOIN asked.flat f ON p.id = f.id WHERE p.d = 'a'",
        "SELECT * FROM asked.seen",
        "SELECT * FROM asked.extflat",
        "SELECT * FROM asked.ext",
        "SELECT id FROM asked.ext WHERE d = 'a'",
        "SELECT d, max(id) FROM asked.ext WHERE d > 'a' GROUP BY d");
  }

  /**
   * Asks each SELECT until it is warm, then prints the calls of one more.
   *
   * @param database what the database is known to answer: methods, or methods with a table
   */
  void look(String title, List<String> selects, Set<String> database) throws Exception {
    for (String select : selects) {
      for (int i = 0; i < WARM; i++) {
        hive.ask(select);
      }
      try (Jmx jmx = new Jmx(fleet.metastore(0))) {
        Map<String, Long> before = jmx.counters();
        CallTrace trace = CallTrace.begin(fleet.metastore(0));
        List<String> rows = hive.ask(select);
        List<CallTrace.Call> calls = trace.calls();
        if (rows.size() < 2) {
          unexpected.add("no rows of " + select + ": " + rows);
        }
        if (fleet.store() == Store.PLAIN) {
          System.out.printf(
              "hive calls, %s, %s: %s%n", title, select, Jmx.growth(before, jmx.counters()));
        } else {
          print(title, select, calls, database);
        }
      }
    }
  }

  private void print(String title, String select, List<CallTrace.Call> calls, Set<String> known) {
    List<CallTrace.Call> reads =
        calls.stream().filter(call -> !TRANSACTIONS.contains(call.method())).toList();
    long database = reads.stream().filter(CallTrace.Call::fromDatabase).count();
    System.out.printf(
        "hive calls, %s, %s: %d, of them %d about transactions, %d others, %d from the database%n",
        title, select, calls.size(), calls.size() - reads.size(), reads.size(), database);
    CallTrace.counted(calls)
        .forEach(
            (call, count) ->
                System.out.printf(
                    "    %dx %s %s: %s; %s%n",
                    count, call.method(), call.table(), call.source(), call.reads()));
    if (reads.isEmpty()) {
      unexpected.add("no calls of " + select);
    }
    for (CallTrace.Call call : reads) {
      if (call.fromDatabase()
          && !known.contains(call.method())
          && !known.contains(call.method() + " " + call.table())) {
        unexpected.add(title + ", " + select + ": " + call);
      }
    }
  }

  /** Calls that the database answered, and SELECTs without rows. */
  List<String> unexpected() {
    return unexpected;
  }
}
