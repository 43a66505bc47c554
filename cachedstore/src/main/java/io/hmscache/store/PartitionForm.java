package io.hmscache.store;

/**
 * How the delegate builds a Thrift partition. ObjectStore has three ways, which fill in different
 * fields, so an answer is only ever given from an entry of its own form.
 */
enum PartitionForm {
  /** One partition by its values, through the ORM. */
  SINGLE,
  /** One of many, with everything that listings and reads by names fill in. */
  BULK,
  /**
   * As {@link #BULK}, read inside a transaction by a delegate that uses direct SQL outside of them
   * only ({@code metastore.try.direct.sql.ddl} off): the ORM knows more of a serde.
   */
  BULK_BY_ORM,
  /**
   * One of many of a full-ACID table, listed by a filter, an expression or a partial specification:
   * ObjectStore then leaves out parameters of descriptor and serde, sort and skew. It can be
   * derived from {@link #BULK}.
   */
  LEAN,
  /** Not a partition, only that it exists. */
  EXISTENCE
}
