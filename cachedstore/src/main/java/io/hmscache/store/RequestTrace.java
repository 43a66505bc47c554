package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What became of the reads of one request: a line in the log if this class's logger is at level
 * DEBUG, otherwise nothing at all. Confined to the request's thread.
 */
final class RequestTrace {

  private static final Logger LOG = LoggerFactory.getLogger(RequestTrace.class);

  private final List<String> reads = new ArrayList<>();
  private boolean database;
  private boolean head;

  private RequestTrace() {}

  /** A trace; null if nobody wants to see any. */
  @Nullable
  static RequestTrace begin() {
    return LOG.isDebugEnabled() ? new RequestTrace() : null;
  }

  /** A cached read ended like this. */
  void read(Query<?, ?, ?> query, String outcome) {
    reads.add(query.kind() + " " + outcome);
  }

  /** The delegate was called for something. */
  void askedDatabase() {
    database = true;
  }

  /** The head of the log was asked for. */
  void askedHead() {
    head = true;
  }

  /** Logs {@code method table: where from; reads}. */
  void log(RequestContext request) {
    String table = request.table() == null ? "" : " " + request.database() + "." + request.table();
    LOG.debug("{}{}: {}; {}", request.method(), table, source(), String.join(", ", reads));
  }

  private String source() {
    if (database) {
      return "database";
    }
    if (reads.isEmpty()) {
      return "no read";
    }
    return head ? "memory and head of the log" : "memory";
  }
}
