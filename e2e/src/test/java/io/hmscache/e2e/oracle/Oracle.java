package io.hmscache.e2e.oracle;

import io.hmscache.testkit.TestDatabase;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.IHMSHandler;
import org.apache.hadoop.hive.metastore.api.ThriftHiveMetastore;

/**
 * Runs one history against two metastores with the cache and one without on the same database, and
 * compares reads after every step: reads of transactional tables at once, all others when the
 * tailer has reached the head.
 */
final class Oracle implements AutoCloseable {

  /** Reads of one table compared after each step, at once and after the log was applied. */
  private static final int READS_AT_ONCE = 6;

  private static final int READS_AFTERWARDS = 14;

  /** A difference. */
  record Difference(int step, String what) {}

  private final TestDatabase database;
  private final List<Member> members;
  private final Member plain;
  private final List<String> methods = new ArrayList<>(new TreeSet<>(ReadMethods.names()));
  private final List<String> partitionMethods =
      methods.stream().filter(method -> method.contains("part")).toList();
  private final WriteIds writeIds = new WriteIds();
  private final List<World.Transaction> transactions = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final Map<String, Integer> asked = new TreeMap<>();
  private int writes;
  private int failedWrites;
  private int telling;

  Oracle(TestDatabase database, Map<String, String> settings) {
    this.database = database;
    plain = Member.plain(database, settings);
    members =
        List.of(Member.cached("A", database, settings), Member.cached("B", database, settings));
  }

  /** Runs a history until the first difference; null if there is none. */
  @Nullable
  Difference run(History history) throws SQLException {
    for (int i = 0; i < history.size(); i++) {
      String difference = run(history.steps().get(i));
      if (difference != null) {
        return new Difference(i, difference);
      }
    }
    return null;
  }

  @Nullable
  private String run(History.Step step) throws SQLException {
    Random random = new Random(step.seed());
    String table = Names.pick(random, step.operation().tables);
    write(step, random, table);
    Member reader = members.get(random.nextInt(2));
    String inDatabase = Names.DATABASES.get(random.nextInt(4) == 0 ? 1 : 0);
    for (String acid :
        List.of(Names.pick(random, Names.ACID), Names.pick(random, Names.ACID_PARTITIONED))) {
      writeIds.acquire(members.get(random.nextInt(2)), inDatabase, acid);
      for (int i = 0; i < READS_AT_ONCE; i++) {
        String method = Names.pick(random, methods);
        if (ReadMethods.aboutOneTable(method)) {
          String difference = compare(reader, method, random.nextLong(), inDatabase, acid, true);
          if (difference != null) {
            return "at once: " + difference;
          }
        }
      }
    }
    reader.awaitApplied(database.lastEventId());
    for (int i = 0; i < READS_AFTERWARDS; i++) {
      String about = random.nextBoolean() ? table : Names.pick(random, Names.TABLES);
      String in = Names.DATABASES.get(random.nextInt(5) == 0 ? 1 : 0);
      String difference = compare(reader, method(random, about), seed(random), in, about, false);
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  /** Half of the reads of partitioned tables read partitions. */
  private String method(Random random, String table) {
    String method = Names.pick(random, methods);
    boolean again = Names.partitioned(table) && random.nextBoolean();
    return again && !method.contains("part") ? Names.pick(random, partitionMethods) : method;
  }

  /** Often one of few: only what was read before can be answered from memory. */
  private static long seed(Random random) {
    return random.nextInt(4) > 0 ? random.nextInt(3) : random.nextLong();
  }

  private void write(History.Step step, Random random, String table) {
    Member writer = members.get(step.writer());
    StringBuilder description = new StringBuilder();
    Reply reply =
        writer.ask(
            handler -> {
              World world = new World(handler, random, transactions, table);
              try {
                step.operation().action.run(world);
              } finally {
                description.append(world.told());
              }
              return null;
            });
    writes++;
    failedWrites += reply.failure() == null ? 0 : 1;
    told.add(
        step
            + " # "
            + description
            + (reply.failure() == null ? "" : " failed: " + firstLine(reply.failure())));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** Asks twice, so that what the first answer left in memory is compared too. */
  @Nullable
  private String compare(
      Member reader, String method, long seed, String inDatabase, String table, boolean atOnce) {
    Reply expected = ask(plain, method, seed, inDatabase, table, atOnce);
    asked.merge(method, 1, Integer::sum);
    telling += expected.failure() == null ? 1 : 0;
    for (int time = 1; time <= 2; time++) {
      Reply actual = ask(reader, method, seed, inDatabase, table, atOnce);
      if (!expected.equals(actual)) {
        return String.format(
            "%s%s on %s (time %d)%n  expected %s%n  but was  %s",
            method,
            describe(method, seed, inDatabase, table, atOnce),
            reader.name(),
            time,
            expected,
            actual);
      }
    }
    return null;
  }

  private List<Object> describe(
      String method, long seed, String inDatabase, String table, boolean atOnce) {
    return java.util.Arrays.asList(
        new Arguments(seed, inDatabase, table, writeIds, atOnce).of(method));
  }

  private Reply ask(
      Member member, String method, long seed, String inDatabase, String table, boolean atOnce) {
    Object[] arguments = new Arguments(seed, inDatabase, table, writeIds, atOnce).of(method);
    Method called = METHODS.get(method);
    return member.ask((IHMSHandler handler) -> called.invoke(handler, arguments));
  }

  private static final Map<String, Method> METHODS = new HashMap<>();

  static {
    for (Method method : ThriftHiveMetastore.Iface.class.getMethods()) {
      METHODS.put(method.getName(), method);
    }
  }

  /** The history as it happened, with what each step did. */
  List<String> told() {
    return told;
  }

  /** Comparisons by method. */
  Map<String, Integer> asked() {
    return asked;
  }

  /** Counts for the build's output. */
  String counts() {
    return String.format(
        "%d steps (%d refused), %d comparisons (%d answers, others exceptions), hits %d + %d",
        writes,
        failedWrites,
        asked.values().stream().mapToInt(Integer::intValue).sum(),
        telling,
        members.get(0).hits(),
        members.get(1).hits());
  }

  int refused() {
    return failedWrites;
  }

  long hits() {
    return members.get(0).hits() + members.get(1).hits();
  }

  @Override
  public void close() {
    members.forEach(Member::close);
    plain.close();
  }
}
