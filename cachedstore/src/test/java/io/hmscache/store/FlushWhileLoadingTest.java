package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.List;

/** An operator's flush also drops what is being loaded at that moment. */
@Databases(DatabaseKind.DERBY_MEMORY)
class FlushWhileLoadingTest {

  @DatabaseTest
  void whatIsLoadingIsNotStored(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.createDatabase(bed.plain, "d");
      bed.plain.createTable(Tables.external("d", "ext", "a"));
      for (String scope : List.of("all", "catalog hive", "database d", "table d.ext")) {
        bed.shared.cache().everythingChanged();
        int before = bed.log.headQueries;
        // A load asks for the head before and after its query: the flush comes in between.
        bed.log.onHead =
            () -> {
              if (bed.log.headQueries == before + 2) {
                Flush.run(bed.shared.cache(), scope);
              }
            };
        assertEquals("ext", bed.read(s -> s.getTable("hive", "d", "ext")).getTableName());
        assertTrue(bed.log.headQueries >= before + 2, "the load asked for the head once only");
        bed.log.onHead = () -> {};
        assertTrue(bed.asked(s -> s.getTable("hive", "d", "ext")) > 0, scope + " kept a load");
        assertEquals(0, bed.asked(s -> s.getTable("hive", "d", "ext")), scope);
      }
    }
  }
}
