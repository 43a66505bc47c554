package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hive.metastore.api.AggrStats;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TCompactProtocol;

/** The types of answers that are remembered as a whole. */
final class AnswerForms {

  private static final int LIST = 48;
  private static final int STRUCT = 160;
  private static final int COLUMN = 320;

  /** Names, or whatever else strings are. */
  static final AnswerForm<List<String>> STRINGS =
      new AnswerForm<List<String>>() {
        @Override
        public List<String> copy(List<String> answer) {
          return new ArrayList<>(answer);
        }

        @Override
        public long weigh(List<String> answer) {
          return LIST + Weights.strings(answer);
        }
      };

  /** Statistics of the columns of a table or a partition. */
  static final AnswerForm<ColumnStatistics> STATISTICS =
      one(ColumnStatistics::deepCopy, COLUMN, ColumnStatistics::getStatsObjSize);

  static final AnswerForm<List<ColumnStatistics>> STATISTICS_LIST = listOf(STATISTICS);

  static final AnswerForm<List<List<ColumnStatistics>>> STATISTICS_LISTS = listOf(STATISTICS_LIST);

  /** Statistics over partitions. */
  static final AnswerForm<AggrStats> AGGREGATE =
      one(AggrStats::deepCopy, COLUMN, AggrStats::getColStatsSize);

  /** All constraints of a table. */
  static final AnswerForm<SQLAllTableConstraints> ALL_CONSTRAINTS =
      one(
          SQLAllTableConstraints::deepCopy,
          STRUCT,
          all ->
              all.getPrimaryKeysSize()
                  + all.getForeignKeysSize()
                  + all.getUniqueConstraintsSize()
                  + all.getDefaultConstraintsSize()
                  + all.getCheckConstraintsSize()
                  + all.getNotNullConstraintsSize());

  private AnswerForms() {}

  /** Lists of small structs. */
  static <E extends TBase<E, ?>> AnswerForm<List<E>> structs(UnaryOperator<E> deepCopy) {
    return listOf(one(deepCopy, STRUCT, struct -> 1));
  }

  private interface Parts<E> {
    int count(E answer);
  }

  private static <E extends TBase<E, ?>> AnswerForm<E> one(
      UnaryOperator<E> deepCopy, int bytesOfPart, Parts<E> parts) {
    return new AnswerForm<E>() {
      @Override
      public E copy(E answer) {
        return deepCopy.apply(answer);
      }

      @Override
      public long weigh(E answer) {
        return STRUCT + (long) bytesOfPart * parts.count(answer) + serialized(answer);
      }
    };
  }

  private static <E> AnswerForm<List<E>> listOf(AnswerForm<E> form) {
    return new AnswerForm<List<E>>() {
      @Override
      public List<E> copy(List<E> answer) {
        List<E> copy = new ArrayList<>(answer.size());
        for (E element : answer) {
          copy.add(form.copy(element));
        }
        return copy;
      }

      @Override
      public long weigh(List<E> answer) {
        long bytes = LIST;
        for (E element : answer) {
          bytes += 8 + form.weigh(element);
        }
        return bytes;
      }
    };
  }

  /** Strings and bit vectors of whatever type: what Thrift would write, packed. */
  private static int serialized(TBase<?, ?> struct) {
    try {
      return new TSerializer(new TCompactProtocol.Factory()).serialize(struct).length;
    } catch (TException e) {
      // Nothing that a delegate answers lacks a required field; if one does, Thrift would refuse
      // to send it anyway.
      throw new IllegalArgumentException("not serializable: " + struct.getClass().getName(), e);
    }
  }
}
