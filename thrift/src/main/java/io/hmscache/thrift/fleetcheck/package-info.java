/**
 * {@code bin/fleet-check}: an ordinary Thrift client that holds a running fleet to its promises.
 */
package io.hmscache.thrift.fleetcheck;
