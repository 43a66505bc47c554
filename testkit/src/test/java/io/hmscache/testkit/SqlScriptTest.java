package io.hmscache.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlScriptTest {

  @Test
  void semicolonsAndDashesInQuotesBelongToTheStatement() {
    assertEquals(
        List.of("INSERT INTO T VALUES ('a;b--c')", "SELECT \"x;y\" FROM T"),
        SqlScript.statements(
            "-- first; line\nINSERT INTO T VALUES ('a;b--c');\n\nSELECT \"x;y\" FROM T -- end"));
  }
}
