package io.hmscache.clients;

import java.util.List;

/** Which store the metastores of a fleet have. */
enum Store {
  PLAIN,
  CACHED;

  /** What this build is to try, the reference first. */
  static List<Store> toTry() {
    return switch (System.getProperty("clients.store", "cached")) {
      case "plain" -> List.of(PLAIN);
      case "cached" -> List.of(PLAIN, CACHED);
      default ->
          throw new IllegalArgumentException(
              "clients.store is plain or cached, not " + System.getProperty("clients.store"));
    };
  }
}
