package io.hmscache.store;

import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.InvalidInputException;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.partition.spec.PartitionSpecProxy;

/** Writes of partitions. */
abstract class PartitionWritingStore extends ObjectWritingStore {

  @Override
  public boolean addPartition(Partition partition) throws InvalidObjectException, MetaException {
    touchPartition(partition);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().addPartition(partition);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean addPartitions(
      String catalog, String database, String table, List<Partition> partitions)
      throws InvalidObjectException, MetaException {
    touchPartitions(catalog, database, table, partitions);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().addPartitions(catalog, database, table, partitions);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean addPartitions(
      String catalog,
      String database,
      String table,
      PartitionSpecProxy partitions,
      boolean ifNotExists)
      throws InvalidObjectException, MetaException {
    touchTable(catalog, database, table);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().addPartitions(catalog, database, table, partitions, ifNotExists);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropPartition(String catalog, String database, String table, List<String> values)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchValues(catalog, database, table, values);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropPartition(catalog, database, table, values);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropPartition(String catalog, String database, String table, String name)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchNamed(catalog, database, table, Collections.singletonList(name));
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropPartition(catalog, database, table, name);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropPartitions(String catalog, String database, String table, List<String> names)
      throws MetaException, NoSuchObjectException {
    touchNamed(catalog, database, table, names);
    boolean own = beginWrite();
    try {
      delegate().dropPartitions(catalog, database, table, names);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public Partition alterPartition(
      String catalog,
      String database,
      String table,
      List<String> values,
      Partition partition,
      String writeIds)
      throws InvalidObjectException, MetaException {
    touchValues(catalog, database, table, values);
    touchValues(catalog, database, table, partition.getValues());
    boolean own = beginWrite();
    try {
      Partition answer =
          delegate().alterPartition(catalog, database, table, values, partition, writeIds);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<Partition> alterPartitions(
      String catalog,
      String database,
      String table,
      List<List<String>> values,
      List<Partition> partitions,
      long writeId,
      String writeIds)
      throws InvalidObjectException, MetaException {
    if (values != null) {
      values.forEach(one -> touchValues(catalog, database, table, one));
    }
    touchPartitions(catalog, database, table, partitions);
    try {
      return delegate()
          .alterPartitions(catalog, database, table, values, partitions, writeId, writeIds);
    } finally {
      settle();
    }
  }
}
