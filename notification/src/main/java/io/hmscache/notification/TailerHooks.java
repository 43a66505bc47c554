package io.hmscache.notification;

import org.apache.hadoop.hive.metastore.api.NotificationEvent;

/**
 * Places where tests hold or watch a {@link Tailer}. Called on its thread; every method does
 * nothing by default.
 */
public interface TailerHooks {

  /** Hooks that do nothing. */
  TailerHooks NONE = new TailerHooks() {};

  /** Before the head is read. */
  default void beforePoll() {}

  /** Before an event's effect; applied is still below it. */
  default void beforeApply(NotificationEvent event) {}

  /** After an event's effect and before applied reaches it. */
  default void beforeAdvance(NotificationEvent event) {}

  /** In a rebase, after the head was read and before anything is flushed. */
  default void beforeFlush(long head) {}

  /** In a rebase, after flush and seeding and before applied becomes the head. */
  default void beforeRebased(long head) {}
}
