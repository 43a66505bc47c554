package io.hmscache.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TableMeta;

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

  /**
   * For answers that the delegate gives in no certain order: any update of a row can move it. Lists
   * of table metas and of tables are sorted, others stay as they are.
   */
  Outcome sorted() {
    if (answer instanceof List<?> list
        && list.stream().allMatch(one -> one instanceof TableMeta || one instanceof Table)) {
      List<Object> sorted = new ArrayList<>(list);
      sorted.sort(Comparator.comparing(Object::toString));
      return new Outcome(sorted, failure);
    }
    return this;
  }

  /** Whether the answer says something, so that a test that compares it can fail. */
  boolean telling() {
    return answer instanceof List<?> list ? !list.isEmpty() : answer != null;
  }
}
