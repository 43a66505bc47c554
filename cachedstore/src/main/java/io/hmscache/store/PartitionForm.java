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
   * One of many of a full-ACID table, listed by a filter, an expression or a partial specification:
   * ObjectStore then leaves out parameters of descriptor and serde, sort and skew. It can be
   * derived from {@link #BULK}.
   */
  LEAN,
  /** Not a partition, only that it exists. */
  EXISTENCE
}
