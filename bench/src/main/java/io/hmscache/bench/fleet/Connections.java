package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreClient;
import io.hmscache.testkit.MetastoreProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of each measuring thread to each metastore. For one thread at a time. */
final class Connections implements AutoCloseable {

  private final Map<Variant, List<Target>> targets = new EnumMap<>(Variant.class);
  private final List<MetastoreClient> open = new ArrayList<>();

  /**
   * Connects.
   *
   * @param writer the metastore that is elsewhere for all others
   */
  Connections(Map<Variant, MetastoreProcess> fleet, MetastoreProcess writer, int threads) {
    AtomicInteger names = new AtomicInteger();
    List<MetastoreClient> elsewhere = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      elsewhere.add(connect(writer));
    }
    fleet.forEach(
        (variant, process) -> {
          AtomicInteger cold = new AtomicInteger();
          List<Target> some = new ArrayList<>();
          for (int i = 0; i < threads; i++) {
            some.add(new Target(variant, connect(process), elsewhere.get(i), cold, names));
          }
          targets.put(variant, some);
        });
  }

  private MetastoreClient connect(MetastoreProcess process) {
    MetastoreClient client = process.client();
    open.add(client);
    return client;
  }

  /** The first targets of a variant. */
  List<Target> of(Variant variant, int threads) {
    List<Target> all = targets.get(variant);
    if (all == null) {
      throw new IllegalArgumentException("not started: " + variant.text());
    }
    return all.subList(0, threads);
  }

  @Override
  public void close() {
    open.forEach(MetastoreClient::close);
  }
}
