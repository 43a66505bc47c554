package io.hmscache.thrift.fleetcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.thrift.TException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FindingsTest {

  private static final int A = 0;
  private static final int B = 1;

  private final Subject subject = new Subject("t", TableKind.EXTERNAL, true, 2);
  private Findings findings;

  @BeforeEach
  void begin() throws Exception {
    findings = new Findings(List.of(Endpoint.parse("thrift://a"), Endpoint.parse("thrift://b")), 0);
    for (int time = 0; time < 40; time += 10) {
      subject.register().acknowledge(subject.register().begin(false), time);
    }
  }

  @Test
  void oneInstanceMustNotGoBack() {
    findings.check(expect(A, 50), Sight.of(3), 51);
    findings.check(expect(B, 50), Sight.of(2), 51);
    assertEquals(0, findings.violations());
    findings.check(expect(A, 52), Sight.of(2), 53);
    assertEquals(1, findings.violations(Promise.FORWARD));
    assertEquals(1, findings.violations());
  }

  @Test
  void whatIsShownWhileAReadRunsBindsOnlyLaterReads() {
    Expectation early = expect(A, 50);
    findings.check(expect(A, 50), Sight.of(3), 51);
    findings.check(early, Sight.of(2), 52);
    assertEquals(0, findings.violations());
  }

  @Test
  void aListBindsToWhatWasAcknowledgedBefore() {
    findings.check(expect(A, 50).snapshot(2), Sight.of(2), 51);
    assertEquals(0, findings.violations());
    findings.check(expect(B, 50).snapshot(2), Sight.of(1), 51);
    assertEquals(1, findings.violations(Promise.SNAPSHOT));
  }

  @Test
  void aWriterSeesItsOwnWrite() {
    findings.check(expect(A, 50).ownWrite(3), Sight.of(2), 51);
    assertEquals(1, findings.violations(Promise.OWN_WRITE));
  }

  @Test
  void aStrictReadSeesWhatAnybodyHasSeen() {
    subject.register().begin(false); // Sent, not acknowledged, but shown by B.
    findings.check(expect(B, 50), Sight.of(4), 51);
    findings.check(expect(A, 52).linearizable(), Sight.of(3), 53);
    assertEquals(1, findings.violations(Promise.LINEARIZABLE));
    findings.check(expect(A, 54).linearizable(), Sight.of(4), 55);
    assertEquals(1, findings.violations());
  }

  @Test
  void anExternalTableIsAsOldAsTheBoundAllows() {
    findings.check(expect(A, 45).within(20), Sight.of(2), 46);
    assertEquals(0, findings.violations());
    findings.check(expect(B, 45).within(20), Sight.of(1), 46);
    assertEquals(1, findings.violations(Promise.BOUND));
    assertEquals(25, findings.externalDelay().max());
  }

  @Test
  void anInventedStateIsOneViolationOnly() {
    findings.check(expect(A, 50).linearizable(), Sight.of(77), 51);
    findings.check(expect(A, 50).linearizable(), Sight.absent(), 51);
    assertEquals(2, findings.violations(Promise.REAL));
    assertEquals(2, findings.violations());
    findings.check(expect(A, 52), Sight.of(3), 53);
    assertEquals(2, findings.violations(), "it binds nobody");
  }

  @Test
  void aViolationIsToldInOneLine() {
    findings.check(expect(A, 2_000_000_000L).ownWrite(3), Sight.of(2), 2_000_000_001L);
    assertEquals(
        List.of(
            "2.000 s: get_table_req of t (EXTERNAL) through thrift://a:9083 showed version 2, must"
                + " be at least version 3: writers see their own writes"),
        findings.examples());
  }

  @Test
  void aTableWithAnUnknownStateProvesNothing() {
    subject.abandon();
    findings.check(expect(A, 50).ownWrite(3), Sight.of(2), 51);
    assertEquals(0, findings.violations());
    assertEquals(0, findings.checks(Promise.OWN_WRITE));
  }

  @Test
  void equalFailuresAreCounted() {
    findings.readFailed(A, new TException("no table t7\nat line 1"));
    findings.readFailed(A, new TException("no table t8\nat line 1"));
    findings.writeFailed(B, new TException("no table t8"));
    assertEquals(
        "{read through thrift://a:9083: TException: no table t#=2,"
            + " write through thrift://b:9083: TException: no table t#=1}",
        findings.errors().toString());
    assertEquals(2, findings.readFailures(A));
    assertTrue(findings.violations() == 0 && findings.writeFailures() == 1);
  }

  @Test
  void anInstanceOnAnotherDatabaseIsRecognised() {
    findings.check(expect(B, 50), Sight.absent(), 51);
    assertTrue(findings.sawNothing(B));
    assertTrue(!findings.sawNothing(A), "it was not asked");
  }

  private Expectation expect(int endpoint, long now) {
    return Expectation.of(subject, endpoint, ReadMethod.TABLE, now);
  }
}
