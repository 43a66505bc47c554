package io.hmscache.thrift.fleetcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetCheckOptionsTest {

  @Test
  void defaultsAreThoseOfTheHelp() throws Exception {
    FleetCheckOptions options = FleetCheckOptions.parse("--uris", "thrift://a,thrift://b:5");
    assertEquals("[thrift://a:9083, thrift://b:5]", options.endpoints().toString());
    assertEquals(30, options.seconds());
    assertEquals(10, options.tables());
    assertEquals(2, options.writers());
    assertEquals(4, options.readers());
    assertEquals(2000, options.boundMillis());
    for (String text :
        new String[] {"(default 30)", "(default 10)", "(default 2)", "(default 4)"}) {
      assertTrue(FleetCheckOptions.HELP.contains(text), text);
    }
  }

  @Test
  void everyOptionIsRead() throws Exception {
    FleetCheckOptions options =
        FleetCheckOptions.parse(
            "--uris=thrift://a",
            "--seconds=1",
            "--tables",
            "5",
            "--writers=3",
            "--readers=6",
            "--bound",
            "7");
    assertEquals(1, options.seconds());
    assertEquals(5, options.tables());
    assertEquals(3, options.writers());
    assertEquals(6, options.readers());
    assertEquals(7, options.boundMillis());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --seconds 3 | --uris is missing; --help shows the options
          --uris http://a:1 | --uris: 'http://a:1' is not of the form thrift://host:port
          --uris thrift://a_b:1 | --uris: 'thrift://a_b:1' is not of the form thrift://host:port
          --uris thrift://a,thrift://a:9083 | --uris names thrift://a:9083 twice
          --uris | --uris: '' is not of the form thrift://host:port
          --uris thrift://a --seconds x | --seconds needs a number from 1 to 1000000, not 'x'
          --uris thrift://a --tables 4 | --tables needs a number from 5 to 10000, not '4'
          --uris thrift://a --writers 0 | --writers needs a number from 1 to 1000, not '0'
          --uris thrift://a --readers | --readers needs a number from 1 to 1000, not ''
          --fast yes | unknown option '--fast'; --help shows the options
          """)
  void aWrongOptionIsOneClearLine(String arguments, String message) {
    String[] words = arguments.split(" ");
    FleetCheckException thrown =
        assertThrows(FleetCheckException.class, () -> FleetCheckOptions.parse(words));
    assertEquals(message, thrown.getMessage(), Arrays.toString(words));
  }
}
