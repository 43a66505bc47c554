package io.hmscache.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs once on each database. It may have a parameter of type {@link
 * TestDatabase}: a database of its own, closed after the method. The kinds are those of {@link
 * Databases} on the class, otherwise {@link DatabaseKind#DERBY_MEMORY} and {@link
 * DatabaseKind#POSTGRES}. The system property {@code testkit.databases} (kinds with commas between
 * them, any case) overrides both.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(DatabaseTestExtension.class)
public @interface DatabaseTest {}
