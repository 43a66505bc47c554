package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.TransactionalMetaStoreEventListener;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.utils.MetaStoreServerUtils;
import org.junit.jupiter.api.Test;

/** Settings under which the log would be wrong are refused in one line. */
class ListenerConfigurationTest {

  private static final String TRANSACTIONAL = "metastore.transactional.event.listeners";
  private static final String AFTER_COMMIT = "metastore.event.listeners";
  private static final String OURS = "io.hmscache.notification.NotificationLogListener";
  private static final String HIVES = "org.apache.hive.hcatalog.listener.DbNotificationListener";

  @Test
  void ourListenerAloneIsFine() {
    ListenerConfiguration settings = of(TRANSACTIONAL, "x.Y, " + OURS);
    assertEquals(List.of(), settings.problems());
    assertTrue(settings.logsTransactionally());
    assertTrue(settings.usesOurListener());
  }

  @Test
  void hivesListenerAloneLogsToo() {
    ListenerConfiguration settings = of(TRANSACTIONAL, HIVES);
    assertTrue(settings.logsTransactionally());
    assertFalse(settings.usesOurListener());
    assertFalse(of(AFTER_COMMIT, HIVES).logsTransactionally());
    assertFalse(of().logsTransactionally());
  }

  @Test
  void bothListenersAreRefused() {
    String line = onlyProblem(of(TRANSACTIONAL, OURS + "," + HIVES));
    assertTrue(line.contains(HIVES) && line.contains("logged twice"), line);
    line = onlyProblem(of(TRANSACTIONAL, OURS, AFTER_COMMIT, HIVES));
    assertTrue(line.contains(AFTER_COMMIT), line);
  }

  @Test
  void oldNamesOfTheSettingsCount() {
    onlyProblem(of("hive." + TRANSACTIONAL, OURS + "," + HIVES));
  }

  @Test
  void listeningAfterTheCommitIsRefused() {
    assertTrue(onlyProblem(of(AFTER_COMMIT, OURS)).contains("loses events"));
  }

  @Test
  void listeningTwiceIsRefused() {
    assertTrue(onlyProblem(of(TRANSACTIONAL, OURS + "," + OURS)).contains("logged twice"));
  }

  /** This is how HMSHandler makes its listeners when it starts. */
  @Test
  void metastoreDoesNotStartWithBoth() {
    Configuration conf = conf(TRANSACTIONAL, OURS + "," + HIVES);
    MetaException failure =
        assertThrows(
            MetaException.class,
            () ->
                MetaStoreServerUtils.getMetaStoreListeners(
                    TransactionalMetaStoreEventListener.class, conf, OURS));
    assertTrue(failure.getMessage().contains("logged twice"), failure.getMessage());
    assertFalse(failure.getMessage().contains("\n"), failure.getMessage());
  }

  /** TxnHandler makes instances all the time; nothing may start or connect. */
  @Test
  void instancesAreCheapAndNeedNoDatabase() {
    Configuration conf = conf(TRANSACTIONAL, OURS);
    conf.set("javax.jdo.option.ConnectionURL", "jdbc:derby:memory:does_not_exist");
    new NotificationLogListener(conf);
    List<Thread> before = List.copyOf(Thread.getAllStackTraces().keySet());
    for (int i = 0; i < 1000; i++) {
      assertTrue(new NotificationLogListener(conf).doesAddEventsToNotificationLogTable());
    }
    List<Thread> started =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread) && thread.getName().contains("otification"))
            .toList();
    assertEquals(List.of(), started);
  }

  private static String onlyProblem(ListenerConfiguration settings) {
    assertEquals(1, settings.problems().size(), () -> settings.problems().toString());
    String line = settings.problems().get(0);
    assertFalse(line.contains("\n"), line);
    assertThrows(IllegalArgumentException.class, settings::check);
    return line;
  }

  private static ListenerConfiguration of(String... settings) {
    return new ListenerConfiguration(conf(settings));
  }

  private static Configuration conf(String... settings) {
    Configuration conf = MetastoreConf.newMetastoreConf();
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return conf;
  }
}
