package io.hmscache.notification;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.ReplChangeManager;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.PartitionFiles;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

/**
 * The file lists that replication finds in CREATE_TABLE, ADD_PARTITION, INSERT and ACID_WRITE: the
 * visible files directly below a location, each with its checksum and the change manager's root, in
 * the encoding of {@link ReplChangeManager}. Thread-safe.
 */
final class EventMessagesFiles {

  private final Configuration conf;

  EventMessagesFiles(Configuration conf) {
    this.conf = conf;
  }

  /** Files of a table that is not external; empty for views. */
  List<String> ofTable(Table table) throws MetaException {
    return of(table.getSd());
  }

  /**
   * Files of added partitions. Empty for transactional tables, whose files replication takes from
   * the write notifications of the commit.
   */
  List<PartitionFiles> ofPartitions(Table table, Iterator<Partition> partitions)
      throws MetaException {
    boolean transactional = TxnUtils.isTransactionalTable(table);
    List<PartitionFiles> result = new ArrayList<>();
    while (partitions.hasNext()) {
      Partition partition = partitions.next();
      List<String> files = transactional ? Collections.emptyList() : of(partition.getSd());
      String name = Warehouse.makePartName(table.getPartitionKeys(), partition.getValues());
      result.add(new PartitionFiles(name, files.iterator()));
    }
    return result;
  }

  /**
   * Files that a client reports.
   *
   * @param files paths; null means none
   * @param checksums one for each file, or null or empty for none
   * @param subDirectories one for each file, or null or empty for none
   * @throws MetaException if the lists differ in length
   */
  List<String> encoded(
      @Nullable List<String> files,
      @Nullable List<String> checksums,
      @Nullable List<String> subDirectories)
      throws MetaException {
    if (files == null) {
      return Collections.emptyList();
    }
    List<String> result = new ArrayList<>(files.size());
    for (int i = 0; i < files.size(); i++) {
      result.add(encode(files.get(i), at(checksums, i, files), at(subDirectories, i, files)));
    }
    return result;
  }

  @Nullable
  private static String at(@Nullable List<String> list, int index, List<String> files)
      throws MetaException {
    if (list == null || list.isEmpty()) {
      return null;
    }
    if (list.size() != files.size()) {
      throw new MetaException(
          "The write event names "
              + files.size()
              + " files but "
              + list.size()
              + " checksums or sub-directories");
    }
    return list.get(index);
  }

  /** Neither a view nor a view's partition has to have a storage descriptor. */
  private List<String> of(@Nullable StorageDescriptor storage) throws MetaException {
    return storage == null ? Collections.emptyList() : below(storage.getLocation());
  }

  private List<String> below(@Nullable String location) throws MetaException {
    if (location == null) {
      return Collections.emptyList();
    }
    List<String> result = new ArrayList<>();
    try {
      Path path = new Path(location);
      FileSystem fileSystem = path.getFileSystem(conf);
      for (FileStatus status : fileSystem.listStatus(path)) {
        String name = status.getPath().getName();
        if (status.isFile() && !name.startsWith("_") && !name.startsWith(".")) {
          result.add(
              encode(
                  status.getPath().toString(),
                  ReplChangeManager.checksumFor(status.getPath(), fileSystem),
                  null));
        }
      }
    } catch (FileNotFoundException e) {
      // A partition may be registered before its folder exists: it has no files then.
      return Collections.emptyList();
    } catch (IOException e) {
      throw failure("Files below " + location + " cannot be listed for the notification log", e);
    }
    return result;
  }

  private String encode(String file, @Nullable String checksum, @Nullable String subDirectory)
      throws MetaException {
    try {
      return ReplChangeManager.getInstance(conf).encodeFileUri(file, checksum, subDirectory);
    } catch (IOException e) {
      throw failure("The root of the change manager cannot be found for " + file, e);
    }
  }

  private static MetaException failure(String what, IOException cause) {
    MetaException failure = new MetaException(what + ": " + cause.getMessage());
    failure.initCause(cause);
    return failure;
  }
}
