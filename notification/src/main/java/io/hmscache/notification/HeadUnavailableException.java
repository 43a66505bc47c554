package io.hmscache.notification;

import javax.annotation.Nullable;

/** The head of the log could not be read. The message is one line an operator understands. */
public final class HeadUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  public HeadUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
