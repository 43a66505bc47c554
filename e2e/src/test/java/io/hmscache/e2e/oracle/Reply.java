package io.hmscache.e2e.oracle;

import java.lang.reflect.InvocationTargetException;
import javax.annotation.Nullable;

/**
 * What became of a request, comparable: the Thrift structures, or class and message of the
 * exception. Stack traces that Hive puts into messages are cut off.
 */
record Reply(@Nullable Object answer, @Nullable String failure) {

  /** A request to a handler. */
  interface Request {
    @Nullable
    Object run() throws Exception;
  }

  static Reply of(Request request) {
    try {
      return new Reply(request.run(), null);
    } catch (InvocationTargetException e) {
      return failed(e.getCause());
    } catch (Exception e) {
      return failed(e);
    }
  }

  private static Reply failed(Throwable e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf("\n\tat ");
    return new Reply(
        null, e.getClass().getName() + ": " + (end < 0 ? message : message.substring(0, end)));
  }

  @Override
  public String toString() {
    return failure == null ? String.valueOf(answer) : failure;
  }
}
