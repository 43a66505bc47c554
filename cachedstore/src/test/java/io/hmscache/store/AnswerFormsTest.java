package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.common.ndv.hll.HyperLogLog;
import org.apache.hadoop.hive.metastore.api.AggrStats;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;
import org.apache.hadoop.hive.metastore.columnstats.cache.LongColumnStatsDataInspector;
import org.junit.jupiter.api.Test;

class AnswerFormsTest {

  @Test
  void bitVectorsWeigh() {
    ColumnStatistics small = SampleTables.of("t", null, "hive", 3, "a");
    ColumnStatistics large = SampleTables.of("t", null, "hive", 3, "a");
    inspector(large).setBitVectors(new byte[100_000]);
    long difference = AnswerForms.STATISTICS.weigh(large) - AnswerForms.STATISTICS.weigh(small);
    assertTrue(difference >= 99_000 && difference < 101_000, String.valueOf(difference));
  }

  @Test
  void anEstimatorThatIsNotYetWrittenDownIsCopied() {
    ColumnStatistics statistics = SampleTables.of("t", null, "hive", 3, "a");
    HyperLogLog estimator = HyperLogLog.builder().build();
    estimator.addLong(17);
    inspector(statistics).setNdvEstimator(estimator);
    ColumnStatistics copy = AnswerForms.STATISTICS.copy(statistics);
    assertEquals(statistics, copy);
    assertTrue(inspector(copy).isSetBitVectors());
    assertTrue(AnswerForms.STATISTICS.weigh(copy) > 0);
  }

  @Test
  void copiesOfListsCanGrowAndShareNothing() {
    ColumnStatistics one = SampleTables.of("t", null, "hive", 3, "a");
    List<ColumnStatistics> copy = AnswerForms.STATISTICS_LIST.copy(List.of(one));
    copy.add(one);
    assertNotSame(one, copy.get(0));
    assertNotSame(one.getStatsObj().get(0), copy.get(0).getStatsObj().get(0));
  }

  @Test
  void answersWithNothingInThemWeighALittle() {
    assertTrue(AnswerForms.AGGREGATE.weigh(new AggrStats(new ArrayList<>(), 0)) > 0);
    assertTrue(AnswerForms.ALL_CONSTRAINTS.weigh(new SQLAllTableConstraints()) > 0);
    assertTrue(AnswerForms.STRINGS.weigh(List.of()) > 0);
  }

  private static LongColumnStatsDataInspector inspector(ColumnStatistics statistics) {
    return (LongColumnStatsDataInspector)
        statistics.getStatsObj().get(0).getStatsData().getLongStats();
  }
}
