/** The notification log: writing it, reading it, following it. */
package io.hmscache.notification;
