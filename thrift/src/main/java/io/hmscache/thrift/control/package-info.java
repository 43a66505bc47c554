/** The command that an operator talks to a running metastore's cache with. */
package io.hmscache.thrift.control;
