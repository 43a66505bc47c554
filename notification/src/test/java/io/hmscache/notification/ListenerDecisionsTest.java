package io.hmscache.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hive.metastore.MetaStoreEventListener;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.junit.jupiter.api.Test;

/** What is decided about each listener method and each event type of Hive; nothing is undecided. */
class ListenerDecisionsTest {

  /** Which row a listener method writes. */
  private static final Map<String, EventType> LOGGED = new HashMap<>();

  static {
    LOGGED.put("onCreateTable", EventType.CREATE_TABLE);
    LOGGED.put("onDropTable", EventType.DROP_TABLE);
    LOGGED.put("onAlterTable", EventType.ALTER_TABLE);
    LOGGED.put("onAddPartition", EventType.ADD_PARTITION);
    LOGGED.put("onDropPartition", EventType.DROP_PARTITION);
    LOGGED.put("onAlterPartition", EventType.ALTER_PARTITION);
    LOGGED.put("onCreateDatabase", EventType.CREATE_DATABASE);
    LOGGED.put("onDropDatabase", EventType.DROP_DATABASE);
    LOGGED.put("onAlterDatabase", EventType.ALTER_DATABASE);
    LOGGED.put("onCreateFunction", EventType.CREATE_FUNCTION);
    LOGGED.put("onDropFunction", EventType.DROP_FUNCTION);
    LOGGED.put("onInsert", EventType.INSERT);
    LOGGED.put("onReload", EventType.RELOAD);
    LOGGED.put("onAddPrimaryKey", EventType.ADD_PRIMARYKEY);
    LOGGED.put("onAddForeignKey", EventType.ADD_FOREIGNKEY);
    LOGGED.put("onAddUniqueConstraint", EventType.ADD_UNIQUECONSTRAINT);
    LOGGED.put("onAddNotNullConstraint", EventType.ADD_NOTNULLCONSTRAINT);
    LOGGED.put("onAddDefaultConstraint", EventType.ADD_DEFAULTCONSTRAINT);
    LOGGED.put("onAddCheckConstraint", EventType.ADD_CHECKCONSTRAINT);
    LOGGED.put("onDropConstraint", EventType.DROP_CONSTRAINT);
    LOGGED.put("onCreateCatalog", EventType.CREATE_CATALOG);
    LOGGED.put("onAlterCatalog", EventType.ALTER_CATALOG);
    LOGGED.put("onDropCatalog", EventType.DROP_CATALOG);
    LOGGED.put("onOpenTxn", EventType.OPEN_TXN);
    LOGGED.put("onCommitTxn", EventType.COMMIT_TXN);
    LOGGED.put("onAbortTxn", EventType.ABORT_TXN);
    LOGGED.put("onAllocWriteId", EventType.ALLOC_WRITE_ID);
    LOGGED.put("onCommitCompaction", EventType.COMMIT_COMPACTION);
    LOGGED.put("onUpdateTableColumnStat", EventType.UPDATE_TABLE_COLUMN_STAT);
    LOGGED.put("onDeleteTableColumnStat", EventType.DELETE_TABLE_COLUMN_STAT);
    LOGGED.put("onUpdatePartitionColumnStat", EventType.UPDATE_PARTITION_COLUMN_STAT);
    LOGGED.put("onUpdatePartitionColumnStatInBatch", EventType.UPDATE_PARTITION_COLUMN_STAT);
    LOGGED.put("onDeletePartitionColumnStat", EventType.DELETE_PARTITION_COLUMN_STAT);
  }

  /** Methods whose rows go to TXN_WRITE_NOTIFICATION_LOG. */
  private static final Set<String> WRITE_LOG = Set.of("onAcidWrite", "onBatchAcidWrite");

  /** Methods left alone: Hive's MessageBuilder has no message that a consumer could decode. */
  private static final Set<String> NOT_LOGGED =
      Set.of(
          "onConfigChange",
          "onLoadPartitionDone",
          "onCreateDataConnector",
          "onDropDataConnector",
          "onAlterDataConnector",
          "onCreateISchema",
          "onAlterISchema",
          "onDropISchema",
          "onAddSchemaVersion",
          "onAlterSchemaVersion",
          "onDropSchemaVersion");

  /** Types of which there is no row. */
  private static final Set<EventType> WITHOUT_ROWS =
      EnumSet.of(
          EventType.CREATE_ISCHEMA,
          EventType.ALTER_ISCHEMA,
          EventType.DROP_ISCHEMA,
          EventType.ADD_SCHEMA_VERSION,
          EventType.ALTER_SCHEMA_VERSION,
          EventType.DROP_SCHEMA_VERSION,
          EventType.CREATE_DATACONNECTOR,
          EventType.DROP_DATACONNECTOR,
          EventType.ALTER_DATACONNECTOR,
          // in a log of their own
          EventType.ACID_WRITE,
          EventType.BATCH_ACID_WRITE,
          // one row of the plain type for each partition
          EventType.UPDATE_PARTITION_COLUMN_STAT_BATCH);

  @Test
  void everyListenerMethodIsDecidedOnce() {
    Set<String> decided = new TreeSet<>(LOGGED.keySet());
    decided.addAll(WRITE_LOG);
    decided.addAll(NOT_LOGGED);
    assertEquals(LOGGED.size() + WRITE_LOG.size() + NOT_LOGGED.size(), decided.size());

    Set<String> methods =
        Arrays.stream(MetaStoreEventListener.class.getDeclaredMethods())
            .map(Method::getName)
            .filter(name -> name.startsWith("on"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(methods, decided);
  }

  @Test
  void exactlyTheDecidedMethodsDoSomething() {
    Set<String> overridden =
        Stream.of(NotificationLogListener.class, NotificationRowListener.class)
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> !method.isSynthetic())
            .map(Method::getName)
            .filter(name -> name.startsWith("on"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> expected = new TreeSet<>(LOGGED.keySet());
    expected.addAll(WRITE_LOG);
    assertEquals(expected, overridden);
  }

  @Test
  void everyEventTypeIsDecided() {
    Set<EventType> decided = EnumSet.copyOf(LOGGED.values());
    assertTrue(WITHOUT_ROWS.stream().noneMatch(decided::contains));
    decided.addAll(WITHOUT_ROWS);
    assertEquals(EnumSet.allOf(EventType.class), decided);
  }
}
