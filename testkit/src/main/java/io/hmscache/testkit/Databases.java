package io.hmscache.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The databases that the {@link DatabaseTest} methods of a class run on. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface Databases {

  /** The kinds; those not available on this machine are left out. */
  DatabaseKind[] value();
}
