/** The RawStore wrapper, its cache and its loader. */
package io.hmscache.store;
