package io.hmscache.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.MetastoreProcess;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The demo notices a wrong answer: otherwise "0 failed" would mean nothing. */
class ReadsTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(out, true, StandardCharsets.UTF_8));

  /** A cache that answers what it is told to. */
  private static final class ScriptedProbe implements DecisionProbe {
    private String decision = "hit";

    @Override
    public String lastDecision(String table) {
      return decision;
    }

    @Override
    public void pauseTailer() {}

    @Override
    public void resumeTailer() {}

    @Override
    public long appliedEventId() {
      return Long.MAX_VALUE;
    }

    @Override
    public long verifiedHits() {
      return 0;
    }

    @Override
    public long mismatches() {
      return 0;
    }

    @Override
    public void close() {}
  }

  @Test
  void aWrongAnswerAndAWrongSourceFail() throws Exception {
    ScriptedProbe probe = new ScriptedProbe();
    try (TestDatabase database = TestDatabase.create(DatabaseKind.DERBY_SERVER);
        MetastoreProcess metastore = MetastoreProcess.on(database).start();
        Instance b = new Instance("B", metastore.client(), probe)) {
      b.client().createDatabase("d");
      b.client().createTable(Tables.external("d", "t", "x"));
      Reads reads = new Reads(database, "d", report, true);

      reads.read(b, "right", "t", null, Expected.of("x"), Source.MEMORY);
      reads.readSettled(b, "right", "t", null, Expected.of("x"));
      assertEquals(0, report.failed());

      reads.read(b, "wrong columns", "t", null, Expected.of("x", "y"), Source.EITHER);
      reads.read(b, "no property", "t", null, Expected.of("x").with("p", "1"), Source.EITHER);
      reads.read(b, "not there", "u", null, Expected.of("x"), Source.EITHER);
      reads.readMissing(b, "there", "t", null);
      reads.read(b, "from memory", "t", null, Expected.of("x"), Source.DATABASE);
      probe.decision = "miss";
      reads.read(b, "from the database", "t", null, Expected.of("x"), Source.MEMORY);
      assertEquals(6, report.failed());
      reads.readSettled(b, "never from memory", "t", null, Expected.of("x"));
      assertEquals(7, report.failed());
    }
    report.summary();
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(text.endsWith("3 passed, 7 failed" + System.lineSeparator()), text);
    assertFalse(text.contains("FAIL B  get_table t: right"), text);
  }
}
