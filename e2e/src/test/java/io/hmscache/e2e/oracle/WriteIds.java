package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.GetValidWriteIdsRequest;
import org.apache.hadoop.hive.metastore.api.TableValidWriteIds;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;

/** The write-id lists that readers got so far, newest last. */
final class WriteIds {

  private final Map<String, List<String>> lists = new HashMap<>();

  /** Gets the present list of a table from a member, as a reader would. */
  void acquire(Member from, String database, String table) {
    String name = name(database, table);
    GetValidWriteIdsRequest request = new GetValidWriteIdsRequest(new ArrayList<>(List.of(name)));
    List<TableValidWriteIds> answer =
        from.get(handler -> handler.get_valid_write_ids(request).getTblValidWriteIds());
    lists
        .computeIfAbsent(name, key -> new ArrayList<>())
        .add(TxnCommonUtils.createValidReaderWriteIdList(answer.get(0)).toString());
  }

  /** The newest list; null if none was acquired. */
  @Nullable
  String current(String database, String table) {
    List<String> known = lists.get(name(database, table));
    return known == null ? null : known.get(known.size() - 1);
  }

  /** Any list, old ones too. */
  @Nullable
  String any(Random random, String database, String table) {
    List<String> known = lists.get(name(database, table));
    return known == null ? null : Names.pick(random, known);
  }

  private static String name(String database, String table) {
    return (database + "." + table).toLowerCase(Locale.ROOT);
  }
}
