package io.hmscache.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.AggrStats;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;

/**
 * Puts answers into one order that the database gives in an order of its own choice, so that two of
 * them can be compared: names, tables, statistics of columns, constraints.
 */
final class AnswerOrder {

  private AnswerOrder() {}

  /**
   * The answer in order.
   *
   * @param answer belongs to the caller; may be changed in place
   */
  @Nullable
  static Object sorted(@Nullable Object answer) {
    if (answer instanceof List) {
      List<Object> sorted = new ArrayList<>();
      for (Object one : (List<?>) answer) {
        sorted.add(sorted(one));
      }
      sorted.sort(Comparator.comparing(String::valueOf));
      return sorted;
    }
    if (answer instanceof ColumnStatistics) {
      sort(((ColumnStatistics) answer).getStatsObj());
    } else if (answer instanceof AggrStats) {
      sort(((AggrStats) answer).getColStats());
    } else if (answer instanceof SQLAllTableConstraints) {
      SQLAllTableConstraints all = (SQLAllTableConstraints) answer;
      sort(all.getPrimaryKeys());
      sort(all.getForeignKeys());
      sort(all.getUniqueConstraints());
      sort(all.getNotNullConstraints());
      sort(all.getDefaultConstraints());
      sort(all.getCheckConstraints());
    }
    return answer;
  }

  private static void sort(@Nullable List<?> list) {
    if (list != null) {
      list.sort(Comparator.comparing(String::valueOf));
    }
  }
}
