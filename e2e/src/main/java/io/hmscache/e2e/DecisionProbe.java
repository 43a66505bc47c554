package io.hmscache.e2e;

/** What a metastore's cache tells about itself. */
interface DecisionProbe extends AutoCloseable {

  /** What became of the last read of a table, and why; begins with {@code hit} if from memory. */
  String lastDecision(String table);

  /** Stops applying the log. */
  void pauseTailer();

  /** Applies the log again. */
  void resumeTailer();

  /** Position up to which the log is applied. */
  long appliedEventId();

  /** Hits that were compared with the database. */
  long verifiedHits();

  /** Hits that differed from the database at the same position. */
  long mismatches();

  @Override
  void close();

  /** A store that has no cache of ours. */
  DecisionProbe NONE =
      new DecisionProbe() {
        @Override
        public String lastDecision(String table) {
          return "database";
        }

        @Override
        public void pauseTailer() {}

        @Override
        public void resumeTailer() {}

        @Override
        public long appliedEventId() {
          return Long.MAX_VALUE;
        }

        @Override
        public long verifiedHits() {
          return 0;
        }

        @Override
        public long mismatches() {
          return 0;
        }

        @Override
        public void close() {}
      };
}
