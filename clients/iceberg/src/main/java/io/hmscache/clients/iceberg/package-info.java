/** What runs in a child JVM with Iceberg on its class path. */
package io.hmscache.clients.iceberg;
