/** Write ids: what a reader may demand, and which writes have ended. Pure values. */
package io.hmscache.writeid;
