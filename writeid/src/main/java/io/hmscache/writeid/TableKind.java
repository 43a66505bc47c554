package io.hmscache.writeid;

/** What kind of table is read, as far as consistency is concerned. */
public enum TableKind {
  /** Has write ids: a list can gate it. */
  TRANSACTIONAL,
  /** Everything without write ids that is not a pointer: external tables, views, databases. */
  EXTERNAL,
  /** Its parameters point at the current state elsewhere (Iceberg): never eventual by default. */
  POINTER
}
