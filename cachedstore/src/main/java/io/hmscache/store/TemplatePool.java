package io.hmscache.store;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.annotation.Nullable;

/**
 * The partition templates of one table that stored partitions refer to. It keeps none of them
 * alive: when the last partition of a template is evicted the template goes, too. A few places
 * suffice, and if two templates quarrel over one they are merely shared less. Thread-safe.
 */
final class TemplatePool {

  private static final int PLACES = 64;

  private final AtomicReferenceArray<WeakReference<PartitionTemplate>> places =
      new AtomicReferenceArray<>(PLACES);

  /** The stored template equal to a probe; null if there is none. */
  @Nullable
  PartitionTemplate find(PartitionTemplate probe) {
    WeakReference<PartitionTemplate> reference = places.get(place(probe));
    PartitionTemplate present = reference == null ? null : reference.get();
    return present != null && present.matches(probe) ? present : null;
  }

  /** Stores an owned copy of a probe and returns it. */
  PartitionTemplate add(PartitionTemplate probe) {
    PartitionTemplate owned = probe.owned();
    places.set(place(owned), new WeakReference<>(owned));
    return owned;
  }

  private static int place(PartitionTemplate template) {
    int hash = template.quickHash();
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
