package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * A read that was answered from memory, so that the shadow check can ask for the same again. The
 * request's thread hands its query over and does not touch it any more.
 */
final class Hit {

  private static final int LONGEST = 300;

  final Query<?, ?, ?> query;

  /** The read of the table that the query is about; null if it is about none or several. */
  private final @Nullable TableQuery table;

  /** How the connection let the delegate ask the database. */
  final int sqlPaths;

  Hit(Query<?, ?, ?> query, @Nullable TableQuery table) {
    this.query = query;
    this.table = table;
    this.sqlPaths = query.session.sqlPaths();
  }

  /**
   * Looks up again what the answer is made of.
   *
   * @return the entries in the order of their use; null if not all are there and valid
   */
  @Nullable
  List<Entry> find() {
    Recording view = new Recording();
    if (table != null) {
      Entry entry = table.entry(query.session.cache());
      if (entry == null) {
        return null;
      }
      view.add(entry);
    }
    return query.find(view) ? view.entries : null;
  }

  /** Whether two lists hold the very same entries. */
  static boolean same(List<Entry> before, @Nullable List<Entry> after) {
    if (after == null || after.size() != before.size()) {
      return false;
    }
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i) != after.get(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    String text = query.describe();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** A view that remembers what it was made of. */
  private static final class Recording extends View {
    private final List<Entry> entries = new ArrayList<>();

    @Override
    void add(Entry entry) {
      super.add(entry);
      entries.add(entry);
    }
  }
}
