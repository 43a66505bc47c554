package io.hmscache.clients.hiveclient;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.thrift.TException;

/** The questions that the client asks. Answers have no times and no folders of this run. */
final class Reads {

  private static final short ALL = -1;
  private static final List<String> TIMES =
      Arrays.asList("transient_lastDdlTime", "last_modified_time", "last_modified_by");

  private final IMetaStoreClient client;
  private final String warehouse;

  Reads(IMetaStoreClient client, String warehouse) {
    this.client = client;
    this.warehouse = warehouse;
  }

  List<String> answer(List<String> words) throws TException {
    String db = words.size() > 1 ? words.get(1) : "";
    String name = words.size() > 2 ? words.get(2) : "";
    List<String> rest = words.size() > 3 ? words.subList(3, words.size()) : words.subList(0, 0);
    switch (words.get(0)) {
      case "database":
        Database database = client.getDatabase(db);
        return lines(database.getName() + " " + database.getDescription());
      case "databases":
        return sorted(client.getAllDatabases());
      case "tables":
        return sorted(client.getTables(db, name));
      case "table":
        return lines(text(client.getTable(db, name)));
      case "exists":
        return lines(Boolean.toString(client.tableExists(db, name)));
      case "objects":
        List<String> texts = new ArrayList<>();
        for (Table table : client.getTableObjectsByName(db, words.subList(2, words.size()))) {
          texts.add(text(table));
        }
        return sorted(texts);
      case "fields":
        return lines(columns(client.getFields(db, name)));
      case "schema":
        return lines(columns(client.getSchema(db, name)));
      case "statistics":
        return lines(client.getTableColumnStatistics(db, name, rest).toString());
      default:
        return answerOfPartitions(words.get(0), db, name, rest);
    }
  }

  private List<String> answerOfPartitions(String what, String db, String name, List<String> rest)
      throws TException {
    switch (what) {
      case "names":
        return client.listPartitionNames(db, name, ALL);
      case "names-like":
        return client.listPartitionNames(db, name, rest, ALL);
      case "partitions":
        return texts(client.listPartitions(db, name, ALL));
      case "partitions-like":
        return texts(client.listPartitions(db, name, rest, ALL));
      case "partitions-with-privileges":
        return texts(
            client.listPartitionsWithAuthInfo(db, name, ALL, "fleet", Collections.emptyList()));
      case "first":
        return texts(client.listPartitions(db, name, Short.parseShort(rest.get(0))));
      case "by-names":
        return texts(client.getPartitionsByNames(db, name, rest));
      case "filter":
        return texts(client.listPartitionsByFilter(db, name, String.join(" ", rest), ALL));
      case "count":
        return lines(
            Integer.toString(client.getNumPartitionsByFilter(db, name, String.join(" ", rest))));
      case "partition":
        return lines(text(client.getPartition(db, name, rest)));
      case "partition-named":
        return lines(text(client.getPartition(db, name, rest.get(0))));
      default:
        throw new IllegalArgumentException("unknown request " + what);
    }
  }

  private List<String> texts(List<Partition> partitions) {
    List<String> texts = new ArrayList<>();
    for (Partition partition : partitions) {
      texts.add(text(partition));
    }
    return texts;
  }

  private String text(Table table) {
    return table.getTableName()
        + " "
        + table.getTableType()
        + " ("
        + columns(table.getPartitionKeys())
        + ") "
        + parameters(table.getParameters())
        + " "
        + text(table.getSd());
  }

  private String text(Partition partition) {
    return partition.getValues()
        + " "
        + parameters(partition.getParameters())
        + " "
        + text(partition.getSd());
  }

  private String text(StorageDescriptor sd) {
    return columns(sd.getCols())
        + " at "
        + String.valueOf(sd.getLocation()).replaceFirst("^file:/+", "/").replace(warehouse, "")
        + " "
        + sd.getInputFormat()
        + " "
        + sd.getSerdeInfo().getSerializationLib()
        + " "
        + parameters(sd.getSerdeInfo().getParameters());
  }

  private static Map<String, String> parameters(Map<String, String> parameters) {
    Map<String, String> kept = new TreeMap<>(parameters);
    TIMES.forEach(kept::remove);
    return kept;
  }

  private static String columns(List<FieldSchema> columns) {
    List<String> texts = new ArrayList<>();
    for (FieldSchema column : columns) {
      texts.add(column.getName() + " " + column.getType() + " " + column.getComment());
    }
    return String.join(", ", texts);
  }

  private static List<String> sorted(List<String> lines) {
    List<String> sorted = new ArrayList<>(lines);
    Collections.sort(sorted);
    return sorted;
  }

  private static List<String> lines(String... lines) {
    return Arrays.asList(lines);
  }
}
