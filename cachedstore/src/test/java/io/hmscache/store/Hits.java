package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;

/** Hits of a bed as the read path reports them to the shadow check. */
final class Hits {

  private Hits() {}

  /** The one hit of a call whose answer is in memory. */
  static Hit of(CacheBed bed, CacheBed.Call<?> call) throws Exception {
    List<Hit> hits = new ArrayList<>();
    bed.shared.watch(() -> {}, (query, table) -> hits.add(new Hit(query, table)));
    try {
      bed.read(call);
    } finally {
      bed.shared.watch(() -> {}, (query, table) -> {});
    }
    if (hits.size() != 1) {
      throw new AssertionError("not one hit but " + hits);
    }
    return hits.get(0);
  }
}
