package io.hmscache.testkit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a {@link DatabaseTest} once per kind of database. */
final class DatabaseTestExtension implements TestTemplateInvocationContextProvider {

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return kinds(context.getRequiredTestClass()).stream()
        .filter(DatabaseKind::available)
        .map(Invocation::new);
  }

  private static List<DatabaseKind> kinds(Class<?> testClass) {
    String property = System.getProperty("testkit.databases");
    if (property != null) {
      return Stream.of(property.split(","))
          .map(kind -> DatabaseKind.valueOf(kind.strip().toUpperCase(Locale.ROOT)))
          .toList();
    }
    for (Class<?> c = testClass; c != null; c = c.getEnclosingClass()) {
      Databases databases = c.getAnnotation(Databases.class);
      if (databases != null) {
        return List.of(databases.value());
      }
    }
    return List.of(DatabaseKind.DERBY_MEMORY, DatabaseKind.POSTGRES);
  }

  private record Invocation(DatabaseKind kind) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return kind.toString();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new OneDatabase(kind));
    }
  }

  /** Creates the database before the class's own set-up methods and closes it after them. */
  private static final class OneDatabase
      implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
        ExtensionContext.Namespace.create(OneDatabase.class);
    private final DatabaseKind kind;

    OneDatabase(DatabaseKind kind) {
      this.kind = kind;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      database(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
      TestDatabase database =
          context.getStore(NAMESPACE).remove(TestDatabase.class, TestDatabase.class);
      if (database != null) {
        database.close();
      }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == TestDatabase.class
          && context.getTestMethod().isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return database(context);
    }

    private TestDatabase database(ExtensionContext context) {
      return context
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(
              TestDatabase.class, key -> TestDatabase.create(kind), TestDatabase.class);
    }
  }
}
