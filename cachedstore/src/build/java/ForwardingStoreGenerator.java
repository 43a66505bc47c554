import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Writes {@code ForwardingRawStore}: every method of the RawStore on the class path, the default
 * ones included, forwarded to a delegate. Run by the build with the metastore's class path, so that
 * no method of the interface can be forgotten.
 *
 * <p>Usage: {@code java -cp CLASSPATH ForwardingStoreGenerator.java OUTPUT_DIRECTORY}
 */
public final class ForwardingStoreGenerator {

  private static final String INTERFACE = "org.apache.hadoop.hive.metastore.RawStore";
  private static final String PACKAGE = "io.hmscache.store";
  private static final String NAME = "ForwardingRawStore";

  public static void main(String[] args) throws Exception {
    Class<?> rawStore =
        Class.forName(INTERFACE, false, ForwardingStoreGenerator.class.getClassLoader());
    Method[] methods = rawStore.getMethods();
    Arrays.sort(
        methods, Comparator.comparing(Method::getName).thenComparing(Method::toGenericString));
    StringBuilder out = new StringBuilder();
    out.append("package ").append(PACKAGE).append(";\n\n");
    out.append("import javax.annotation.Generated;\n");
    out.append("import javax.annotation.Nullable;\n");
    out.append("import org.apache.hadoop.hive.metastore.RawStore;\n\n");
    out.append("/**\n * Forwards all ").append(methods.length);
    out.append(" methods of RawStore, the default ones included, to the delegate.\n */\n");
    out.append("@Generated(\"ForwardingStoreGenerator\")\n");
    out.append("@SuppressWarnings(\"deprecation\")\n");
    out.append("public abstract class ").append(NAME).append(" implements RawStore {\n\n");
    out.append("  /** The store that answers; called once for each forwarded call. */\n");
    out.append("  protected abstract RawStore delegate();\n");
    for (Method method : methods) {
      if (!Modifier.isStatic(method.getModifiers())) {
        append(out, method);
      }
    }
    out.append("}\n");
    write(Paths.get(args[0], PACKAGE.replace('.', '/'), NAME + ".java"), out.toString());
  }

  private static void append(StringBuilder out, Method method) {
    List<String> parameters = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < method.getGenericParameterTypes().length; i++) {
      parameters.add(typeName(method.getGenericParameterTypes()[i].getTypeName()) + " a" + i);
      names.add("a" + i);
    }
    List<String> thrown = new ArrayList<>();
    for (Class<?> type : method.getExceptionTypes()) {
      thrown.add(type.getCanonicalName());
    }
    out.append("\n  @Override\n");
    if (!method.getReturnType().isPrimitive()) {
      out.append("  @Nullable\n"); // the interface does not say which methods may answer null
    }
    out.append("  public ");
    out.append(typeName(method.getGenericReturnType().getTypeName()));
    out.append(' ').append(method.getName());
    out.append('(').append(String.join(", ", parameters)).append(')');
    if (!thrown.isEmpty()) {
      out.append("\n      throws ").append(String.join(", ", thrown));
    }
    out.append(" {\n    ");
    if (method.getReturnType() != void.class) {
      out.append("return ");
    }
    out.append("delegate().").append(method.getName());
    out.append('(').append(String.join(", ", names)).append(");\n  }\n");
  }

  private static String typeName(String name) {
    return name.replace('$', '.');
  }

  private static void write(Path file, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), bytes)) {
      return; // keeps the time stamp, so that nothing is compiled again
    }
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }
}
