package io.hmscache.writeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TextCacheTest {

  @Test
  void keepsNoMoreEntriesThanAllowed() {
    TextCache<Integer> cache = new TextCache<>(10, 1_000);
    for (int i = 0; i < 1_000; i++) {
      int value = i;
      assertEquals(value, cache.getOrMake("text " + i, () -> value));
      assertEquals(value, cache.get("text " + i));
      assertTrue(cache.size() <= 10);
    }
    assertEquals(10, cache.size());
    assertNull(cache.get("text 0"));
  }

  @Test
  void keepsNoMoreCharactersThanAllowed() {
    TextCache<Integer> cache = new TextCache<>(1_000, 100);
    for (int i = 0; i < 50; i++) {
      cache.getOrMake("x".repeat(30) + (10 + i), () -> 1);
      assertTrue(cache.size() <= 3);
    }
    assertEquals(3, cache.size());
    cache.getOrMake("y".repeat(100), () -> 1);
    assertEquals(1, cache.size());
  }

  @Test
  void textBeyondTheBoundIsMadeEachTimeAndPushesNothingOut() {
    TextCache<Integer> cache = new TextCache<>(10, 100);
    AtomicInteger made = new AtomicInteger();
    cache.getOrMake("short", () -> 1);
    String tooLong = "z".repeat(101);
    cache.getOrMake(tooLong, made::incrementAndGet);
    assertEquals(2, cache.getOrMake(tooLong, made::incrementAndGet));
    assertEquals(1, cache.get("short"));
  }

  @Test
  void whatIsUsedStaysAndWhatIsNotGoes() {
    TextCache<Integer> cache = new TextCache<>(4, 1_000);
    cache.getOrMake("used", () -> 1);
    for (int i = 0; i < 100; i++) {
      assertNotNull(cache.get("used"), "pushed out before entry " + i);
      cache.getOrMake("unused " + i, () -> 2);
    }
  }

  @Test
  void madeOnceForManyThreads() throws Exception {
    TextCache<Object> cache = new TextCache<>(10, 1_000);
    AtomicInteger made = new AtomicInteger();
    int threads = 16;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Object>> answers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        answers.add(
            executor.submit(
                () -> {
                  start.await();
                  return cache.getOrMake(
                      "text",
                      () -> {
                        made.incrementAndGet();
                        return new Object();
                      });
                }));
      }
      Object first = answers.get(0).get();
      for (Future<Object> answer : answers) {
        assertSame(first, answer.get());
      }
    } finally {
      executor.shutdownNow();
    }
    assertEquals(1, made.get());
  }

  @Test
  void boundsMustBePositive() {
    assertThrows(IllegalArgumentException.class, () -> new TextCache<>(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new TextCache<>(1, 0));
  }
}
