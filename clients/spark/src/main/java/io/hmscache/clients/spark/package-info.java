/** What runs in a child JVM with Spark on its class path. */
package io.hmscache.clients.spark;
