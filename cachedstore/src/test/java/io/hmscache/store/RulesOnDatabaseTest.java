package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hmscache.notification.NotificationLogListener;
import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.Gate;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * The rules that the simulation has no steps for, on a real store: each is seen to hold, and its
 * absence to be noticed.
 */
@Databases(DatabaseKind.DERBY_MEMORY)
class RulesOnDatabaseTest {

  @DatabaseTest
  void copyKeepsWhatIsHandedOutApart(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      assertEquals(null, ownerAfterAChangeOfTheAnswer(bed));
    }
  }

  @DatabaseTest
  void withoutCopyAChangedAnswerChangesTheNext(TestDatabase database) throws Exception {
    CacheBed bed = new CacheBed(database);
    try {
      SampleTables.create(bed.plain);
      bed.shared.cache().rules(Rules.ALL.without(Rule.COPY));
      assertEquals("mallory", ownerAfterAChangeOfTheAnswer(bed));
    } finally {
      assertThrows(AssertionError.class, bed::close, "the detector of mutations saw nothing");
    }
  }

  private static String ownerAfterAChangeOfTheAnswer(CacheBed bed) throws Exception {
    read(bed);
    read(bed).putToParameters("spoiled", "mallory");
    return read(bed).getParameters().get("spoiled");
  }

  private static Table read(CacheBed bed) throws Exception {
    return bed.read("d", "ext", null, s -> s.getTable(SampleTables.CAT, "d", "ext"));
  }

  @DatabaseTest
  void aWritingRequestReadsTheDatabase(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      assertEquals("new", commentSeenByAWritingRequest(bed));
    }
  }

  @DatabaseTest
  void withoutTheRuleAWritingRequestSeesAnOldState(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      bed.shared.cache().rules(Rules.ALL.without(Rule.WRITES_READ_DATABASE));
      assertNotEquals("new", commentSeenByAWritingRequest(bed));
    }
  }

  private static String commentSeenByAWritingRequest(CacheBed bed) throws Exception {
    Table table = read(bed);
    read(bed);
    table.putToParameters("comment", "new");
    bed.elsewhere(s -> s.alterTable(SampleTables.CAT, "d", "ext", table, null));
    try (RequestContext request =
        RequestContext.begin(RequestClass.WRITE, "alter", "d", "ext", null, Gate.UNKNOWN)) {
      return bed.cached.getTable(SampleTables.CAT, "d", "ext").getParameters().get("comment");
    }
  }

  @DatabaseTest
  void whatNobodyLogsIsLogged(TestDatabase database) throws Exception {
    try (CacheBed bed = logging(database)) {
      SampleTables.create(bed.plain);
      assertEquals(1, eventsOfAWriteWithoutListeners(bed, database));
    }
  }

  @DatabaseTest
  void withoutTheRuleNobodyHearsOfIt(TestDatabase database) throws Exception {
    try (CacheBed bed = logging(database)) {
      SampleTables.create(bed.plain);
      bed.shared.cache().rules(Rules.ALL.without(Rule.SILENT_WRITES));
      assertEquals(0, eventsOfAWriteWithoutListeners(bed, database));
    }
  }

  private static CacheBed logging(TestDatabase database) {
    return new CacheBed(
        database,
        ConfVars.TRANSACTIONAL_EVENT_LISTENERS.getVarname(),
        NotificationLogListener.class.getName());
  }

  private static long eventsOfAWriteWithoutListeners(CacheBed bed, TestDatabase database)
      throws Exception {
    Table table = bed.plain.getTable(SampleTables.CAT, "d", "ext");
    table.putToParameters("comment", "new");
    long before = database.lastEventId();
    try (RequestContext request =
        RequestContext.begin(RequestClass.WRITE, "alter", "d", "ext", null, Gate.UNKNOWN)) {
      bed.cached.alterTable(SampleTables.CAT, "d", "ext", table, null);
    }
    return database.lastEventId() - before;
  }
}
