package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Table;

/** Names the fields in which two tables differ, with both values. */
final class Differences {

  private Differences() {}

  static String between(Table cached, @Nullable Table database) {
    if (database == null) {
      return "it does not exist there";
    }
    List<String> different = new ArrayList<>();
    for (Table._Fields field : Table._Fields.values()) {
      Object ours = cached.isSet(field) ? cached.getFieldValue(field) : null;
      Object theirs = database.isSet(field) ? database.getFieldValue(field) : null;
      if (!Objects.equals(ours, theirs)) {
        different.add(field.getFieldName() + " is " + ours + " here and " + theirs + " there");
      }
    }
    return String.join("; ", different);
  }
}
