/** What runs in a child JVM with an old client of the metastore on its class path. */
package io.hmscache.clients.hiveclient;
