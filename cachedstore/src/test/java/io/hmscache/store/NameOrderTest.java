package io.hmscache.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.benmanes.caffeine.cache.Ticker;
import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cache sorts names only as it has seen the database do it, or where no two would differ. */
class NameOrderTest {

  private final MetadataCache cache =
      new MetadataCache(
          1 << 20, 1L << 60, 10, true, new CacheMetrics(), Ticker.systemTicker(), Runnable::run);
  private final TableScope scope = cache.scopes().table(TableKey.of("c", "d", "t"));

  @Test
  void digitsAtTheSamePlacesNeedNoWitness() {
    List<String> names = List.of("ds=2024-01-10", "ds=2023-12-31", "ds=2024-01-02");
    assertArrayEquals(new int[] {1, 2, 0}, NameOrder.of(cache, scope, names));
  }

  @Test
  void oneNameNeedsNoOrder() {
    assertArrayEquals(new int[] {0}, NameOrder.of(cache, scope, List.of("p=x/y")));
    assertArrayEquals(new int[0], NameOrder.of(cache, scope, List.of()));
  }

  @Test
  void otherNamesNeedAWitness() {
    assertFalse(NameOrder.differInDigitsOnly(List.of("p=1", "p=10")), "lengths");
    assertFalse(NameOrder.differInDigitsOnly(List.of("p=a", "p=b")), "letters");
    assertFalse(NameOrder.differInDigitsOnly(List.of("p=1-2", "p=1.2")), "punctuation");
    assertNull(NameOrder.of(cache, scope, List.of("p=a", "p=b")));
  }

  @Test
  void theListingTellsTheOrderEvenWhenItIsOutdated() {
    witness(NameOrder.listing(scope), List.of("p=b", "p=a", "p=C", "p=c"));
    scope.partitionSet.bump();
    assertArrayEquals(new int[] {1, 0}, NameOrder.of(cache, scope, List.of("p=C", "p=a")));
    assertNull(NameOrder.of(cache, scope, List.of("p=C", "p=d")), "not in the listing");
  }

  @Test
  void anAnswerTellsTheOrderOfItsOwnNames() {
    List<String> names = List.of("p=C", "p=d");
    witness(NameOrder.exact(scope, names), List.of("p=d", "p=C"));
    assertArrayEquals(new int[] {1, 0}, NameOrder.of(cache, scope, names));
  }

  @Test
  void anotherDatabaseMaySortOtherwise() {
    witness(NameOrder.listing(scope), List.of("p=b", "p=a"));
    cache.everythingChanged();
    TableScope anew = cache.scopes().table(scope.key);
    assertNull(NameOrder.of(cache, anew, List.of("p=a", "p=b")));
  }

  @Test
  void positionsAreFoundInAnyOrder() {
    long seed = Long.getLong("order.seed", System.nanoTime());
    System.out.println("order.seed=" + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(200); i++) {
        names.add("p=" + i);
      }
      if (random.nextBoolean()) {
        Collections.sort(names);
      } else {
        Collections.shuffle(names, random);
      }
      NameSequence sequence = NameSequence.of(names);
      assertEquals(names, sequence.toList());
      for (int i = 0; i < names.size(); i++) {
        assertEquals(i, sequence.position(names.get(i)), "seed " + seed);
      }
      assertTrue(sequence.position("p=x") < 0);
      assertTrue(sequence.position("") < 0);
    }
  }

  private void witness(SlotKey key, List<String> names) {
    Entry entry = new Entry(NameSequence.of(names), 1, 1, NameSequence.STAMP, 100);
    cache.publish(key, entry, () -> true);
  }
}
