/** What touches the wire: the handler proxy, the launcher, the fleet check. */
package io.hmscache.thrift;
