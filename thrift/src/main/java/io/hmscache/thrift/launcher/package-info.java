/** Starts one metastore of the stock distribution for people who try the plugin. */
package io.hmscache.thrift.launcher;
