package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/** Every kind of write against every kind of read: nothing that is written stays unseen. */
@Databases({
  DatabaseKind.POSTGRES,
  DatabaseKind.MARIADB
}) // Derby cannot compare the parameter that a write expects
class WriteMatrixTest {

  private final Map<String, CacheBed.Call<?>> reads = new LinkedHashMap<>(SampleReads.remembered());
  private final List<Executable> checks = new ArrayList<>();
  private final List<String> unseen = new ArrayList<>();

  /** Spellings of the same call need not be tried after every write. */
  WriteMatrixTest() {
    reads.keySet().removeIf(what -> what.matches(".*(EXT|without list|for null|P=1).*"));
  }

  @DatabaseTest
  void ownWritesAreSeenAtOnce(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      for (Map.Entry<String, WriteMatrix.Write> write : WriteMatrix.writes().entrySet()) {
        Map<String, Outcome> before = read(bed);
        bed.write(write.getValue().call());
        compare(bed, write.getKey(), before); // the log has not moved
      }
      finish();
    }
  }

  @DatabaseTest
  void writesElsewhereAreSeenWhenTheLogIsApplied(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.create(bed.plain);
      for (Map.Entry<String, WriteMatrix.Write> write : WriteMatrix.writes().entrySet()) {
        Map<String, Outcome> before = read(bed);
        bed.elsewhere(write.getValue().call());
        bed.tail(write.getValue().events());
        compare(bed, write.getKey(), before);
      }
      finish();
    }
  }

  @DatabaseTest
  void everythingIsStrictIfTheOperatorSaysSo(TestDatabase database) throws Exception {
    try (CacheBed bed =
        new CacheBed(
            database,
            Setting.LEVEL_EXTERNAL.key(),
            "strict",
            Setting.LEVEL_DATABASE.key(),
            "strict")) {
      SampleTables.create(bed.plain);
      int number = 0;
      for (Map.Entry<String, WriteMatrix.Write> write : WriteMatrix.writes().entrySet()) {
        boolean tried = number++ % 4 == 0; // each costs a database read for every kind of read
        Map<String, Outcome> before = tried ? read(bed) : Map.of();
        bed.elsewhere(write.getValue().call());
        if (tried) {
          compare(bed, write.getKey() + ", strictly", before); // nobody has read the log
        }
        bed.tail(write.getValue().events());
      }
      finish();
    }
  }

  private Map<String, Outcome> read(CacheBed bed) {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    reads.forEach((what, read) -> outcomes.put(what, bed.outcome(read).sorted()));
    return outcomes;
  }

  private void compare(CacheBed bed, String write, Map<String, Outcome> before) {
    boolean seen = false;
    for (Map.Entry<String, CacheBed.Call<?>> read : reads.entrySet()) {
      Outcome expected = Outcome.of(read.getValue(), bed.plain).sorted();
      Outcome actual = bed.outcome(read.getValue()).sorted();
      seen |= !expected.equals(before.get(read.getKey()));
      checks.add(() -> assertEquals(expected, actual, () -> read.getKey() + " after " + write));
    }
    if (!seen) {
      unseen.add(write);
    }
  }

  private void finish() {
    assertAll(checks);
    // A write that no read shows proves nothing here.
    assertTrue(unseen.size() <= 2, () -> "no read shows " + unseen);
  }
}
