/**
 * The notification log: writing it, reading it, following it.
 *
 * <p>What reading rests on: every writer of the log holds the lock of NOTIFICATION_SEQUENCE from
 * the allocation of its first id to its commit, so ids become visible in order and without holes,
 * and the head that a query returns says that everything up to it is committed. The follower does
 * not believe it: an id without a row is noticed, waited for and, if it stays away, answered by
 * flushing everything.
 */
package io.hmscache.notification;
