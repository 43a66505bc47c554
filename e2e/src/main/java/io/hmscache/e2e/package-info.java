/** The demo and what the end-to-end tests share. */
package io.hmscache.e2e;
