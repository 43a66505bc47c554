/** Compares metastores with different stores on one database: {@code bin/bench}. */
package io.hmscache.bench.fleet;
