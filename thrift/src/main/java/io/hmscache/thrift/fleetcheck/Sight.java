package io.hmscache.thrift.fleetcheck;

/** What one answer showed of a table: its version, or that the table is not there. Immutable. */
final class Sight {

  private static final Sight ABSENT = new Sight(-1);

  private final long version;

  private Sight(long version) {
    this.version = version;
  }

  static Sight absent() {
    return ABSENT;
  }

  static Sight of(long version) {
    return new Sight(version);
  }

  boolean isAbsent() {
    return version < 0;
  }

  /** The version; negative if the table was not there. */
  long version() {
    return version;
  }

  @Override
  public String toString() {
    return isAbsent() ? "no table" : "version " + version;
  }
}
