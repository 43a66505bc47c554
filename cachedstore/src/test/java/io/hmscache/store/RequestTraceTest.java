package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.Tables;
import io.hmscache.testkit.TestDatabase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The line in the log that says where a request's reads were answered. */
@Databases(DatabaseKind.DERBY_MEMORY)
class RequestTraceTest {

  private final Logger logger = (Logger) LogManager.getLogger(RequestTrace.class);
  private final Lines lines = new Lines();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setAdditive(false);
  }

  @AfterEach
  void goAway() {
    Configurator.setLevel(logger.getName(), Level.INFO);
    logger.removeAppender(lines);
    logger.setAdditive(true);
  }

  @DatabaseTest
  void aLineSaysWhereAReadWasAnswered(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.createDatabase(bed.plain, "d");
      bed.plain.createTable(Tables.external("d", "ext", "a"));
      bed.plain.createTable(Tables.transactional("d", "acid", "a"));
      Configurator.setLevel(logger.getName(), Level.DEBUG);
      read(bed, "ext");
      read(bed, "ext"); // the first hit learns what has been shown before
      read(bed, "ext");
      read(bed, "acid");
      read(bed, "acid");
      bed.read("d", "ext", null, s -> "no read at all");
      bed.read("d", "ext", null, s -> s.getFunctions("hive", "d", "*"));
      bed.write(s -> s.getTable("hive", "d", "ext"));
      assertEquals(
          List.of(
              "get_something d.ext: database; TABLE miss",
              "get_something d.ext: memory and head of the log; TABLE hit",
              "get_something d.ext: memory; TABLE hit",
              "get_something d.acid: database; TABLE miss",
              "get_something d.acid: memory and head of the log; TABLE hit",
              "get_something d.ext: no read; ",
              "get_something d.ext: database; ",
              "any: database; TABLE the request may write"),
          lines.texts);
    }
  }

  @DatabaseTest
  void nothingIsWrittenAboveDebug(TestDatabase database) throws Exception {
    try (CacheBed bed = new CacheBed(database)) {
      SampleTables.createDatabase(bed.plain, "d");
      bed.plain.createTable(Tables.external("d", "ext", "a"));
      Configurator.setLevel(logger.getName(), Level.INFO);
      read(bed, "ext");
      assertEquals(List.of(), lines.texts);
    }
  }

  private static void read(CacheBed bed, String table) throws Exception {
    bed.read("d", table, null, s -> s.getTable("hive", "d", table));
  }

  /** Keeps what is logged. */
  private static final class Lines extends AbstractAppender {
    final List<String> texts = new CopyOnWriteArrayList<>();

    Lines() {
      super("lines", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      texts.add(event.getMessage().getFormattedMessage());
    }
  }
}
