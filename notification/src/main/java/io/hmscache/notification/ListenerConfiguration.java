package io.hmscache.notification;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;

/**
 * What a metastore's configuration says about the writers of the notification log. Immutable view
 * of the settings at construction; thread-safe.
 */
public final class ListenerConfiguration {

  /** Hive's own writer of the log; not part of the standalone metastore's distribution. */
  public static final String HIVE_LISTENER =
      "org.apache.hive.hcatalog.listener.DbNotificationListener";

  /** Our writer of the log. */
  public static final String OUR_LISTENER = NotificationLogListener.class.getName();

  private final List<String> transactional;
  private final List<String> afterCommit;

  public ListenerConfiguration(Configuration conf) {
    this.transactional = classes(conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS);
    this.afterCommit = classes(conf, ConfVars.EVENT_LISTENERS);
  }

  /**
   * Whether every change is logged in its own transaction, by our listener or Hive's. If not, this
   * instance must not serve anything from memory: other instances cannot learn of its changes.
   */
  public boolean logsTransactionally() {
    return transactional.contains(OUR_LISTENER) || transactional.contains(HIVE_LISTENER);
  }

  /** Whether our listener writes the log here, so that this process has to clean it as well. */
  public boolean usesOurListener() {
    return transactional.contains(OUR_LISTENER);
  }

  /**
   * Reasons why our listener must not run with these settings, each one line for an operator; empty
   * if there are none.
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (List<String> classes : java.util.Arrays.asList(transactional, afterCommit)) {
      if (classes.contains(HIVE_LISTENER)) {
        problems.add(
            HIVE_LISTENER
                + " is configured in "
                + key(classes)
                + " beside "
                + OUR_LISTENER
                + ": each change would be logged twice; remove one of them");
      }
    }
    if (afterCommit.contains(OUR_LISTENER)) {
      problems.add(
          OUR_LISTENER
              + " is configured in "
              + ConfVars.EVENT_LISTENERS.getVarname()
              + ", which logs after the commit and loses events when the process dies; it belongs"
              + " in "
              + ConfVars.TRANSACTIONAL_EVENT_LISTENERS.getVarname());
    }
    if (Collections.frequency(transactional, OUR_LISTENER) > 1) {
      problems.add(
          OUR_LISTENER
              + " is configured twice in "
              + ConfVars.TRANSACTIONAL_EVENT_LISTENERS.getVarname()
              + ": each change would be logged twice");
    }
    return problems;
  }

  /**
   * Refuses settings with {@link #problems()}.
   *
   * @throws IllegalArgumentException with the first problem as its message
   */
  void check() {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0));
    }
  }

  private String key(List<String> classes) {
    ConfVars setting =
        classes == transactional
            ? ConfVars.TRANSACTIONAL_EVENT_LISTENERS
            : ConfVars.EVENT_LISTENERS;
    return setting.getVarname();
  }

  private static List<String> classes(Configuration conf, ConfVars setting) {
    List<String> classes = new ArrayList<>();
    for (String name : MetastoreConf.getVar(conf, setting).split(",")) {
      if (!name.trim().isEmpty()) {
        classes.add(name.trim());
      }
    }
    return classes;
  }
}
