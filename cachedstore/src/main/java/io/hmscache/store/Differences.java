package io.hmscache.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.meta_data.FieldMetaData;

/**
 * Names what differs between two answers of the same kind, with both values. Objects can hold
 * credentials (a JDBC table's password is one of its parameters), so of maps only the keys that
 * differ are shown, and no value of a key that sounds like a secret.
 */
final class Differences {

  private static final int LONGEST = 300;
  private static final int MOST = 20;
  private static final String[] SECRETS = {"password", "passwd", "secret", "token", "credential"};

  private final List<String> different = new ArrayList<>();

  private Differences() {}

  /** What differs; an empty text if nothing does. */
  static String between(@Nullable Object cached, @Nullable Object database) {
    if (cached != null && database == null) {
      return "it does not exist there";
    }
    if (cached == null && database != null) {
      return "it exists there";
    }
    Differences found = new Differences();
    found.compare("", cached, database);
    List<String> shown = found.different;
    String text = String.join("; ", shown.subList(0, Math.min(MOST, shown.size())));
    return shown.size() <= MOST ? text : text + "; and " + (shown.size() - MOST) + " more";
  }

  private void compare(String name, @Nullable Object ours, @Nullable Object theirs) {
    if (ours instanceof PartitionAnswer && theirs instanceof PartitionAnswer) {
      PartitionAnswer here = (PartitionAnswer) ours;
      PartitionAnswer there = (PartitionAnswer) theirs;
      compare(name, here.partitions, there.partitions);
      compare(name + ".unknown", here.unknown, there.unknown);
    } else if (Objects.equals(ours, theirs)) {
      return;
    } else if (ours instanceof TBase && theirs instanceof TBase) {
      compareFields(name, (TBase<?, ?>) ours, (TBase<?, ?>) theirs);
    } else if (ours instanceof Map && theirs instanceof Map) {
      compareMaps(name, (Map<?, ?>) ours, (Map<?, ?>) theirs);
    } else if (ours instanceof List && theirs instanceof List) {
      compareLists(name, (List<?>) ours, (List<?>) theirs);
    } else if (ours instanceof Map || theirs instanceof Map) {
      different.add(named(name) + " is missing on one side");
    } else {
      different.add(describe(named(name), ours, theirs));
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the fields are those of the class itself
  private void compareFields(String prefix, TBase ours, TBase theirs) {
    Map<? extends TFieldIdEnum, FieldMetaData> fields = fields(ours.getClass());
    if (fields == null || !fields.equals(fields(theirs.getClass()))) {
      different.add(describe(named(prefix), ours, theirs));
      return;
    }
    for (TFieldIdEnum field : fields.keySet()) {
      compare(
          prefix.isEmpty() ? field.getFieldName() : prefix + "." + field.getFieldName(),
          ours.isSet(field) ? ours.getFieldValue(field) : null,
          theirs.isSet(field) ? theirs.getFieldValue(field) : null);
    }
  }

  /** The fields of a struct; null for a class that is none. Hive makes subclasses of some. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // what the generated classes register
  private static @Nullable Map<? extends TFieldIdEnum, FieldMetaData> fields(Class<?> type) {
    for (Class<?> one = type; one != null && TBase.class.isAssignableFrom(one); ) {
      Map fields = FieldMetaData.getStructMetaDataMap((Class) one);
      if (fields != null) {
        return fields;
      }
      one = one.getSuperclass();
    }
    return null;
  }

  private void compareMaps(String name, Map<?, ?> ours, Map<?, ?> theirs) {
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

  private void compareLists(String name, List<?> ours, List<?> theirs) {
    if (ours.size() != theirs.size()) {
      different.add(named(name) + " has " + ours.size() + " here and " + theirs.size() + " there");
      only(name, "here", ours, theirs);
      only(name, "there", theirs, ours);
      return;
    }
    for (int i = 0; i < ours.size(); i++) {
      compare(name + "[" + i + "]", ours.get(i), theirs.get(i));
    }
  }

  private void only(String name, String where, List<?> these, Collection<?> others) {
    for (Object one : these) {
      if (one instanceof String && !others.contains(one)) {
        different.add(named(name) + " has " + text(one) + " only " + where);
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

  private static String named(String name) {
    return name.isEmpty() ? "it" : name;
  }

  private static String describe(String name, @Nullable Object ours, @Nullable Object theirs) {
    return name + " is " + text(ours) + " here and " + text(theirs) + " there";
  }

  private static String text(@Nullable Object value) {
    if (value == null) {
      return "missing";
    }
    if (value instanceof TBase || value instanceof Collection) {
      return "another " + value.getClass().getSimpleName(); // maps in it may hold secrets
    }
    String text = String.valueOf(value);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
