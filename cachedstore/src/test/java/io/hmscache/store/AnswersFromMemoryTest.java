package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.thrift.TBase;
import org.junit.jupiter.api.function.Executable;

/** What is repeated is answered without the delegate, and what was handed out belongs to nobody. */
@Databases(DatabaseKind.DERBY_MEMORY)
class AnswersFromMemoryTest {

  @DatabaseTest
  void aRepeatedReadAsksNobody(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      List<Executable> checks = new ArrayList<>();
      for (Map.Entry<String, CacheBed.Call<?>> read : SampleReads.remembered().entrySet()) {
        bed.read(read.getValue());
        checks.add(
            () -> {
              bed.asked(read.getValue());
              assertEquals(List.of(), bed.calls, read.getKey());
            });
      }
      assertAll(checks);
    }
  }

  @DatabaseTest
  void theFlushThatStartsEachQueryOfHiveServer2ForgetsNothing(TestDatabase database)
      throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      CacheBed.Call<?> read = s -> s.getTable(SampleTables.CAT, "d", "ext");
      bed.read(read);
      bed.cached.flushCache();
      assertEquals(0, bed.asked(read));
    }
  }

  @DatabaseTest
  void whatWasHandedOutMayBeChanged(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      for (Map.Entry<String, CacheBed.Call<?>> read : SampleReads.remembered().entrySet()) {
        Outcome expected = Outcome.of(read.getValue(), bed.plain);
        Object first = bed.read(read.getValue());
        spoil(first); // the answer of a load: what was published must not be it
        Object second = bed.read(read.getValue());
        assertEquals(expected.answer(), second, read.getKey());
        spoil(second); // a copy from memory
        assertEquals(expected.answer(), bed.read(read.getValue()), read.getKey());
      }
    }
  }

  /** Changes whatever can be changed, and lets lists grow. */
  private static void spoil(Object answer) {
    if (answer instanceof TBase<?, ?> struct) {
      Spoiler.spoil(struct);
    } else if (answer instanceof List<?> list) {
      list.forEach(AnswersFromMemoryTest::spoil);
      list.add(null);
    }
  }

  @DatabaseTest
  void aConnectionThatTurnsDirectSqlOffGetsItsOwnAnswers(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      CacheBed.Call<?> read = s -> s.getAllTableConstraints(SampleTables.CAT, "d", "ext");
      bed.read(read);
      assertEquals(0, bed.asked(read));
      bed.conf.set(ConfVars.TRY_DIRECT_SQL.getVarname(), "false");
      assertNotEquals(0, bed.asked(read));
      assertEquals(0, bed.asked(read));
      bed.conf.set(ConfVars.TRY_DIRECT_SQL.getVarname(), "true");
      assertEquals(0, bed.asked(read));
    }
  }

  @DatabaseTest
  void materializedViewsAreNeverRemembered(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      bed.plain.createTable(SampleTables.view("mv"));
      List<CacheBed.Call<?>> reads =
          List.of(
              s -> s.getTable(SampleTables.CAT, "d", "mv"),
              s -> s.getAllMaterializedViewObjectsForRewriting(SampleTables.CAT),
              s -> s.getTableObjectsByName(SampleTables.CAT, "d", List.of("ext", "mv")));
      for (CacheBed.Call<?> read : reads) {
        bed.read(read);
        assertNotEquals(0, bed.asked(read));
        assertEquals(Outcome.of(read, bed.plain).answer(), bed.read(read));
      }
    }
  }
}
