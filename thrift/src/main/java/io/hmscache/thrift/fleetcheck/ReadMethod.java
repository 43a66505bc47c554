package io.hmscache.thrift.fleetcheck;

/** The ways in which a table is read. What one shows may be older than what another has shown. */
enum ReadMethod {
  TABLE("get_table_req"),
  NAMES("get_partition_names_ps_req"),
  PARTITIONS("get_partitions_ps_with_auth_req");

  private final String thriftName;

  ReadMethod(String thriftName) {
    this.thriftName = thriftName;
  }

  String thriftName() {
    return thriftName;
  }
}
