package io.hmscache.store;

import io.hmscache.writeid.TableKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.annotation.Nullable;

/**
 * Patterns over table names with a value each; the first match wins. A pattern is {@code
 * [catalog.]database.table} with {@code *} for any characters; {@code *} alone is every table, and
 * without a catalog it means every catalog. Immutable.
 */
final class TablePatterns<V> {

  private final List<One<V>> patterns;

  private TablePatterns(List<One<V>> patterns) {
    this.patterns = Collections.unmodifiableList(patterns);
  }

  /** Parses {@code pattern=value, pattern=value}. */
  static <V> TablePatterns<V> parse(
      String text, Function<String, V> value, Function<String, IllegalArgumentException> wrong) {
    List<One<V>> patterns = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (item.trim().isEmpty()) {
        continue;
      }
      int equals = item.indexOf('=');
      if (equals < 0) {
        throw wrong.apply(item.trim());
      }
      patterns.add(
          new One<>(
              item.substring(0, equals).trim(),
              value.apply(item.substring(equals + 1).trim()),
              wrong));
    }
    return new TablePatterns<>(patterns);
  }

  /** Parses {@code pattern, pattern}. */
  static TablePatterns<Boolean> parseNames(
      String text, Function<String, IllegalArgumentException> wrong) {
    List<One<Boolean>> patterns = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (!item.trim().isEmpty()) {
        patterns.add(new One<>(item.trim(), Boolean.TRUE, wrong));
      }
    }
    return new TablePatterns<>(patterns);
  }

  /** These patterns after one more, which wins. */
  TablePatterns<V> withFirst(String pattern, V value) {
    List<One<V>> more = new ArrayList<>();
    more.add(
        new One<>(
            pattern,
            value,
            text ->
                new IllegalArgumentException(
                    "'" + text + "' is not [catalog.]database.table with * for any characters")));
    for (One<V> one : patterns) {
      if (!one.text.equals(pattern)) {
        more.add(one);
      }
    }
    return new TablePatterns<>(more);
  }

  /** The value of the first pattern that matches; null if none does. */
  @Nullable
  V match(TableKey key) {
    for (One<V> one : patterns) {
      if (one.matches(key)) {
        return one.value;
      }
    }
    return null;
  }

  /**
   * Marks the patterns that match, also those that others before them hide.
   *
   * @param matched one bit for each pattern, in the order of {@link #texts}
   */
  void mark(TableKey key, BitSet matched) {
    for (int i = matched.nextClearBit(0); i < patterns.size(); i = matched.nextClearBit(i + 1)) {
      if (patterns.get(i).matches(key)) {
        matched.set(i);
      }
    }
  }

  boolean isEmpty() {
    return patterns.isEmpty();
  }

  /** The patterns as they were written. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (One<V> one : patterns) {
      texts.add(one.text);
    }
    return texts;
  }

  private static final class One<V> {
    final String text;
    final V value;
    private final @Nullable Pattern catalog;
    private final @Nullable Pattern database;
    private final @Nullable Pattern table;

    One(String text, V value, Function<String, IllegalArgumentException> wrong) {
      this.text = text;
      this.value = value;
      String[] parts = text.split("\\.", -1);
      if (text.equals("*")) {
        catalog = null;
        database = null;
        table = null;
      } else if (parts.length == 2 || parts.length == 3) {
        catalog = parts.length == 3 ? compile(parts[0]) : null;
        database = compile(parts[parts.length - 2]);
        table = compile(parts[parts.length - 1]);
      } else {
        throw wrong.apply(text);
      }
    }

    private static Pattern compile(String part) {
      StringBuilder regex = new StringBuilder();
      for (String literal : TableKey.canonical(part).split("\\*", -1)) {
        if (regex.length() > 0) {
          regex.append(".*");
        }
        regex.append(literal.isEmpty() ? "(?:)" : Pattern.quote(literal));
      }
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    boolean matches(TableKey key) {
      return (catalog == null || catalog.matcher(key.catalog()).matches())
          && (database == null || database.matcher(key.database()).matches())
          && (table == null || table.matcher(key.table()).matches());
    }
  }
}
