/** Databases with the official schema, and metastore processes, for tests and the demo. */
package io.hmscache.testkit;
