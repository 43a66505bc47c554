package io.hmscache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;

/**
 * Names the fields in which two tables differ, with both values. Tables can hold credentials (a
 * JDBC table's password is one of its parameters), so of maps only the keys that differ are shown,
 * and no value of a key that sounds like a secret.
 */
final class Differences {

  private static final int LONGEST = 300;
  private static final String[] SECRETS = {"password", "passwd", "secret", "token", "credential"};

  private Differences() {}

  static String between(Table cached, @Nullable Table database) {
    if (database == null) {
      return "it does not exist there";
    }
    List<String> different = new ArrayList<>();
    compare(different, "", Table._Fields.values(), cached, database);
    return String.join("; ", different);
  }

  private static <F extends TFieldIdEnum> void compare(
      List<String> different, String prefix, F[] fields, TBase<?, F> cached, TBase<?, F> database) {
    for (F field : fields) {
      Object ours = cached.isSet(field) ? cached.getFieldValue(field) : null;
      Object theirs = database.isSet(field) ? database.getFieldValue(field) : null;
      if (Objects.equals(ours, theirs)) {
        continue;
      }
      String name = prefix + field.getFieldName();
      if (ours instanceof StorageDescriptor && theirs instanceof StorageDescriptor) {
        compare(
            different,
            name + ".",
            StorageDescriptor._Fields.values(),
            (StorageDescriptor) ours,
            (StorageDescriptor) theirs);
      } else if (ours instanceof Map && theirs instanceof Map) {
        compareMaps(different, name, (Map<?, ?>) ours, (Map<?, ?>) theirs);
      } else if (ours instanceof Map || theirs instanceof Map) {
        different.add(name + " is missing on one side");
      } else {
        different.add(describe(name, ours, theirs));
      }
    }
  }

  private static void compareMaps(
      List<String> different, String name, Map<?, ?> ours, Map<?, ?> theirs) {
    TreeSet<String> keys = new TreeSet<>();
    ours.keySet().forEach(key -> keys.add(String.valueOf(key)));
    theirs.keySet().forEach(key -> keys.add(String.valueOf(key)));
    for (String key : keys) {
      Object here = ours.get(key);
      Object there = theirs.get(key);
      if (!Objects.equals(here, there)) {
        String of = name + "[" + key + "]";
        different.add(secret(key) ? of + " differs" : describe(of, here, there));
      }
    }
  }

  private static boolean secret(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    for (String word : SECRETS) {
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static String describe(String name, @Nullable Object ours, @Nullable Object theirs) {
    return name + " is " + text(ours) + " here and " + text(theirs) + " there";
  }

  private static String text(@Nullable Object value) {
    if (value instanceof TBase) {
      return "another " + value.getClass().getSimpleName(); // its own maps may hold secrets
    }
    String text = String.valueOf(value);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
