package io.hmscache.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.client.builder.GetPartitionsArgs;
import org.apache.thrift.TException;

/**
 * Reads partitions by their names and publishes them, for answers of which only some partitions are
 * missing. The names of catalog, database and table are those of the call.
 */
final class NamedPartitions {

  /** Names per call of the delegate: one statement has to carry them. */
  private static final int MOST_AT_ONCE = 5_000;

  private final Session session;
  private final String catalog;
  private final String database;
  private final String table;

  NamedPartitions(Session session, String catalog, String database, String table) {
    this.session = session;
    this.catalog = catalog;
    this.database = database;
    this.table = table;
  }

  /**
   * Reads and publishes partitions, and finishes the load.
   *
   * @param names names, none twice
   * @return whether exactly these partitions were answered and may be published
   */
  boolean load(Load load, UnderTable<?> query, List<String> names) throws TException {
    List<Partition> partitions = read(names);
    return load.finish() && publish(load, query, names, partitions) == names.size();
  }

  /** Reads partitions by names, without a word about their order. */
  List<Partition> read(List<String> names) throws TException {
    RawStore delegate = session.delegate();
    List<Partition> partitions = new ArrayList<>(names.size());
    int step = Math.min(MOST_AT_ONCE, session.namesAtOnce());
    for (int from = 0; from < names.size(); from += step) {
      List<String> some = names.subList(from, Math.min(names.size(), from + step));
      GetPartitionsArgs args =
          new GetPartitionsArgs.GetPartitionsArgsBuilder().partNames(new ArrayList<>(some)).build();
      List<Partition> answer = delegate.getPartitionsByNames(catalog, database, table, args);
      if (answer != null) {
        partitions.addAll(answer);
      }
    }
    return partitions;
  }

  /**
   * Publishes the answer to a read by names.
   *
   * @return how many partitions there are; -1 if something else than asked for was answered, as a
   *     database does that takes two spellings for the same, and nothing was published
   */
  int publish(Load load, UnderTable<?> query, List<String> names, List<Partition> partitions) {
    TableValue value = query.table();
    PartitionForm form = PartitionShape.form(session, value, false, partitions);
    if (form == null) {
      return -1;
    }
    Set<String> asked = new HashSet<>(names);
    for (Partition partition : partitions) {
      if (!asked.remove(value.naming.name(partition.getValues()))) {
        return -1;
      }
    }
    for (Partition partition : partitions) {
      StoredPartition stored = query.publisher.store(partition);
      query.publisher.partition(load, form, stored, partition.getValues());
    }
    return partitions.size();
  }
}
