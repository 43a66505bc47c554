package io.hmscache.testkit;

import java.util.concurrent.Callable;

/** Waiting for a condition that another thread or process makes true. */
public final class Waiting {

  private static final long POLL_MS = 20;

  private Waiting() {}

  /**
   * Polls until the condition holds.
   *
   * @param what what is waited for, for the message
   * @param timeoutMs how long at most
   * @throws IllegalStateException if it does not hold in time
   */
  public static void until(String what, long timeoutMs, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + timeoutMs * 1_000_000;
    try {
      while (!condition.call()) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("not within " + timeoutMs + " ms: " + what);
        }
        Thread.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("while waiting for " + what, e);
    }
  }
}
