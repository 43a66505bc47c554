package io.hmscache.thrift.fleetcheck;

/** The kinds of tables under check: what is promised for each, and where its version is kept. */
enum TableKind {
  /** Transactional; the version is a table parameter. */
  TRANSACTIONAL(true, false),
  /** Transactional; the version is the highest partition. */
  TRANSACTIONAL_PARTITIONED(true, true),
  /** External; the version is a table parameter. */
  EXTERNAL(false, false),
  /** External; the version is the highest partition. */
  EXTERNAL_PARTITIONED(false, true),
  /** A pointer to a state elsewhere, as Iceberg's; the version is a table parameter. */
  POINTER(false, false);

  private final boolean transactional;
  private final boolean partitioned;

  TableKind(boolean transactional, boolean partitioned) {
    this.transactional = transactional;
    this.partitioned = partitioned;
  }

  boolean transactional() {
    return transactional;
  }

  boolean partitioned() {
    return partitioned;
  }

  /** The promise of a read without a write-id list under the default levels. */
  Promise unversioned() {
    return transactional || this == POINTER ? Promise.LINEARIZABLE : Promise.BOUND;
  }
}
