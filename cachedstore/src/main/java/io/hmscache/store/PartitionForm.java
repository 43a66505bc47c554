package io.hmscache.store;

/**
 * The ways in which the delegate builds a Thrift partition. One may fill a field that another
 * leaves, so an answer is only ever given from an entry of its own form.
 */
enum PartitionForm {
  /** One partition by its values, through JDO. */
  SINGLE,
  /** One of many, by direct SQL where that is on. */
  BULK
}
