package io.hmscache.store;

import io.hmscache.notification.HeadSource;
import io.hmscache.writeid.SyncPoints;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;

/** The cache that the RawStore instances of this process share for one database. Thread-safe. */
public final class SharedCache {
  private final HeadSource headSource;
  private final SyncPoints syncPoints;

  SharedCache(HeadSource headSource, SyncPoints syncPoints) {
    this.headSource = headSource;
    this.syncPoints = syncPoints;
  }

  /** The cache of the database that a configuration names; null if this process has none. */
  @Nullable
  public static SharedCache find(Configuration conf) {
    return null;
  }

  /** Reads the head of that database's log. */
  public HeadSource headSource() {
    return headSource;
  }

  /** The sync points of readers that acquired their lists here. */
  public SyncPoints syncPoints() {
    return syncPoints;
  }
}
