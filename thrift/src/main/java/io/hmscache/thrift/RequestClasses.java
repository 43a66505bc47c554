package io.hmscache.thrift;

import io.hmscache.store.RequestContext.RequestClass;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * What each method of {@code IHMSHandler} may do. The lists name the methods that only read and
 * whose RawStore calls may be answered from memory; every other method, and every method that a
 * newer Hive adds, may write: HMSHandler reads locations there before it deletes files, or reads
 * what it then changes. Methods that read but are left out read what is never cached (functions,
 * privileges, transactions, file metadata), or are no plain reads at all (the transformer of {@code
 * translate_table_dryrun}, the guid that {@code get_metastore_db_uuid} inserts).
 */
final class RequestClasses {

  /** Reads whose first two arguments are the names of a database and of one table in it. */
  private static final Set<String> READS_BY_DATABASE_AND_TABLE =
      set(
          "get_fields",
          "get_fields_with_environment_context",
          "get_schema",
          "get_schema_with_environment_context",
          "get_partition",
          "get_partition_with_auth",
          "get_partition_by_name",
          "get_partitions",
          "get_partitions_with_auth",
          "get_partitions_pspec",
          "get_partition_names",
          "get_partitions_ps",
          "get_partitions_ps_with_auth",
          "get_partition_names_ps",
          "get_partitions_by_filter",
          "get_part_specs_by_filter",
          "get_num_partitions_by_filter",
          "get_partitions_by_names",
          "get_table_column_statistics",
          "get_partition_column_statistics");

  /** Reads with one request object, or without one table that they are about. */
  private static final Set<String> OTHER_READS =
      set(
          "get_database",
          "get_database_req",
          "get_databases",
          "get_all_databases",
          "get_table_req",
          "get_table_objects_by_name_req",
          "get_tables",
          "get_tables_by_type",
          "get_all_tables",
          "get_table_meta",
          "get_tables_ext",
          // Answered from memory only as long as there is none.
          "get_all_materialized_view_objects_for_rewriting",
          "get_fields_req",
          "get_schema_req",
          "get_partition_req",
          "get_partitions_req",
          "get_partitions_with_specs",
          "fetch_partition_names_req",
          "get_partition_names_req",
          "get_partition_names_ps_req",
          "get_partition_values",
          "get_partitions_ps_with_auth_req",
          "get_partitions_by_filter_req",
          "get_partitions_by_expr",
          "get_partitions_spec_by_expr",
          "get_partitions_by_names_req",
          "get_primary_keys",
          "get_foreign_keys",
          "get_unique_constraints",
          "get_not_null_constraints",
          "get_default_constraints",
          "get_check_constraints",
          "get_all_table_constraints",
          "get_table_statistics_req",
          "get_partitions_statistics_req",
          "get_aggr_stats_for");

  private RequestClasses() {}

  /** Class of a method; {@link RequestClass#WRITE} if nobody decided about it. */
  static RequestClass of(String method) {
    return READS_BY_DATABASE_AND_TABLE.contains(method) || OTHER_READS.contains(method)
        ? RequestClass.READ
        : RequestClass.WRITE;
  }

  /** Whether a reading method names one table by its first two arguments. */
  static boolean namesTableByArguments(String method) {
    return READS_BY_DATABASE_AND_TABLE.contains(method);
  }

  /** All methods of class {@link RequestClass#READ}. */
  static Set<String> reads() {
    Set<String> all = new HashSet<>(READS_BY_DATABASE_AND_TABLE);
    all.addAll(OTHER_READS);
    return all;
  }

  private static Set<String> set(String... names) {
    return Collections.unmodifiableSet(new HashSet<>(Arrays.asList(names)));
  }
}
