package io.hmscache.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What an operator copies into the metastore's lib folder. */
class InstallableJarTest {

  private static final int JAVA_8 = 52;
  private static final String OURS = "io/hmscache/";

  @Test
  void everyClassIsOursAndLoadsOnJava8() throws IOException {
    List<String> foreign = new ArrayList<>();
    List<String> newer = new ArrayList<>();
    int classes = 0;
    try (JarFile jar = new JarFile(System.getProperty("hmscache.jar"))) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (!entry.getName().endsWith(".class")) {
          continue;
        }
        classes++;
        if (!entry.getName().startsWith(OURS)) {
          foreign.add(entry.getName());
        }
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
          assertEquals(0xCAFEBABE, in.readInt(), entry.getName());
          in.readUnsignedShort();
          if (in.readUnsignedShort() > JAVA_8) {
            newer.add(entry.getName());
          }
        }
      }
    }
    assertEquals(List.of(), foreign);
    assertEquals(List.of(), newer);
    assertTrue(classes > 0, "the jar holds no class");
  }

  @Test
  void holdsAllFourModules() throws IOException {
    TreeSet<String> packages = new TreeSet<>();
    try (JarFile jar = new JarFile(System.getProperty("hmscache.jar"))) {
      jar.stream()
          .map(JarEntry::getName)
          .filter(name -> name.startsWith(OURS) && name.endsWith(".class"))
          .map(name -> name.substring(OURS.length(), name.indexOf('/', OURS.length())))
          .forEach(packages::add);
    }
    assertTrue(
        packages.containsAll(List.of("writeid", "notification", "store", "thrift")),
        packages.toString());
  }
}
