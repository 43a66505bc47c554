package io.hmscache.e2e.oracle;

import java.util.List;

/** What a step of a history does, how often it is drawn, and to which tables. */
enum Operation {
  /** Once, at the beginning. */
  CREATE_ALL(0, Names.TABLES, TableWrites::createAll),
  CREATE_DATABASE(1, Names.TABLES, DatabaseWrites::create),
  ALTER_DATABASE(2, Names.TABLES, DatabaseWrites::alter),
  DROP_DATABASE(1, Names.TABLES, DatabaseWrites::drop),
  CREATE_TABLE(6, Names.TABLES, TableWrites::create),
  DROP_TABLE(4, Names.TABLES, TableWrites::drop),
  ALTER_TABLE(8, Names.TABLES, TableWrites::alter),
  ADD_COLUMN(4, Names.TABLES, TableWrites::addColumn),
  RENAME_TABLE(5, Names.TABLES, TableWrites::rename),
  TRUNCATE(3, Names.TABLES, TableWrites::truncate),
  VIEW_METADATA(1, Names.TABLES, TableWrites::viewMetadata),
  ADD_PARTITIONS(12, Names.PARTITIONED, PartitionWrites::add),
  APPEND_PARTITION(3, Names.PARTITIONED, PartitionWrites::append),
  ALTER_PARTITIONS(5, Names.PARTITIONED, PartitionWrites::alter),
  RENAME_PARTITION(4, Names.PARTITIONED, PartitionWrites::rename),
  DROP_PARTITION(4, Names.PARTITIONED, PartitionWrites::drop),
  EXCHANGE_PARTITION(3, Names.PARTITIONED, PartitionWrites::exchange),
  TABLE_STATISTICS(6, Names.TABLES, StatisticsWrites::ofTable),
  DELETE_TABLE_STATISTICS(2, Names.TABLES, StatisticsWrites::deleteOfTable),
  PARTITION_STATISTICS(6, Names.PARTITIONED, StatisticsWrites::ofPartition),
  DELETE_PARTITION_STATISTICS(2, Names.PARTITIONED, StatisticsWrites::deleteOfPartition),
  ADD_CONSTRAINT(6, Names.TABLES, ConstraintWrites::add),
  DROP_CONSTRAINT(2, Names.TABLES, ConstraintWrites::drop),
  BEGIN(5, Names.TRANSACTIONAL, TransactionWrites::begin),
  WRITE_IN_TRANSACTION(5, Names.TRANSACTIONAL, TransactionWrites::write),
  COMMIT(4, Names.TABLES, TransactionWrites::commit),
  ABORT(2, Names.TABLES, TransactionWrites::abort),
  /** Nothing: only the reads that follow every step. */
  READ(4, Names.TABLES, world -> {});

  /** How a step is carried out. */
  interface Action {
    /** Does the step; an exception is what the metastore answered. */
    void run(World world) throws Exception;
  }

  final int weight;
  final List<String> tables;
  final Action action;

  Operation(int weight, List<String> tables, Action action) {
    this.weight = weight;
    this.tables = tables;
    this.action = action;
  }
}
