package io.hmscache.store;

import io.hmscache.store.RememberedQuery.Keeper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.api.PartitionValuesResponse;

/** How answers that are no partitions are kept. */
final class Keepers {

  private Keepers() {}

  /** Names of partitions, in the delegate's order. */
  static final Keeper<List<String>> NAMES =
      new Keeper<List<String>>() {
        @Override
        public Object keep(List<String> answer) {
          return NameSequence.of(answer);
        }

        @Override
        public List<String> handOut(Object kept) {
          return ((NameSequence) kept).toList();
        }

        @Override
        public long weight(Object kept) {
          return ((NameSequence) kept).weight();
        }
      };

  /** A number. */
  static final Keeper<Integer> COUNT =
      new Keeper<Integer>() {
        @Override
        public Object keep(Integer answer) {
          return answer;
        }

        @Override
        public Integer handOut(Object kept) {
          return (Integer) kept;
        }

        @Override
        public long weight(Object kept) {
          return 16;
        }
      };

  /** Rows of partition values. */
  static final Keeper<PartitionValuesResponse> VALUES =
      new Keeper<PartitionValuesResponse>() {
        @Override
        public Object keep(PartitionValuesResponse answer) {
          return answer.deepCopy();
        }

        @Override
        public PartitionValuesResponse handOut(Object kept) {
          return ((PartitionValuesResponse) kept).deepCopy();
        }

        @Override
        public long weight(Object kept) {
          PartitionValuesResponse response = (PartitionValuesResponse) kept;
          long rows = response.getPartitionValuesSize();
          long columns = rows == 0 ? 0 : response.getPartitionValues().get(0).getRowSize();
          return 64 + rows * (64 + columns * 60);
        }
      };

  /** Strings by strings, null values among them. */
  static final Keeper<Map<String, String>> LOCATIONS =
      new Keeper<Map<String, String>>() {
        @Override
        public Object keep(Map<String, String> answer) {
          return new HashMap<>(answer);
        }

        @Override
        @SuppressWarnings("unchecked") // what keep has returned
        public Map<String, String> handOut(Object kept) {
          return new HashMap<>((Map<String, String>) kept);
        }

        @Override
        @SuppressWarnings("unchecked") // what keep has returned
        public long weight(Object kept) {
          return Weights.of((Map<String, String>) kept);
        }
      };
}
