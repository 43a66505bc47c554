package io.hmscache.bench.fleet;

import io.hmscache.testkit.MetastoreClient;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one thread measures.
 *
 * @param variant what answers
 * @param client its own connection to it
 * @param elsewhere its own connection to another metastore on the same database
 * @param cold counts the tables that this variant has not been asked for yet; common to its threads
 * @param names counts up, for names that nobody has used; common to all
 */
record Target(
    Variant variant,
    MetastoreClient client,
    MetastoreClient elsewhere,
    AtomicInteger cold,
    AtomicInteger names) {}
