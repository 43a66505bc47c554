package io.hmscache.store;

import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.notification.HeadSource;
import io.hmscache.notification.LogPosition;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableWriteIds;
import io.hmscache.writeid.WriteIdStates;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * One table in a database with a log, seen by one instance made of the real classes. A read of the
 * table is two queries, so it can be torn; everything happens at the steps of a {@link Baton}.
 */
final class SimulatedMetastore {

  static final TableKey KEY = TableKey.of("hive", "d", "t");

  /** An event with its effect on the cache and the write-id states. */
  interface Event {
    void apply(MetadataCache cache, WriteIdStates states);
  }

  final Baton baton;
  final SharedCache shared;
  final Session session;
  private final MetadataCache cache;
  private final WriteIdStates states = new WriteIdStates();
  private final List<Event> log = new ArrayList<>();
  private final String kind;

  /** Database reads of the thread that asks. */
  final ThreadLocal<Integer> queries = ThreadLocal.withInitial(() -> 0);

  /** Committed version of the table: the number of changes; 0 means that it does not exist. */
  int version = 1;

  int incarnation = 1;
  boolean exists = true;
  long now;
  long applied;
  private long confirmed = Long.MIN_VALUE;
  private final TreeMap<Integer, Long> committedAt = new TreeMap<>();

  // write ids of the current incarnation
  private int nextWriteId = 1;
  private final Map<Integer, Integer> writeIdOfTxn = new HashMap<>();
  private final Map<Integer, Boolean> openTxns = new LinkedHashMap<>();
  final Map<Integer, Integer> versionOfWriteId = new HashMap<>();

  SimulatedMetastore(Baton baton, String kind, Rules rules, Map<String, String> settings) {
    this.baton = baton;
    this.kind = kind;
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    CacheSettings parsed = new CacheSettings(conf);
    CacheMetrics metrics = new CacheMetrics();
    this.cache =
        new MetadataCache(
            1L << 20,
            Long.MAX_VALUE,
            1000,
            parsed.fleetComplete,
            metrics,
            Ticker.disabledTicker(),
            Runnable::run);
    cache.rules(rules);
    this.shared = new SharedCache(parsed, cache, metrics, position(), heads(), () -> now, () -> {});
    shared
        .flights()
        .waiting(
            (done, time, unit) -> {
              for (int i = 0; i < 20; i++) {
                if (done.getCount() == 0) {
                  return true;
                }
                baton.step("waits for a load");
              }
              return false;
            });
    RawStore delegate =
        (RawStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RawStore.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("getTable")) {
                    return queryTable();
                  }
                  throw new UnsupportedOperationException(method.toString());
                });
    this.session = new Session(shared, () -> delegate, () -> false, conf);
    this.applied = 0;
    commit((c, s) -> {});
    applied = log.size();
  }

  // ---- the database ---------------------------------------------------------------------------

  /** Commits a change with its event. */
  private void commit(Event event) {
    log.add(event);
    committedAt.put(version, now);
  }

  void alter() {
    if (exists) {
      version++;
      commit((c, s) -> c.tableChanged(KEY));
    }
  }

  void otherEvent() {
    commit((c, s) -> {});
  }

  void drop() {
    if (exists) {
      version++;
      exists = false;
      commit(
          (c, s) -> {
            c.tableCreatedOrDropped(KEY);
            s.forget(KEY);
          });
      nextWriteId = 1;
      writeIdOfTxn.clear();
      versionOfWriteId.clear();
    }
  }

  void create() {
    if (!exists) {
      version++;
      incarnation++;
      exists = true;
      commit(
          (c, s) -> {
            c.tableCreatedOrDropped(KEY);
            s.forget(KEY);
          });
    }
  }

  void allocate(int txn) {
    if (exists) {
      int id = nextWriteId++;
      writeIdOfTxn.put(txn, id);
      openTxns.put(txn, true);
      log.add((c, s) -> s.allocated(KEY, txn, id));
    }
  }

  void alterUnder(int txn) {
    Integer id = writeIdOfTxn.get(txn);
    if (exists && id != null) {
      version++;
      versionOfWriteId.put(id, version);
      commit((c, s) -> c.tableChanged(KEY));
    }
  }

  void end(int txn, boolean commit) {
    openTxns.remove(txn);
    log.add(
        (c, s) -> {
          if (commit) {
            c.transactionEnded(txn, true, s.committed(txn));
          } else {
            c.transactionEnded(txn, false, s.aborted(txn));
          }
        });
  }

  /** The list of a reader now. */
  String list() {
    List<Integer> open = new ArrayList<>();
    writeIdOfTxn.forEach(
        (txn, id) -> {
          if (openTxns.containsKey(txn)) {
            open.add(id);
          }
        });
    Collections.sort(open);
    StringBuilder ids = new StringBuilder();
    for (int id : open) {
      ids.append(ids.length() == 0 ? "" : ",").append(id);
    }
    String least = open.isEmpty() ? String.valueOf(Long.MAX_VALUE) : String.valueOf(open.get(0));
    return "d.t:" + (nextWriteId - 1) + ":" + least + ":" + ids + ":";
  }

  private Table queryTable() {
    queries.set(queries.get() + 1);
    baton.step("query 1");
    if (!exists) {
      return null;
    }
    Table table = new Table();
    table.setCatName("hive");
    table.setDbName("d");
    table.setTableName("t");
    table.setTableType("MANAGED_TABLE");
    table.setId(incarnation);
    table.setSd(new StorageDescriptor());
    Map<String, String> parameters = new HashMap<>();
    parameters.put("one", String.valueOf(version));
    switch (kind) {
      case "transactional":
        parameters.put("transactional", "true");
        break;
      case "pointer":
        parameters.put("table_type", "ICEBERG");
        break;
      default:
        break;
    }
    baton.step("query 2");
    parameters.put("two", String.valueOf(version));
    table.setParameters(parameters);
    return table;
  }

  /** The newest version that was committed at least so long ago. */
  int versionCommittedBefore(long time) {
    int newest = 0;
    for (Map.Entry<Integer, Long> one : committedAt.entrySet()) {
      if (one.getValue() < time) {
        newest = one.getKey();
      }
    }
    return newest;
  }

  // ---- the instance ---------------------------------------------------------------------------

  /** Applies one event in the order of the tailer: effect, then position. */
  void applyOne() {
    if (applied < log.size()) {
      log.get((int) applied).apply(cache, states);
      baton.step("effect of event " + (applied + 1));
      applied++;
      baton.note("applied " + applied);
    }
  }

  void applyAll() {
    while (applied < log.size()) {
      applyOne();
    }
  }

  void confirm() {
    long at = now;
    long head = log.size();
    baton.step("tailer reads head " + head);
    if (applied >= head) {
      confirmed = at;
    }
  }

  /** Forgets everything, in the order of a rebase. */
  void rebase() {
    long head = log.size();
    baton.step("rebase at " + head);
    states.clear();
    cache.everythingChanged();
    baton.step("flushed");
    applied = Math.max(applied, head);
  }

  /** An eviction of the entry. */
  void evict() {
    cache.remove(TableQuery.slot(cache.scopes().table(KEY)));
  }

  /** An eviction of the scope, whose entries nobody would invalidate any more. */
  void evictScope() {
    cache.scopes().evict(KEY);
  }

  /** A write through this instance: commits, then invalidates before it returns. */
  void writeHere() {
    alter();
    baton.step("committed, not invalidated yet");
    if (cache.rules().holds(Rule.OWN_WRITES)) {
      cache.tableChanged(KEY);
    }
  }

  /** A read of a writing request: the database's answer, whose position nobody asks for. */
  Table readInWritingRequest() {
    TableQuery query = new TableQuery(session, cache.scopes().table(KEY), null, null, -1);
    try {
      return shared.readPath().direct(query, Bypass.WRITING_REQUEST);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A database read of the same facts in another form: it raises the table's floor and leaves the
   * entry of this form where it is.
   */
  Table readOtherForm() {
    try {
      Load load = Load.begin(heads(), shared.rules(), cache.scopes().table(KEY).floor);
      Table table = queryTable();
      load.finish();
      return table;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  Table read(String list) {
    TableQuery query = new TableQuery(session, cache.scopes().table(KEY), list, null, -1);
    try {
      return shared.readPath().read(query, query, false);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private LogPosition position() {
    return new LogPosition() {
      @Override
      public long applied() {
        baton.step("looks at the position");
        long value = applied;
        baton.step("sees applied " + value);
        return value;
      }

      @Override
      public long confirmedNanos() {
        return confirmed;
      }

      @Override
      public boolean serving() {
        return true;
      }

      @Override
      public TableWriteIds writeIds(TableKey table) {
        return states.get(table);
      }

      @Override
      public boolean await(long position, long timeoutNanos) {
        for (int i = 0; i < 6 && applied < position; i++) {
          baton.step("waits for " + position);
        }
        return applied >= position;
      }
    };
  }

  private HeadSource heads() {
    return () -> {
      baton.step("asks for the head");
      long head = log.size();
      baton.step("head " + head);
      return head;
    };
  }
}
