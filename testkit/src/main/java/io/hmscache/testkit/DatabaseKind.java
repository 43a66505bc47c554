package io.hmscache.testkit;

import java.nio.file.Path;

/** The databases that tests run on. All carry the official schema of the distribution. */
public enum DatabaseKind {
  /** Derby in memory: this JVM only, the fastest. */
  DERBY_MEMORY("derby"),
  /** Derby's network server in this JVM: reachable for other processes. */
  DERBY_SERVER("derby"),
  /** A real PostgreSQL from a Maven artifact. */
  POSTGRES("postgres"),
  /** A real MariaDB from a Maven artifact, else the installed one; check {@link #available()}. */
  MARIADB("mysql"),
  /** A database that is there already, named by its JDBC URL. */
  EXTERNAL("");

  private final String schemaType;

  DatabaseKind(String schemaType) {
    this.schemaType = schemaType;
  }

  /** The schematool's name for the database; empty for {@link #EXTERNAL}. */
  public String schemaType() {
    return schemaType;
  }

  /** Whether processes other than this JVM reach the database. */
  public boolean shared() {
    return this != DERBY_MEMORY;
  }

  /** Whether this machine can start such a database. */
  public boolean available() {
    return switch (this) {
      case MARIADB -> MariaDbPrograms.available();
      case EXTERNAL -> false;
      default -> true;
    };
  }

  /** Folder that the databases of this JVM live in. */
  static Path tempRoot() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }
}
