package io.hmscache.thrift.fleetcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HistogramTest {

  @Test
  void emptyOneHasNoDurations() {
    Histogram histogram = new Histogram();
    assertEquals(0, histogram.count());
    assertEquals(0, histogram.percentile(0.5));
    assertEquals(0, histogram.max());
  }

  @Test
  void percentilesArePreciseToAnEighth() {
    for (long scale = 1; scale < Long.MAX_VALUE / 2000; scale *= 7) {
      Histogram histogram = new Histogram();
      for (long i = 1; i <= 1000; i++) {
        histogram.add(i * scale);
      }
      assertEquals(1000, histogram.count());
      assertEquals(1000 * scale, histogram.max());
      for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
        double exact = share * 1000 * scale;
        double found = histogram.percentile(share);
        assertTrue(
            found >= exact && found <= exact * 1.126 + 1, scale + ": " + found + " for " + exact);
      }
    }
  }

  @Test
  void extremesHaveTheirPlace() {
    Histogram histogram = new Histogram();
    histogram.add(-5);
    histogram.add(Long.MAX_VALUE);
    assertEquals(0, histogram.percentile(0.5));
    assertEquals(Long.MAX_VALUE, histogram.percentile(1));
  }
}
