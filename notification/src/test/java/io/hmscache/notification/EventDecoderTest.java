package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsDesc;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.messaging.EventMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.MessageEncoder;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;
import org.apache.hadoop.hive.metastore.messaging.json.gzip.GzipJSONMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each event means, by messages that Hive's own builder writes. */
class EventDecoderTest {

  /** The only types that may change nothing. Whoever adds one says why in the decoder. */
  private static final Set<EventType> HARMLESS =
      EnumSet.of(
          EventType.OPEN_TXN,
          EventType.INSERT,
          EventType.RELOAD,
          EventType.CREATE_FUNCTION,
          EventType.DROP_FUNCTION,
          EventType.CREATE_ISCHEMA,
          EventType.ALTER_ISCHEMA,
          EventType.DROP_ISCHEMA,
          EventType.ADD_SCHEMA_VERSION,
          EventType.ALTER_SCHEMA_VERSION,
          EventType.DROP_SCHEMA_VERSION,
          EventType.CREATE_DATACONNECTOR,
          EventType.ALTER_DATACONNECTOR,
          EventType.DROP_DATACONNECTOR);

  private static final MessageBuilder BUILDER = MessageBuilder.getInstance();

  private final EventDecoder decoder = new EventDecoder();
  private final Table t = Rows.table("c2", "DB", "T", "p", "q");

  private String meaning(NotificationEvent row) {
    Decoded decoded = decoder.decode(row);
    assertNull(decoded.problem(), () -> decoded.problem() + ": " + decoded.cause());
    return decoded.toString();
  }

  private String meaning(EventType type, EventMessage message) {
    return meaning(Rows.row(type, "c2", "db", "t", message));
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void everyTypeIsDecidedAndNoneButTheListedAreHarmless(EventType type) {
    NotificationEvent row = Rows.bare(type, "c2", "db", "t");
    row.setMessage("garbage");
    Decoded decoded = decoder.decode(row);
    boolean nothing = decoded.changes().isEmpty() && !decoded.isEverything();
    assertEquals(HARMLESS.contains(type), nothing, decoded::toString);
    String problem = decoded.problem();
    assertFalse(
        problem != null && decoded.cause() instanceof IllegalStateException,
        () -> type + " has no decision: " + decoded.cause());
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void unreadableRowThatNamesNothingChangesEverythingOrNothing(EventType type) {
    NotificationEvent row = Rows.bare(type, " ", null, "null");
    row.setMessage("");
    Decoded decoded = decoder.decode(row);
    boolean constraints = type.name().matches("ADD_[A-Z]*(KEY|CONSTRAINT)|DROP_CONSTRAINT");
    if (HARMLESS.contains(type) || constraints) {
      assertFalse(decoded.isEverything());
    } else {
      assertTrue(decoded.isEverything(), decoded::toString);
    }
  }

  @Test
  void unknownTypeIsTheWidestChangeToWhatTheColumnsName() {
    NotificationEvent row = Rows.bare(EventType.INSERT, "C", "D", "T");
    row.setEventType("FROM_THE_FUTURE");
    assertEquals("[name c.d.t, constraints]", decoder.decode(row).toString());
    assertNotNull(decoder.decode(row).problem());
    row.unsetTableName();
    assertEquals("[database and contents c.d, constraints]", decoder.decode(row).toString());
    row.setTableName("t");
    row.unsetCatName();
    assertTrue(decoder.decode(row).isEverything(), "the table may be in any catalog");
    row.unsetEventType();
    assertTrue(decoder.decode(row).isEverything());
  }

  @Test
  void bothEncodingsReadAlike() {
    for (MessageEncoder encoder :
        List.of(JSONMessageEncoder.getInstance(), GzipJSONMessageEncoder.getInstance())) {
      NotificationEvent row =
          Rows.row(
              encoder,
              EventType.DROP_PARTITION,
              null,
              "db",
              "t",
              BUILDER.buildDropPartitionMessage(
                  t,
                  List.of(Rows.partition(t, "1", "a b"), Rows.partition(t, "2", "")).iterator()));
      assertEquals("[partitions c2.db.t[[1, a b], [2, ]]]", meaning(row));
    }
  }

  @Test
  void alterTableThatKeepsNameAndColumns() {
    Table after = t.deepCopy();
    after.putToParameters("numRows", "7");
    assertEquals("[table c2.db.t]", meaning(Rows.alter(t, after)));
  }

  @Test
  void alterTableThatListingsShow() {
    Table after = t.deepCopy();
    after.putToParameters("comment", "new");
    assertEquals("[table and listings c2.db.t]", meaning(Rows.alter(t, after)));
    after = t.deepCopy();
    after.setTableType("EXTERNAL_TABLE");
    assertEquals("[table and listings c2.db.t]", meaning(Rows.alter(t, after)));
    after = t.deepCopy();
    after.setOwner("u2");
    assertEquals("[table and listings c2.db.t]", meaning(Rows.alter(t, after)));
  }

  @Test
  void alterTableWithOtherColumnsChangesConstraintsToo() {
    Table after = t.deepCopy();
    after.getSd().setCols(List.of(new FieldSchema("c", "bigint", "")));
    assertEquals("[table c2.db.t, constraints]", meaning(Rows.alter(t, after)));
  }

  @Test
  void renameIsBothNamesAlsoAcrossDatabases() {
    Table after = t.deepCopy();
    after.setDbName("d2");
    after.setTableName("u");
    assertEquals("[name c2.db.t, name c2.d2.u, constraints]", meaning(Rows.alter(t, after)));
  }

  @Test
  void truncateChangesEverythingBelowTheTable() {
    assertEquals(
        "[table c2.db.t]",
        meaning(EventType.ALTER_TABLE, BUILDER.buildAlterTableMessage(t, t, true, 0L)));
  }

  @Test
  void unreadableAlterTableMayBeARename() {
    NotificationEvent row = Rows.bare(EventType.ALTER_TABLE, "c2", "db", "t");
    row.setMessage("{}");
    assertTrue(decoder.decode(row).isEverything());
  }

  @Test
  void addedPartitions() {
    List<Partition> two = List.of(Rows.partition(t, "1", "x"), Rows.partition(t, "2", "y"));
    assertEquals(
        "[partitions c2.db.t[[1, x], [2, y]]]",
        meaning(
            EventType.ADD_PARTITION, BUILDER.buildAddPartitionMessage(t, two.iterator(), null)));
    assertEquals(
        "[table c2.db.t]",
        meaning(
            EventType.ADD_PARTITION,
            BUILDER.buildAddPartitionMessage(t, new ArrayList<Partition>().iterator(), null)));
  }

  @Test
  void b21RenamedPartitionIsBothValues() {
    assertEquals(
        "[partitions c2.db.t[[1, x], [2, x]]]",
        meaning(
            EventType.ALTER_PARTITION,
            BUILDER.buildAlterPartitionMessage(
                t, Rows.partition(t, "1", "x"), Rows.partition(t, "2", "x"), false, 0L)));
    assertEquals(
        "[partitions c2.db.t[[1, x]]]",
        meaning(
            EventType.ALTER_PARTITION,
            BUILDER.buildAlterPartitionMessage(
                t, Rows.partition(t, "1", "x"), Rows.partition(t, "1", "x"), false, 0L)));
  }

  @Test
  void catalogComesFromTheMessageThenFromTheRowThenIsTheDefault() {
    Table bare = t.deepCopy();
    bare.unsetCatName();
    EventMessage message =
        BUILDER.buildDropPartitionMessage(bare, List.of(Rows.partition(bare, "1", "x")).iterator());
    assertEquals(
        "[partitions c3.db.t[[1, x]]]",
        meaning(Rows.row(EventType.DROP_PARTITION, "c3", "db", "t", message)));
    assertEquals(
        "[partitions hive.db.t[[1, x]]]",
        meaning(Rows.row(EventType.DROP_PARTITION, null, "db", "t", message)));
  }

  @Test
  void statisticsOfATable() {
    ColumnStatistics stats =
        new ColumnStatistics(new ColumnStatisticsDesc(true, "db", "t"), new ArrayList<>());
    assertEquals(
        "[statistics c2.db.t]",
        meaning(
            EventType.UPDATE_TABLE_COLUMN_STAT,
            BUILDER.buildUpdateTableColumnStatMessage(stats, t, t.getParameters(), 0)));
    assertEquals(
        "[statistics c2.db.t]",
        meaning(
            EventType.DELETE_TABLE_COLUMN_STAT,
            BUILDER.buildDeleteTableColumnStatMessage("db", "c")));
  }

  @Test
  void statisticsOfAPartitionChangeThePartition() {
    ColumnStatistics stats =
        new ColumnStatistics(new ColumnStatisticsDesc(false, "db", "t"), new ArrayList<>());
    Partition p = Rows.partition(t, "1", "x");
    assertEquals(
        "[partitions c2.db.t[[1, x]]]",
        meaning(
            EventType.UPDATE_PARTITION_COLUMN_STAT,
            BUILDER.buildUpdatePartitionColumnStatMessage(
                stats, p.getValues(), p.getParameters(), t, 0)));
    assertEquals(
        "[partitions c2.db.t[[1, x]]]",
        meaning(
            EventType.DELETE_PARTITION_COLUMN_STAT,
            BUILDER.buildDeletePartitionColumnStatMessage("db", "c", "p=1/q=x", p.getValues())));
  }

  @Test
  void foreignKeyChangesAllConstraintsThoughItsRowNamesTheParent() {
    SQLForeignKey key = new SQLForeignKey();
    key.setPktable_db("db");
    key.setPktable_name("parent");
    key.setFktable_db("db");
    key.setFktable_name("child");
    assertEquals(
        "[constraints]",
        meaning(EventType.ADD_FOREIGNKEY, BUILDER.buildAddForeignKeyMessage(List.of(key))));
  }

  @Test
  void b09b10CreateAndDropAreAPlainRemovalByName() {
    Table view = Rows.table("hive", "db", "v");
    view.setTableType("VIRTUAL_VIEW");
    view.unsetSd();
    assertEquals(
        "[name hive.db.v, constraints]",
        meaning(
            Rows.row(
                EventType.DROP_TABLE, "hive", "db", "v", BUILDER.buildDropTableMessage(view))));
    assertEquals(
        "[name hive.db.v, constraints]",
        meaning(
            Rows.row(EventType.DROP_TABLE, null, " ", " ", BUILDER.buildDropTableMessage(view))),
        "the message tells what the columns do not");
    assertEquals("[name hive.db.t]", meaning(Rows.create("t")));
  }

  @Test
  void databasesAndCatalogs() {
    assertEquals(
        "[database and contents c.d, constraints]",
        meaning(Rows.bare(EventType.CREATE_DATABASE, "C", "D", null)));
    assertEquals(
        "[database and contents c.d, constraints]",
        meaning(Rows.bare(EventType.DROP_DATABASE, "c", "d", null)));
    assertEquals("[database c.d]", meaning(Rows.bare(EventType.ALTER_DATABASE, "c", "d", null)));
    assertEquals("[catalog c]", meaning(Rows.bare(EventType.DROP_CATALOG, "C", null, null)));
  }

  @Test
  void transactions() {
    assertEquals(
        "[write id 3 of db.t for 7, write id 4 of db.t for 8]",
        meaning(Rows.alloc("T", 7, 3, 8, 4)));
    assertEquals("[commit 7]", meaning(Rows.commit(7)));
    assertEquals("[abort 7]", meaning(Rows.abort(7)));
    assertEquals("[]", meaning(Rows.openTxn(7)));
  }

  @Test
  void messageWithoutFormatIsPlainJson() {
    NotificationEvent row = Rows.commit(7);
    row.unsetMessageFormat();
    assertEquals("[commit 7]", meaning(row));
  }
}
