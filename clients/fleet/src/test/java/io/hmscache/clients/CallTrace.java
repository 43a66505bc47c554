package io.hmscache.clients;

import io.hmscache.testkit.MetastoreProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a metastore with the plugin logs about its requests from a moment on: one line per request,
 * written before the client has its answer. Needs {@link #LOGGER} at level DEBUG.
 */
final class CallTrace {

  /** The logger that writes the lines. */
  static final String LOGGER = "io.hmscache.store.RequestTrace";

  private static final Pattern LINE =
      Pattern.compile("RequestTrace: (\\S+)(?: (\\S+))?: ([^;]*); (.*)$");

  /**
   * One request.
   *
   * @param method the Thrift method
   * @param table the one table it is about, with its database; empty if none
   * @param source where its reads were answered: "memory", "memory and head of the log",
   *     "database", "no read"
   * @param reads what became of each cached read
   */
  record Call(String method, String table, String source, String reads) {

    /** Whether the request asked the database for more than the head of the log. */
    boolean fromDatabase() {
      return source.equals("database");
    }
  }

  private final MetastoreProcess metastore;
  private final long from;

  private CallTrace(MetastoreProcess metastore, long from) {
    this.metastore = metastore;
    this.from = from;
  }

  /** Follows a metastore from now on. */
  static CallTrace begin(MetastoreProcess metastore) throws IOException {
    return new CallTrace(metastore, Files.size(metastore.log()));
  }

  /** The requests since the beginning. */
  List<Call> calls() throws IOException {
    byte[] all = Files.readAllBytes(metastore.log());
    String text = new String(all, (int) from, all.length - (int) from, StandardCharsets.UTF_8);
    return parse(text.lines().toList());
  }

  static List<Call> parse(List<String> lines) {
    List<Call> calls = new ArrayList<>();
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.find()) {
        String table = matcher.group(2) == null ? "" : matcher.group(2);
        calls.add(new Call(matcher.group(1), table, matcher.group(3), matcher.group(4).strip()));
      }
    }
    return calls;
  }

  /** Equal calls counted, in the order of their first. */
  static Map<Call, Integer> counted(List<Call> calls) {
    Map<Call, Integer> counted = new LinkedHashMap<>();
    calls.forEach(call -> counted.merge(call, 1, Integer::sum));
    return counted;
  }
}
