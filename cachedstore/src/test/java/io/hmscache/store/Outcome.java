package io.hmscache.store;

import java.util.List;
import org.apache.hadoop.hive.metastore.RawStore;

/**
 * What became of a call, comparable: the answer, or class and message of the exception. Stack
 * traces that Hive puts into messages are cut off.
 */
record Outcome(Object answer, String failure) {

  static Outcome of(CacheBed.Call<?> call, RawStore store) {
    try {
      return new Outcome(call.on(store), null);
    } catch (Exception e) {
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf("\n\tat ");
      return new Outcome(
          null, e.getClass().getName() + ": " + (end < 0 ? message : message.substring(0, end)));
    }
  }

  /** Whether the answer says something, so that a test that compares it can fail. */
  boolean telling() {
    return answer instanceof List<?> list ? !list.isEmpty() : answer != null;
  }
}
