package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;

/**
 * The very call that a client made, put to the delegate.
 *
 * @param <T> what the method returns
 * @param <X> a checked exception of the method
 * @param <Y> another one
 */
interface Ask<T, X extends Exception, Y extends Exception> {

  @Nullable
  T of(RawStore store) throws X, Y;
}
