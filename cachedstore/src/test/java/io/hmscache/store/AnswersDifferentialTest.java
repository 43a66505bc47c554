package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.store.RequestContext.RequestClass;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import io.hmscache.writeid.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/** Invariant 2: the same answer or the same exception as the delegate's, from memory or not. */
@Databases({DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES, DatabaseKind.MARIADB})
class AnswersDifferentialTest {

  @DatabaseTest
  void everyAnswerIsTheDelegates(TestDatabase database) throws Exception {
    compare(database);
  }

  @DatabaseTest
  void everyAnswerIsTheDelegatesWithoutDirectSql(TestDatabase database) throws Exception {
    compare(database, "metastore.try.direct.sql", "false");
  }

  private static void compare(TestDatabase database, String... settings) throws Exception {
    try (CacheBed bed = new CacheBed(database, settings)) {
      SampleTables.create(bed.plain);
      List<Executable> checks = new ArrayList<>();
      int telling = 0;
      for (Map.Entry<String, CacheBed.Call<?>> read : SampleReads.all().entrySet()) {
        Outcome expected = Outcome.of(read.getValue(), bed.plain);
        telling += expected.telling() ? 1 : 0;
        for (int i = 1; i <= 3; i++) {
          int time = i;
          checks.add(
              () -> {
                try (RequestContext request = request(RequestClass.READ)) {
                  assertEquals(
                      expected,
                      Outcome.of(read.getValue(), bed.cached),
                      () -> read.getKey() + ", time " + time);
                }
              });
        }
        checks.add(
            () -> {
              try (RequestContext request = request(RequestClass.WRITE)) {
                assertEquals(
                    expected,
                    Outcome.of(read.getValue(), bed.cached),
                    () -> read.getKey() + " in a request that may write");
              }
            });
      }
      assertAll(checks);
      assertTrue(telling > 60, "only " + telling + " answers say something");
      assertTrue(bed.detector.seen() > 60, "only " + bed.detector.seen() + " entries");
    }
  }

  private static RequestContext request(RequestClass requestClass) {
    return RequestContext.begin(requestClass, "any", null, null, null, Gate.UNKNOWN);
  }
}
