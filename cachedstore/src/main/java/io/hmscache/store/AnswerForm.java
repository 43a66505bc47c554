package io.hmscache.store;

/**
 * How answers of one type are copied and weighed.
 *
 * @param <T> the type
 */
interface AnswerForm<T> {

  /** A copy that shares nothing mutable with the answer; its lists can grow. */
  T copy(T answer);

  /** Bytes that a copy takes in the cache, estimated. */
  long weigh(T answer);
}
