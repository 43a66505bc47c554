package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;

/**
 * {@code getTableColumnStatistics} of one engine. Remembered without the flag that says whether
 * they comply with a reader's list; that is computed for each reader from the table of the same
 * view, as ObjectStore does.
 */
final class TableStatisticsQuery
    extends TableAnswerQuery<ColumnStatistics, MetaException, NoSuchObjectException> {

  private final TableQuery table;
  private final @Nullable String argumentList;

  /**
   * A read of statistics.
   *
   * @param table the read of the table by the same request
   * @param argumentList the list that the statistics must comply with; null if none was given
   */
  TableStatisticsQuery(
      Session session,
      TableQuery table,
      @Nullable String argumentList,
      Remembered<ColumnStatistics> remembered,
      Ask<ColumnStatistics, MetaException, NoSuchObjectException> ask) {
    super(session, table, remembered, ask);
    this.table = table;
    this.argumentList = argumentList;
  }

  @Override
  @Nullable
  ColumnStatistics answer() throws MetaException, NoSuchObjectException {
    ColumnStatistics answer = super.answer();
    TableValue of = table.found();
    if (answer != null && argumentList != null) {
      if (of == null) {
        throw new IllegalStateException("the table was not found");
      }
      answer.setIsStatsCompliant(session.statisticsComply(of.table, argumentList));
    }
    return answer;
  }

  @Override
  @Nullable
  ColumnStatistics neutral(@Nullable ColumnStatistics answer) {
    if (answer == null || !answer.isSetIsStatsCompliant()) {
      return answer;
    }
    ColumnStatistics neutral = answer.deepCopy();
    neutral.unsetIsStatsCompliant();
    return neutral;
  }
}
