package io.hmscache.thrift;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;

/** Where one request type keeps its table's name, the write-id list and the table id. */
final class RequestFields<T> {
  private final Class<T> type;
  private final Function<T, String> database;
  private final Function<T, String> table;
  @Nullable private Function<T, String> catalog;
  @Nullable private Function<T, String> list;
  @Nullable private ToLongFunction<T> id;

  RequestFields(Class<T> type, Function<T, String> database, Function<T, String> table) {
    this.type = type;
    this.database = database;
    this.table = table;
  }

  RequestFields<T> catalog(Function<T, String> getter) {
    catalog = getter;
    return this;
  }

  RequestFields<T> list(Function<T, String> getter) {
    list = getter;
    return this;
  }

  RequestFields<T> id(ToLongFunction<T> getter) {
    id = getter;
    return this;
  }

  /** The type described. */
  Class<T> type() {
    return type;
  }

  /** Reads a request of that type. */
  RequestSnapshot read(Object request, Configuration conf) {
    T typed = type.cast(request);
    return RequestSnapshot.of(
        catalog == null ? null : catalog.apply(typed),
        database.apply(typed),
        table.apply(typed),
        list == null ? null : list.apply(typed),
        id == null ? 0 : id.applyAsLong(typed),
        conf);
  }
}
