package io.hmscache.store;

import io.hmscache.writeid.Level;
import io.hmscache.writeid.TableKey;
import io.hmscache.writeid.TableKind;

/** Which level a read has. Thread-safe; overrides can change at run time. */
final class Levels {

  private final CacheSettings settings;
  private volatile TablePatterns<Level> overrides;

  Levels(CacheSettings settings) {
    this.settings = settings;
    this.overrides = settings.overrides;
  }

  /**
   * The level of a read of a table.
   *
   * @param snapshot whether the read carries a usable write-id list
   */
  Level table(TableKey key, TableKind kind, boolean snapshot) {
    TablePatterns<Level> current = overrides;
    Level override = current.isEmpty() ? null : current.match(key);
    Level level = override != null ? override : byKind(kind);
    if (kind == TableKind.TRANSACTIONAL && !snapshot && level == Level.SNAPSHOT) {
      return settings.unversioned;
    }
    return level;
  }

  /** The level of database objects and listings. */
  Level database() {
    return settings.database;
  }

  private Level byKind(TableKind kind) {
    switch (kind) {
      case TRANSACTIONAL:
        return settings.transactional;
      case POINTER:
        return settings.pointer;
      default:
        return settings.external;
    }
  }

  /**
   * Sets the level of the tables that match a pattern from now on.
   *
   * @throws IllegalArgumentException if the pattern is none
   */
  synchronized void override(String pattern, Level level) {
    overrides = overrides.withFirst(pattern, level);
  }
}
