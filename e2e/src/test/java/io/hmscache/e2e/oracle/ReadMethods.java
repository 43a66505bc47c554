package io.hmscache.e2e.oracle;

import java.lang.reflect.Method;
import java.util.Set;

/** The methods of the Thrift API that only read, as the handler proxy decides it. */
final class ReadMethods {

  private static final Set<String> NOT_ABOUT_ONE_TABLE =
      Set.of(
          "get_database",
          "get_database_req",
          "get_databases",
          "get_all_databases",
          "get_table_objects_by_name_req",
          "get_tables",
          "get_tables_by_type",
          "get_all_tables",
          "get_table_meta",
          "get_tables_ext",
          "get_all_materialized_view_objects_for_rewriting",
          "get_foreign_keys");

  private ReadMethods() {}

  /** All of them. The proxy keeps its list to itself, so it is read by reflection. */
  @SuppressWarnings("unchecked") // The method's declared type.
  static Set<String> names() {
    try {
      Method reads = Class.forName("io.hmscache.thrift.RequestClasses").getDeclaredMethod("reads");
      reads.setAccessible(true);
      return (Set<String>) reads.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the proxy's list of reads is not where it was", e);
    }
  }

  /** Whether a read's level is that of the one table that it names. */
  static boolean aboutOneTable(String method) {
    return !NOT_ABOUT_ONE_TABLE.contains(method);
  }
}
